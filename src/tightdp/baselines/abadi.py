"""The moments accountant: Poisson sampling of Gaussian noise at whole orders."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from tightdp.accounting.step import Step
from tightdp.baselines.base_divergences import whole_orders
from tightdp.baselines.binomial_sum import log_expm1, poisson_divergence
from tightdp.baselines.classical_conditions import one_record, poisson_rate
from tightdp.errors import CannotAnswer
from tightdp.mechanisms import Gaussian
from tightdp.pairs.pair import Array
from tightdp.relations import AbstractRelation

THEOREM = "MTZ19/3.3"
_NAME = "the moments accountant"


def abadi_rdp(step: Step, relation: AbstractRelation, orders: Iterable[float]) -> Array:
    """``R_a = log(sum_(k=0..a) C(a, k) (1 - q)^(a - k) q^k e^((k^2 - k) / 2 sigma^2)) / (a - 1)``, ``(k,)``.

    What Abadi et al. 2016 computed by quadrature, in the closed form of Mironov, Talwar and Zhang 2019, section 3.3:
    exact for one removed record, and never below the divergence for an inserted one (their Theorem 5). The terms of
    k = 0 and 1 and the 1 of all others are summed by hand, so that small divergences keep their digits.

    Parameters
    ----------
    step
        Gaussian noise on a Poisson batch.
    relation
        add-remove, insert or remove, of one record.
    orders
        Whole orders a >= 2, ``(k,)``.

    Raises
    ------
    CannotAnswer
        If the noise, the scheme, the relation or the group size is another one.
    InvalidInput
        If an order is not whole.
    """
    one_record(_NAME, relation)
    rate = poisson_rate(_NAME, step.scheme, relation)
    mechanism = step.mechanism
    if not isinstance(mechanism, Gaussian):
        reason = f"it is proven for Gaussian noise, not for {type(mechanism).__name__}"
        raise CannotAnswer(_NAME, reason, "zhu_wang_rdp, which takes any mechanism")
    if mechanism.noise_multiplier == 0.0:
        raise CannotAnswer(_NAME, "a release without noise has infinite divergences", "a noise multiplier > 0")
    wanted = whole_orders(orders)
    k = np.arange(2, max(wanted, default=2.0) + 1)
    gains = log_expm1((k * (k - 1.0)) / (2.0 * mechanism.noise_multiplier**2))
    return np.array([poisson_divergence(int(order), rate, gains) for order in wanted])
