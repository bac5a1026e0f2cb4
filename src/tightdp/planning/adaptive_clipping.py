"""One wanted noise multiplier, shared out between the gradients and the count of adaptive clipping."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tightdp.errors import InvalidInput
from tightdp.mechanisms import Gaussian, Together
from tightdp.numerics.checks import nonnegative


@dataclass(frozen=True, kw_only=True)
class AdaptiveClipping:
    """``1 / z^2 = 1 / z_g^2 + 1 / (2 s)^2``: gradients with z_g and a count with s act as one release with z.

    Adaptive clipping publishes, about the same batch, the noisy sum of clipped contributions and the noisy number of
    contributions below the clip norm, which sets the next one (Andrew et al. 2021, arXiv:1905.03871, Theorem 1). The
    object takes z, and only z; what the gradients need is a part of it, and parts are refused as a z.

    Parameters
    ----------
    noise_multiplier
        z >= 0, the effective noise multiplier: what the run shall cost, as if nothing were counted.
    count_noise
        s, the standard deviation of the noise on the count, in contributions. Above z / 2.

    Raises
    ------
    InvalidInput
        If a number is out of range, or a release that has its share already is given in place of z; a bare number
        that was shared out before cannot be told from one that was not.

    Notes
    -----
    The count adds +1/2 for a contribution below the clip norm and -1/2 for one above, so that a record that comes or
    goes moves it by 1/2 and a substituted one by 1: half of what the clipped sum moves in its own unit, and the count's
    noise multiplier is 2 s. Adding 1 or 0 instead moves it by 1: give s / 2 then. That both releases act as one is
    SAME-BATCH in ``docs/theorems.md``; each keeps its own noise, fresh in each step.

    Examples
    --------
    >>> clipping = AdaptiveClipping(noise_multiplier=1.0, count_noise=5.0)
    >>> round(clipping.gradients.noise_multiplier, 6), clipping.count.noise_multiplier
    (1.005038, 10.0)
    >>> clipping.mechanism
    Together(mechanisms=(Gaussian(noise_multiplier=1.005..., ...), Gaussian(noise_multiplier=10.0, ...)))
    """

    noise_multiplier: float
    count_noise: float

    def __post_init__(self) -> None:
        if isinstance(self.noise_multiplier, AdaptiveClipping | Gaussian | Together):  # pyright: ignore[reportUnnecessaryIsInstance]
            hint = "Its noise is shared out already: run with .gradients and .count, and account .mechanism"
            raise InvalidInput("noise_multiplier", self.noise_multiplier, "the effective number that is wanted", hint)
        wanted = nonnegative("noise_multiplier", self.noise_multiplier)
        counted = nonnegative("count_noise", self.count_noise)
        if not wanted < 2.0 * counted < math.inf:
            hint = "The count alone would cost more than is wanted: give it more noise"
            raise InvalidInput("count_noise", self.count_noise, f"above noise_multiplier / 2 = {wanted / 2.0:g}", hint)
        object.__setattr__(self, "noise_multiplier", wanted)
        object.__setattr__(self, "count_noise", counted)

    @property
    def gradients(self) -> Gaussian:
        """The release of the clipped sum: run it with this noise multiplier."""
        wanted, counted = self.noise_multiplier, 2.0 * self.count_noise
        kept = (counted - wanted) / counted * ((counted + wanted) / counted)  # 1 - (z / 2s)^2 without cancellation
        return Gaussian(wanted / math.sqrt(kept))

    @property
    def count(self) -> Gaussian:
        """The release of the centred count: its standard deviation s is twice that, as it moves by 1/2."""
        return Gaussian(2.0 * self.count_noise)

    @property
    def mechanism(self) -> Together:
        """Both releases about one batch, to account: ``Step(clipping.mechanism, scheme)``."""
        return Together((self.gradients, self.count))
