"""A small network, its parameters as one vector, and the gradient of each image by ``torch.func``."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.func import functional_call, grad, vmap

HIDDEN = 64
CLIP = 1.0


@dataclass(frozen=True)
class FlatNetwork:
    """64 pixels, 64 hidden units with tanh, 10 digits; in float64, so that machines agree to the printed digits.

    Parameters
    ----------
    module
        The layers; their own values are only where training starts.
    """

    module: nn.Module

    @classmethod
    def fresh(cls, seed: int) -> FlatNetwork:
        """A network whose first values come from a public seed.

        Parameters
        ----------
        seed
            The seed.
        """
        torch.manual_seed(seed)
        return cls(nn.Sequential(nn.Linear(64, HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, 10)).double())

    @property
    def start(self) -> Tensor:
        """All parameters as a vector."""
        return torch.cat([value.detach().flatten() for value in self.module.parameters()])

    def logits(self, vector: Tensor, images: Tensor) -> Tensor:
        """What the network says with these parameters.

        Parameters
        ----------
        vector
            All parameters.
        images
            One a row.
        """
        names, values = zip(*self.module.named_parameters(), strict=True)
        parts = vector.split([value.numel() for value in values])
        shaped = {name: part.view(value.shape) for name, part, value in zip(names, parts, values, strict=True)}
        return functional_call(self.module, shaped, (images,))

    def loss(self, vector: Tensor, image: Tensor, label: Tensor) -> Tensor:
        """Cross entropy of one image.

        Parameters
        ----------
        vector
            All parameters.
        image
            64 numbers.
        label
            The digit.
        """
        return nn.functional.cross_entropy(self.logits(vector, image[None]), label[None])

    def clipped_sum(self, vector: Tensor, images: Tensor, labels: Tensor) -> Tensor:
        """The sum of the images' gradients, each cut down to norm 1 on its own; zeros for no images.

        An image that is twice in the batch counts twice, as it is accounted.

        Parameters
        ----------
        vector
            All parameters.
        images, labels
            The batch.
        """
        gradients = vmap(grad(self.loss), in_dims=(None, 0, 0))(vector, images, labels)
        norms = gradients.norm(dim=1, keepdim=True).clamp(min=CLIP)
        return (gradients * (CLIP / norms)).sum(dim=0)
