"""A plan, what follows from it and what it costs, as table, JSON record and CSV row."""

from __future__ import annotations

import math
from importlib.metadata import version
from typing import Any

from tightdp.cli.describe import neighbours_in_words
from tightdp.cli.output import Output, bound_record, tight_in_words
from tightdp.cli.plan_answer import PlannedAnswer
from tightdp.planning import NotYourSampler, TrainingPlan
from tightdp.report import Table, exact_text, rounded_down, rounded_up
from tightdp.spec import to_plan_document

Row = tuple[str, str]


def plan_output(answered: PlannedAnswer) -> Output:
    """The three forms; the numbers of the table are rounded to the safe side, those of JSON and CSV are exact.

    Parameters
    ----------
    answered
        The plan and everything that was asked about it.

    Returns
    -------
    Output
        Table, JSON record and CSV row.
    """
    plan = answered.plan
    rows = [
        *_found(answered),
        *_epsilon(answered),
        *([("checked", str(answered.check))] if answered.check else []),
        *(_numbers_around(answered.around) if answered.around else []),
        *_derived(plan),
        *_listed("because", plan.reasons),
        *_listed("assumed", plan.assumptions),
        *_certificate(answered),
    ]
    record = _record(answered)
    sheet = {
        "steps": str(plan.steps),
        "rate": "" if record["rate"] is None else exact_text(record["rate"]),
        "noise_multiplier": "" if plan.noise_multiplier is None else exact_text(plan.noise_multiplier),
        "epsilon_lower": "" if answered.epsilon is None else exact_text(answered.epsilon.lower),
        "epsilon_upper": "" if answered.epsilon is None else exact_text(answered.epsilon.upper),
        "delta": "" if plan.delta is None else exact_text(plan.delta),
        "relation": plan.neighbours,
        "group_size": str(plan.records_per_user),
    }
    listing = Table(("quantity", "value"), tuple(rows), has_header=False)
    return Output((listing,), record, Table(tuple(sheet), (tuple(sheet.values()),)))


def _record(answered: PlannedAnswer) -> dict[str, Any]:
    plan, answer = answered.plan, answered.answer
    scheme = None if plan.sampling == "shuffled" else plan.scheme
    return {
        "plan": to_plan_document(plan),
        "scheme": None if scheme is None else scheme.name,
        "rate": None if scheme is None else plan.rate,
        "steps": plan.steps,
        "noise_multiplier": plan.noise_multiplier,
        "found": None if answered.found is None else answered.found.value,
        "epsilon": None if answered.epsilon is None else bound_record(answered.epsilon),
        "delta": plan.delta,
        "target_epsilon": plan.target_epsilon,
        "check": None if answered.check is None else answered.check.as_dict(),
        "not_your_sampler": None if answered.around is None else answered.around.as_dict(),
        "refused": None if answered.refusal is None else str(answered.refusal),
        "relation": plan.neighbours,
        "group_size": plan.records_per_user,
        "tight": None if answer is None else answer.tight,
        "because": None if answer is None else answer.because.as_dict(),
        "reasons": list(plan.reasons),
        "assumptions": list(plan.assumptions),
        "version": version("tightdp"),
        "warnings": list(answered.warnings),
    }


def _found(answered: PlannedAnswer) -> list[Row]:
    plan = answered.plan
    if answered.found is None:
        return []
    if answered.found.value == "updates":
        return [("most updates", str(plan.steps))]
    return [("least noise", rounded_up(plan.noise_multiplier or 0.0))]


def _epsilon(answered: PlannedAnswer) -> list[Row]:
    plan, epsilon = answered.plan, answered.epsilon
    if epsilon is None:
        why = "not asked: it takes noise_multiplier (or target_epsilon) and delta"
        return [("epsilon", "no bound is proven" if answered.refusal else why)]
    target = plan.target_epsilon
    spare = math.inf if target == math.inf else (target or 0.0) - epsilon.upper
    rest = f"{rounded_down(spare, 3)} unspent" if spare >= 0.0 else f"exceeded by {rounded_up(-spare, 3)}"
    left = "" if target is None else f"{exact_text(target)}, {rest}"
    return [
        ("epsilon", f"<= {rounded_up(epsilon.upper)}"),
        ("lower end", rounded_down(epsilon.lower)),
        ("delta", exact_text(plan.delta or 0.0)),
        *([("target", left)] if left else []),
    ]


def _numbers_around(around: NotYourSampler) -> list[Row]:
    return [
        ("not your sampler", f"Poisson sampling: {rounded_up(around.poisson.upper)}"),
        ("no amplification", f"within a pass: {rounded_up(around.no_amplification.upper)}"),
        ("leaks at least", rounded_down(around.floor)),
        ("supported", around.supported),
    ]


def _derived(plan: TrainingPlan) -> list[Row]:
    who = neighbours_in_words(plan.relation) if plan.users_per_round is None else f"{plan.neighbours}, one user"
    noise = (
        [] if plan.noise_multiplier is None else [("noise", f"gaussian, {plan.noise_multiplier:.6g} times the clip")]
    )
    if plan.sampling == "shuffled":
        drawn: list[Row] = [("scheme", "none: shuffled and cut")]
    else:
        drawn = [("scheme", plan.scheme.name), ("rate", f"{plan.rate:.6g}")]
    return [*drawn, ("steps", str(plan.steps)), *noise, ("neighbours", who)]


def _listed(name: str, sentences: tuple[str, ...]) -> list[Row]:
    return [(name if number == 0 else "", sentence) for number, sentence in enumerate(sentences)]


def _certificate(answered: PlannedAnswer) -> list[Row]:
    if answered.answer is None:
        return []
    return [("tight", tight_in_words(answered.answer)), ("theorems", ", ".join(answered.answer.because.theorems))]
