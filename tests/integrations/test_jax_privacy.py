"""JAX Privacy's own accounting and calibration, with the certified accountant in the place of its own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tightdp import (
    AddRemove,
    Gaussian,
    Poisson,
    Program,
    Step,
    Substitute,
    TruncatedPoisson,
    WithoutReplacement,
    WithReplacement,
    account,
)
from tightdp.schemes import AbstractScheme

pytest.importorskip("dp_accounting", reason="needs dp-accounting: make test-integrations")
jax_privacy: Any = pytest.importorskip("jax_privacy.accounting", reason="needs JAX Privacy: make test-integrations")
pld: Any = pytest.importorskip("dp_accounting.pld")
jax_events: Any = pytest.importorskip("jax_privacy.experimental.accounting")

from dp_accounting import NeighboringRelation, UnsupportedEventError

from tightdp.integrations.dp_accountant import TightPrivacyAccountant

DELTA, RECORDS, BATCH, UPDATES = 1e-5, 10_000, 100, 1000


class TightConfig(jax_privacy.DpAccountantConfig):  # type: ignore[misc]
    """What JAX Privacy asks for an accountant."""

    def create_accountant(self) -> TightPrivacyAccountant:
        return TightPrivacyAccountant()


ACCOUNTANT: Any = jax_privacy.DpsgdTrainingAccountant(TightConfig())


def told(**changed: Any) -> Any:
    given: dict[str, Any] = {"noise_multipliers": 1.0, "num_samples": RECORDS, "delta": DELTA, "batch_size": BATCH}
    return jax_privacy.DpParams(**{**given, **changed})


def direct(*steps: tuple[int, float, float]) -> float:
    program = sum((count * Step(Gaussian(noise), Poisson(rate)) for count, noise, rate in steps), Program())
    return account(program, AddRemove()).epsilon(DELTA).upper


def test_a_training_run_has_the_direct_answer_to_the_last_bit() -> None:
    assert ACCOUNTANT.compute_epsilon(UPDATES, told()) == direct((UPDATES, 1.0, 0.01))
    theirs = jax_privacy.DpsgdTrainingAccountant(jax_privacy.PldAccountantConfig())
    assert ACCOUNTANT.compute_epsilon(UPDATES, told()) == pytest.approx(theirs.compute_epsilon(UPDATES, told()), 2e-3)


def test_schedules_of_noise_and_batch_size_have_too() -> None:
    """JAX Privacy keeps a scheduled batch size, and the rate that follows from it, in single precision."""
    schedules = told(noise_multipliers=[(0, 2.0), (300, 1.0)], batch_size_scale_schedule={500: 2})
    wanted = direct((300, 2.0, 0.01), (200, 1.0, 0.01), (500, 1.0, float(np.float32(0.02))))
    assert ACCOUNTANT.compute_epsilon(UPDATES, schedules) == wanted


def test_its_cache_of_epsilons_works() -> None:
    cached = jax_privacy.CachedExperimentAccountant(ACCOUNTANT, UPDATES, 10)
    assert cached.compute_epsilon(950, told(), allow_approximate_cache=True) == direct((UPDATES, 1.0, 0.01))


def test_noise_updates_and_batch_size_are_calibrated() -> None:
    given = {"target_epsilon": 2.0, "accountant": ACCOUNTANT, "num_samples": RECORDS, "target_delta": DELTA}
    noise = jax_privacy.calibrate_noise_multiplier(batch_sizes=BATCH, num_updates=UPDATES, **given)
    assert direct((UPDATES, noise, 0.01)) <= 2.0 < direct((UPDATES, noise - 0.02, 0.01))
    updates = jax_privacy.calibrate_num_updates(noise_multipliers=1.0, batch_sizes=BATCH, **given)
    assert direct((updates, 1.0, 0.01)) <= 2.0 < direct((updates + 1, 1.0, 0.01))
    batch = jax_privacy.calibrate_batch_size(noise_multipliers=1.0, num_updates=UPDATES, **given)
    assert direct((UPDATES, 1.0, batch / RECORDS)) <= 2.0 < direct((UPDATES, 1.0, (batch + 1) / RECORDS))


@pytest.mark.parametrize(
    ("replace", "scheme"), [(False, WithoutReplacement(1000, 10)), (True, WithReplacement(1000, 10))]
)
def test_its_batches_of_fixed_size_are_the_schemes(replace: bool, scheme: AbstractScheme) -> None:
    event = jax_events.fixed_dpsgd_event(1.0, 50, dataset_size=1000, batch_size=10, replace=replace)
    ours = TightPrivacyAccountant(NeighboringRelation.REPLACE_ONE).compose(event)
    assert ours.get_epsilon(DELTA) == account(50 * Step(Gaussian(1.0), scheme), Substitute()).epsilon(DELTA).upper


def test_its_truncated_batches_are_the_scheme() -> None:
    event = jax_events.truncated_dpsgd_event(1.0, 10, sampling_prob=0.1, num_examples=100, truncated_batch_size=20)
    run = 10 * Step(Gaussian(1.0), TruncatedPoisson(0.1, largest_batch=20, dataset_size=100))
    ours = TightPrivacyAccountant().compose(event).get_epsilon(DELTA)
    assert ours == account(run, AddRemove()).epsilon(DELTA).upper
    theirs: float = pld.PLDAccountant().compose(event).get_epsilon(DELTA)
    assert 0.9 * theirs <= ours < theirs  # which grants a replaced record in both directions
    for relation in (NeighboringRelation.REPLACE_ONE, NeighboringRelation.REPLACE_SPECIAL):
        with pytest.raises(UnsupportedEventError, match="batches"):
            TightPrivacyAccountant(relation).compose(event)
