"""DP-SGD whose batches come from the scheme that is accounted, and which writes down what it does."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, default_collate

from examples.digits.data import Digits
from examples.digits.keys import Keys
from examples.digits.network import CLIP, FlatNetwork
from examples.digits.noise import normal_numbers
from tightdp import BatchSampler, Ledger, Randomness, Step, TrainingPlan
from tightdp.integrations.empty_batches import EmptyAware
from tightdp.integrations.loader_scheme import check_loader
from tightdp.integrations.resumable_loader import ResumableLoader
from tightdp.integrations.torch_batch_sampler import TorchBatchSampler

LINE = 20  # steps of one line of the ledger
PACE = 2.0  # the learning rate at record level; a user's four records take four times the noise and a quarter of it
PLAIN_STEPS = 300


def loader_of(plan: TrainingPlan, digits: Digits, batches: Randomness) -> ResumableLoader:
    """A PyTorch loader whose batches the plan's own scheme draws.

    Parameters
    ----------
    plan
        What is accounted.
    digits
        The images.
    batches
        Where the draws come from.
    """
    sampler = BatchSampler(plan.scheme, plan.dataset_size, plan.steps, batches)
    collate = EmptyAware(default_collate, digits.train[0])
    loader = DataLoader(digits.train, batch_sampler=TorchBatchSampler(sampler), collate_fn=collate)
    check_loader(loader, plan.scheme)
    return ResumableLoader(loader)


def train(plan: TrainingPlan, digits: Digits, keys: Keys, seed: int, ledger: Ledger) -> float:
    """The test accuracy of one private run; the parameters are averaged over its second half.

    Parameters
    ----------
    plan
        Scheme, noise and steps.
    digits
        The images.
    keys
        Where batches and noise come from.
    seed
        Where the network starts.
    ledger
        Gets a line before the steps that it is about.
    """
    network = FlatNetwork.fresh(seed)
    vector, total = network.start, torch.zeros_like(network.start)
    release = plan.mechanism
    loader = loader_of(plan, digits, keys.batches)
    for images, labels in loader:
        taken = loader.position - 1
        if taken % LINE == 0:
            ledger.append(Step(release, plan.scheme), min(LINE, plan.steps - taken))
        noise = torch.from_numpy(normal_numbers(keys.noise.key, taken, len(vector)))
        noisy = network.clipped_sum(vector, images, labels) + CLIP * release.noise_multiplier * noise
        vector = vector - PACE / plan.records_per_user * noisy / plan.effective_batch
        if taken >= plan.steps // 2:
            total += vector
    average = total / (plan.steps - plan.steps // 2)
    return digits.accuracy(network.logits(average, digits.test.tensors[0]))


def train_plainly(digits: Digits, seed: int) -> float:
    """The test accuracy of the same network without any privacy: Adam on all images, no clipping, no noise.

    Parameters
    ----------
    digits
        The images.
    seed
        Where the network starts.
    """
    module = FlatNetwork.fresh(seed).module
    images, labels = digits.train.tensors
    optimizer = torch.optim.Adam(module.parameters(), lr=0.01)
    for _ in range(PLAIN_STEPS):
        optimizer.zero_grad()
        loss: Tensor = nn.functional.cross_entropy(module(images), labels)
        loss.backward()
        optimizer.step()
    return digits.accuracy(module(digits.test.tensors[0]))
