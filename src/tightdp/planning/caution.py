"""What is most often a slip in the input."""

from __future__ import annotations

LARGE_EPSILON = 100.0
CHECK = "check the noise (in multiples of one record's contribution), the rate and the number of steps"


def epsilon_caution(upper: float) -> str:
    """A sentence for an epsilon above 100, which is most often a default that nobody meant.

    Parameters
    ----------
    upper
        Upper end of epsilon in nats.

    Returns
    -------
    str
        Cause, size of the effect and remedy; empty when there is nothing to say.
    """
    if upper <= LARGE_EPSILON:
        return ""
    return f"epsilon is {upper:.6g}, and above {LARGE_EPSILON:g} it protects nobody in practice: {CHECK}"


def delta_caution(delta: float, dataset_size: int) -> str:
    """A sentence for ``delta >= 1 / n``.

    Parameters
    ----------
    delta
        delta in [0, 1).
    dataset_size
        n, the number of records or users.

    Returns
    -------
    str
        Empty when delta is smaller.
    """
    if delta * dataset_size < 1.0:
        return ""
    allowed = "that delta allows publishing one of them, drawn at random, as it is"
    return f"delta {delta:g} is not below 1/{dataset_size}, one over the number protected: {allowed}"


def group_caution(group_size: int, batch_size: int) -> str:
    """A sentence for a group that is larger than a batch.

    Parameters
    ----------
    group_size
        Records that one user may have.
    batch_size
        Records in a batch.

    Returns
    -------
    str
        Empty when a batch can hold the group.
    """
    if group_size <= batch_size:
        return ""
    return (
        f"a group of {group_size} records is larger than a batch of {batch_size}: is it the number of records of one "
        "user, or was a number of users meant?"
    )
