"""scikit-learn's digits: 1797 real images of 8 x 8 pixels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from sklearn.datasets import load_digits
from torch import Tensor
from torch.utils.data import TensorDataset

from examples.digits.plans import RECORDS

INK = 16.0  # the largest value of a pixel
TYPICAL = 0.3  # public: roughly the mean, not computed from the data


@dataclass(frozen=True)
class Digits:
    """1500 images to train on, which the promise is about, and 297 to test on, which it is not.

    Parameters
    ----------
    train, test
        Images, each a vector of 64 numbers of norm 1, and their labels.
    """

    train: TensorDataset
    test: TensorDataset

    def accuracy(self, logits: Tensor) -> float:
        """The share of test images whose label has the largest value.

        Parameters
        ----------
        logits
            One row for each test image.
        """
        return float((logits.argmax(dim=1) == self.test.tensors[1]).double().mean())


def load() -> Digits:
    """The images in one fixed random order, cut once; each is scaled by itself, so that none touches another."""
    drawn, digits = load_digits(return_X_y=True)
    pixels = torch.from_numpy(drawn).double() / INK - TYPICAL
    images = pixels / pixels.norm(dim=1, keepdim=True).clamp(min=1e-6)
    labels = torch.from_numpy(digits).long()
    order = torch.from_numpy(np.random.default_rng(0).permutation(len(images)))
    train, test = order[:RECORDS], order[RECORDS:]
    return Digits(TensorDataset(images[train], labels[train]), TensorDataset(images[test], labels[test]))
