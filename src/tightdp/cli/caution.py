"""What a user should be told besides the number."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable

from tightdp.accounting import Answer
from tightdp.numerics.bound import Bound
from tightdp.planning.caution import delta_caution, epsilon_caution, group_caution
from tightdp.report import rounded_up
from tightdp.schemes import WithoutReplacement, WithReplacement
from tightdp.spec import Run


def epsilon_warnings(epsilon: Bound, reason: str) -> list[str]:
    """A sentence when epsilon is too large to protect anyone, which is most often a slip in the input.

    Parameters
    ----------
    epsilon
        The answer, in nats.
    reason
        Why it is infinite, and what to do; empty when it is finite.

    Returns
    -------
    list
        Cause, size of the effect and remedy; empty for an epsilon up to 100.
    """
    if reason:
        return [f"epsilon is infinite: {reason}"]
    sentence = epsilon_caution(epsilon.upper, rounded_up(epsilon.upper, 4))
    return [sentence] if sentence else []


def run_warnings(run: Run) -> tuple[str, ...]:
    """A sentence for a delta of 1/n or more, and for a group larger than a batch, where the sizes are known.

    Parameters
    ----------
    run
        What ran and what is asked.

    Returns
    -------
    tuple
        Cause, effect and remedy; empty for schemes without sizes.
    """
    schemes = [step.scheme for step, _ in run.program.parts]
    sized = [scheme for scheme in schemes if isinstance(scheme, (WithoutReplacement, WithReplacement))]
    if not sized:
        return ()
    found = (
        delta_caution(run.delta or 0.0, min(scheme.dataset_size for scheme in sized)),
        group_caution(run.relation.group_size, min(scheme.batch_size for scheme in sized)),
    )
    return tuple(sentence for sentence in found if sentence)


def infinity_reason(answer: Answer, delta: float, epsilon: Bound) -> str:
    """Why no finite epsilon holds at ``delta``, and what to do; empty when one does.

    Parameters
    ----------
    answer
        The answer object.
    delta
        delta in [0, 1).
    epsilon
        Its epsilon at ``delta``.

    Returns
    -------
    str
        A sentence.
    """
    if math.isfinite(epsilon.upper):
        return ""
    floor = answer.delta(math.inf).upper
    if floor > delta:
        likely = rounded_up(floor, 4)
        given = f"the run gives a record away with probability up to {likely}, more than this delta allows"
        return f"{given}; ask at a larger delta, or leave out or sample what has no noise"
    return "the privacy loss of this run has no largest value, so it takes a positive delta; give one"


def warn(warnings: Iterable[str]) -> None:
    """Write each warning to standard error, one line each.

    Parameters
    ----------
    warnings
        The sentences.
    """
    for sentence in warnings:
        sys.stderr.write(f"warning: {sentence}\n")
