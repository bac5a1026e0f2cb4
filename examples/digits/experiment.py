"""One of the six runs, once for each seed, as a row of the table."""

from __future__ import annotations

from pathlib import Path

import torch

from examples.digits.data import load
from examples.digits.keys import Keys
from examples.digits.plans import NAMES, RECORDS_PER_USER, TARGET, Run
from examples.digits.spending import epsilon_of, spent_by
from examples.digits.table import NOT_PRIVATE, Row
from examples.digits.training import PLAIN_STEPS, train, train_plainly
from tightdp import Bound, Ledger, TrainingPlan
from tightdp.report import exact_text, rounded_down, rounded_up

DIGITS = 5  # of a printed epsilon
MOST_SEEDS = 1000


def row_of(run: Run, seeds: int, ledgers: Path, *, secret: bool = False) -> Row:
    """Calibrate, train and account.

    Parameters
    ----------
    run
        Which.
    seeds
        How often it is trained, at most 1000 times; each time is a run of its own with a ledger of its own.
    ledgers
        The folder for the ledgers; those of earlier times are replaced.
    secret
        Whether the keys come from the operating system, so that nothing can be reproduced.
    """
    torch.set_num_threads(1)
    plan, digits = run.planned(), load()
    found: list[float] = []
    for seed in range(seeds):
        path = ledger_path(ledgers, run.name, seed)
        path.unlink(missing_ok=True)
        keys = Keys.from_os() if secret else Keys.seeded(MOST_SEEDS * NAMES.index(run.name) + seed)
        with Ledger.open(path, plan.relation) as ledger:
            found.append(train(plan, digits, keys, seed, ledger))
    (spent,) = {spent_by(ledger_path(ledgers, run.name, seed), plan) for seed in range(seeds)}
    return _row(run, plan, spent, found)


def plain_row(seeds: int) -> Row:
    """The same network without privacy, for scale.

    Parameters
    ----------
    seeds
        How often it is trained.
    """
    torch.set_num_threads(1)
    digits = load()
    found = [train_plainly(digits, seed) for seed in range(seeds)]
    size, steps = str(len(digits.train)), str(PLAIN_STEPS)
    return Row(NOT_PRIVATE, NOT_PRIVATE, "0", size, size, steps, "0", "0", "inf", "inf", "inf", _percents(found))


def ledger_path(ledgers: Path, name: str, seed: int) -> Path:
    """Where the ledger of a run is.

    Parameters
    ----------
    ledgers
        The folder.
    name
        The run.
    seed
        Which time.
    """
    return ledgers / f"{name.replace('/', '-')}-{seed}.jsonl"


def _row(run: Run, plan: TrainingPlan, spent: Bound, found: list[float]) -> Row:
    user = epsilon_of(plan.program, RECORDS_PER_USER)
    return Row(
        run.sampling,
        run.level,
        *map(str, (plan.records_per_user, plan.dataset_size, plan.effective_batch, plan.steps)),
        noise_multiplier=exact_text(plan.mechanism.noise_multiplier),
        delta=exact_text(TARGET.delta),
        epsilon_lower=rounded_down(spent.lower, DIGITS),
        epsilon_upper=rounded_up(spent.upper, DIGITS),
        user_epsilon_upper=rounded_up(user.upper, DIGITS),
        accuracies=_percents(found),
    )


def _percents(found: list[float]) -> str:
    return " ".join(f"{100.0 * share:.2f}" for share in found)
