"""The noise multiplier from the ways in which people state their noise."""

from __future__ import annotations

from tightdp.errors import InvalidInput
from tightdp.numerics.checks import nonnegative, real


def noise_multiplier_of(
    clip_norm: float,
    *,
    std_on_sum: float | None = None,
    std_on_mean: float | None = None,
    batch_size: float | None = None,
) -> float:
    """``z = s / C`` for noise on the sum of a batch, ``z = s B / C`` for noise on its mean.

    Parameters
    ----------
    clip_norm
        C > 0, the largest norm of one record's contribution.
    std_on_sum
        s, the standard deviation of the noise on the sum, in the unit of C.
    std_on_mean
        s, the standard deviation of the noise on the sum divided by ``batch_size``, in the unit of C.
    batch_size
        B > 0, the constant by which the sum is divided; with ``std_on_mean`` only.

    Returns
    -------
    float
        The noise multiplier.

    Raises
    ------
    InvalidInput
        If not exactly one standard deviation is given, or a number is out of range.
    """
    clip = real("clip_norm", clip_norm, "a number above 0")
    if not 0.0 < clip < float("inf"):
        raise InvalidInput("clip_norm", clip_norm, "a number above 0")
    if (std_on_sum is None) == (std_on_mean is None):
        raise InvalidInput("std_on_sum and std_on_mean", (std_on_sum, std_on_mean), "given one of the two, not both")
    if std_on_sum is not None:
        if batch_size is not None:
            raise InvalidInput("batch_size", batch_size, "left out with std_on_sum, which it does not change")
        return nonnegative("std_on_sum", std_on_sum) / clip
    divisor = real("batch_size", batch_size, "a number above 0, the divisor of the mean")
    if not 0.0 < divisor < float("inf"):
        raise InvalidInput("batch_size", batch_size, "a number above 0, the divisor of the mean")
    return nonnegative("std_on_mean", std_on_mean) * divisor / clip
