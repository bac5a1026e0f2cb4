"""What is most often a slip in the input: each sentence says what was seen, what it does, and what to do."""

from __future__ import annotations

LARGE_EPSILON = 100.0


def caution(cause: str, effect: str, remedy: str) -> str:
    """``cause: effect; remedy``, the shape of every warning of this package.

    Parameters
    ----------
    cause
        What was seen, with its value.
    effect
        What it does to the answer, and how much.
    remedy
        What to do.
    """
    return f"{cause}: {effect}; {remedy}"


def epsilon_caution(upper: float, shown: str = "") -> str:
    """A sentence for an epsilon above 100, which is most often a default that nobody meant.

    Parameters
    ----------
    upper
        Upper end of epsilon in nats.
    shown
        The same as it is written elsewhere; by default in 6 digits.

    Returns
    -------
    str
        Cause, size of the effect and remedy; empty when there is nothing to say.
    """
    if upper <= LARGE_EPSILON:
        return ""
    return caution(
        f"epsilon is {shown or format(upper, '.6g')}",
        f"above {LARGE_EPSILON:g} it protects nobody in practice",
        "check the noise (in multiples of one record's contribution), the rate and the number of steps",
    )


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
    return caution(
        f"delta {delta:g} is not below 1/{dataset_size}, one over the number protected",
        "that delta allows publishing one of them, drawn at random, as it is",
        f"take one far below 1/{dataset_size}",
    )


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
    return caution(
        f"a group of {group_size} records is larger than a batch of {batch_size}",
        "a whole batch may then be one user's",
        "give the most records that one user has, which is not a number of users",
    )
