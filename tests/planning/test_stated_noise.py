from __future__ import annotations

import pytest

from tightdp.errors import InvalidInput
from tightdp.planning import noise_multiplier_of


def test_noise_on_the_mean_and_on_the_sum() -> None:
    """E3: std on mean 0.004, clip 1, expected batch 250 is z = 1."""
    assert noise_multiplier_of(1.0, std_on_mean=0.004, batch_size=250) == pytest.approx(1.0, rel=1e-15)
    assert noise_multiplier_of(0.5, std_on_sum=0.6) == 1.2


@pytest.mark.parametrize(
    ("clip", "words", "match"),
    [
        (0.0, {"std_on_sum": 1.0}, "clip_norm must be a number above 0"),
        (1.0, {}, "must be given one of the two, not both"),
        (1.0, {"std_on_sum": 1.0, "std_on_mean": 1.0}, "must be given one of the two, not both"),
        (1.0, {"std_on_sum": 1.0, "batch_size": 8}, "batch_size must be left out with std_on_sum, which it does not"),
        (1.0, {"std_on_mean": 1.0}, "batch_size must be a number above 0, the divisor of the mean"),
        (1.0, {"std_on_mean": 1.0, "batch_size": 0}, "a number above 0, the divisor of the mean"),
        (1.0, {"std_on_mean": -1.0, "batch_size": 8}, "std_on_mean must be a finite number >= 0"),
    ],
)
def test_what_is_not_stated(clip: float, words: dict[str, float], match: str) -> None:
    with pytest.raises(InvalidInput, match=match):
        noise_multiplier_of(clip, **words)
