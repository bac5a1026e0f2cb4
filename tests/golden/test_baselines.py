"""Stored values of the classical bounds, to eight digits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from golden.golden_records import Record, chosen, named, theory
from golden.test_renyi import step_of as step_of_record
from tightdp import (
    AddRemove,
    Gaussian,
    Insert,
    Laplace,
    Poisson,
    RandomizedResponse,
    Remove,
    Step,
    Substitute,
    WithoutReplacement,
    account,
    renyi_account,
)
from tightdp.baselines import (
    abadi_rdp,
    direct_transport_rdp,
    group_delta,
    group_rdp,
    jensen_rdp,
    maximal_coupling_rdp,
    post_hoc_group_rdp,
    stable_group_rdp,
    wang_expansion_rdp,
    wang_rdp,
    wang_self_consistent_rdp,
    zhu_wang_rdp,
)
from tightdp.divergences.renyi_conversion import plain_epsilon
from tightdp.pairs.pair import Array
from tightdp.relations import AbstractRelation


def close(value: Any, rel: float = 1e-8) -> Any:
    return pytest.approx(value, rel=rel, abs=0.0)  # pyright: ignore[reportUnknownMemberType]


def step_of(record: Record) -> Step:
    """A replaced record of these values moves Laplace noise by one unit, as it does Gaussian noise."""
    step = step_of_record(record)
    if record["scheme"] == "poisson" or not isinstance(step.mechanism, Laplace):
        return step
    return Step(Laplace(step.mechanism.scale, substitution_sensitivity=1.0), step.scheme)


def relation_of(record: Record) -> AbstractRelation:
    relation = record["relation"]
    if relation["type"] == "substitution":
        return Substitute(relation["group_size"])
    return Remove(relation["group_size"] if "group_size" in relation else relation["deletions"])


def rdp_records(*methods: str) -> list[Record]:
    return chosen("s24", quantity="rdp", method=methods)


def one_record_curve(record: Record, orders: Array) -> Array:
    """The classical bound for one record, as the stored values start from it."""
    if record["scheme"] == "poisson":
        return zhu_wang_rdp(step_of(record), AddRemove(), orders)
    return wang_rdp(step_of(record), Substitute(), orders)


@pytest.mark.parametrize("record", rdp_records("single_element_bound"), ids=named)
def test_zhu_and_wang(record: Record) -> None:
    if float(record["order"]).is_integer():
        assert zhu_wang_rdp(step_of(record), AddRemove(), [record["order"]])[0] == close(record["value"])
    if record["mechanism"] == "gaussian" and float(record["order"]).is_integer():
        assert abadi_rdp(step_of(record), AddRemove(), [record["order"]])[0] == close(record["value"])


@pytest.mark.parametrize("record", rdp_records("wang2019_theorem9"), ids=named)
def test_wang_theorem_9(record: Record) -> None:
    assert wang_rdp(step_of(record), Substitute(), [record["order"]])[0] == close(record["value"])


WHOLE = [r for r in rdp_records("wang2019_theorem27_series") if float(r["order"]).is_integer()]


@pytest.mark.parametrize("record", WHOLE, ids=named)
def test_wang_theorem_27_under_the_integral(record: Record) -> None:
    assert wang_self_consistent_rdp(step_of(record), Substitute(), [record["order"]])[0] == close(record["value"])


@pytest.mark.parametrize("record", rdp_records("wang2019_theorem27_expansion"), ids=named)
def test_wang_theorem_27_expanded(record: Record) -> None:
    assert wang_expansion_rdp(step_of(record), Substitute(), [record["order"]])[0] == close(record["value"])


@pytest.mark.parametrize(
    "record", rdp_records("posthoc_group_recursive", "posthoc_group_recursive_theorem9"), ids=named
)
def test_group_privacy_by_the_weak_triangle_inequality(record: Record) -> None:
    exponent = record["params"].get("hoelder_exponent", 2.0)
    size = record["relation"]["group_size"]
    value = group_rdp(lambda orders: one_record_curve(record, orders), size, [record["order"]], exponent)
    assert value[0] == close(record["value"])


@pytest.mark.parametrize("record", rdp_records("posthoc_group_recursive_tight_base"), ids=named)
def test_group_privacy_after_the_tight_curve(record: Record) -> None:
    assert post_hoc_group_rdp(step_of(record), relation_of(record), [record["order"]])[0] == close(record["value"])


@pytest.mark.parametrize("record", rdp_records("posthoc_group_traditional"), ids=named)
def test_group_privacy_of_stable_maps(record: Record) -> None:
    size = record["relation"]["group_size"]
    value = stable_group_rdp(lambda orders: one_record_curve(record, orders), size, [record["order"]])
    assert value[0] == close(record["value"])


@pytest.mark.parametrize("record", chosen("s24", quantity="composed_delta", method="posthoc_group_improved"), ids=named)
def test_group_privacy_after_composed_losses(record: Record) -> None:
    """One record's losses composed, converted last; the value is of removal, the answer of both directions."""
    run, size = record["params"]["compositions"] * step_of(record), record["relation"]["group_size"]
    one = account(run, Remove(), rtol=1e-3)
    low, high = (
        group_delta(lambda part, end=end: getattr(one.delta(part), end), size, record["epsilon"])
        for end in ("lower", "upper")
    )
    value = min(1.0, float(record["value_independent"]))
    assert low * (1.0 - 1e-8) <= value <= high * (1.0 + 1e-8)
    assert high - low <= 2e-3 * high


@pytest.mark.parametrize("record", rdp_records("posthoc_group_gaussian_heuristic"), ids=named)
def test_the_heuristic_that_is_no_bound(record: Record) -> None:
    """``K rho(K a)`` is right for Gaussian noise without sampling; it is compared here and offered nowhere."""
    size, order = record["relation"]["group_size"], record["order"]
    value = size * zhu_wang_rdp(step_of(record), AddRemove(), [size * order])[0]
    assert value == close(record["value"])


@pytest.mark.parametrize("record", rdp_records("maximal_coupling"), ids=named)
def test_maximal_coupling(record: Record) -> None:
    assert maximal_coupling_rdp(step_of(record), relation_of(record), [record["order"]])[0] == close(record["value"])


@pytest.mark.parametrize("record", rdp_records("jensen_upper_bound"), ids=named)
def test_jensen(record: Record) -> None:
    inserted = Insert(record["relation"]["insertions"])
    assert jensen_rdp(step_of(record), inserted, [record["order"]])[0] == close(record["value"])


@pytest.mark.parametrize("record", rdp_records("direct_transport"), ids=named)
def test_direct_transport(record: Record) -> None:
    assert direct_transport_rdp(step_of(record), relation_of(record), [record["order"]])[0] == close(record["value"])


@pytest.mark.parametrize(
    "record", chosen("s24", quantity="composed_epsilon_from_rdp", method="posthoc_group_recursive"), ids=named
)
def test_epsilon_of_a_run_for_a_group(record: Record) -> None:
    parameters = record["params"]
    orders = np.array(parameters["orders"], dtype=np.float64)
    size = relation_of(record).group_size
    curve = parameters["compositions"] * group_rdp(lambda a: one_record_curve(record, a), size, orders)
    assert plain_epsilon(orders, curve, parameters["delta"]).min() == close(record["value"])


def test_without_replacement_beside_the_tight_value() -> None:
    step = Step(RandomizedResponse(0.75), WithoutReplacement(4, 2))
    tight, classical = theory("schuchardt.wor_rr.rdp3")
    assert wang_rdp(step, Substitute(), [3])[0] == close(classical)
    assert renyi_account(step, Substitute()).divergence(3).upper == close(tight)


def test_printed_numbers_of_the_moments_accountant() -> None:
    """Abadi et al. 2016, and integer orders of Google's test; both by the closed form."""
    orders = np.arange(2, 33)
    run = 10_000 * abadi_rdp(Step(Gaussian(4.0), Poisson(0.01)), AddRemove(), orders)
    mironov = run + np.log(1e5) / (orders - 1.0)
    assert mironov.min() == close(theory("printed.abadi2016"), 5e-3)
    assert mironov.min() == close(1.258575, 1e-6)
    google = 50 * abadi_rdp(Step(Gaussian(2.5), Poisson(0.01)), AddRemove(), [5, 50, 100])
    assert google == close(np.array(theory("printed.google.rdp")[2:]))
    assert abadi_rdp(Step(Gaussian(1.0), Poisson(0.1)), Remove(), [3])[0] == close(theory("rdp.poisson_gaussian")[0])


PRINTED = [
    *(record for record in chosen("theory", kind="rounded 2 decimals") if record["id"] != "printed.abadi2016"),
]


@pytest.mark.parametrize("record", PRINTED, ids=named)
def test_printed_numbers_of_older_tools(record: Record) -> None:
    """Moments accountant of Opacus and TensorFlow Privacy, most with the conversion of Mironov 2017."""
    parameters, is_newer = record["params"], record["id"] == "printed.opacus.script"
    orders = np.array([2, 5, 10, 20, 100]) if is_newer else np.arange(2, 257)
    step = Step(Gaussian(parameters["sigma"]), Poisson(parameters["q"]))
    run = parameters["T"] * abadi_rdp(step, AddRemove(), orders)
    mironov = run - np.log(parameters["delta"]) / (orders - 1.0)
    improved = plain_epsilon(orders.astype(np.float64), run, parameters["delta"])
    printed = record["value"]
    found = improved if is_newer else mironov
    assert printed == pytest.approx(found.min(), rel=3e-3, abs=5e-3)  # pyright: ignore[reportUnknownMemberType]
    assert improved.min() < mironov.min()


def test_one_epoch_of_shuffled_batches_has_no_scheme_and_is_not_poisson() -> None:
    """The stored interval of Poisson(1 / T); what shuffling is known to lose at least is far above it."""
    shuffled, low, high = theory("shuffle.lower_bound")
    found = account(100 * Step(Gaussian(0.5), Poisson(0.01)), Remove(), rtol=1e-4).delta(1.0)
    assert low <= found.upper
    assert found.lower <= high
    assert found.upper < 0.1 * shuffled
