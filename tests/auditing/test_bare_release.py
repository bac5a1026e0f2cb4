from __future__ import annotations

import numpy as np

from tightdp.auditing.bare_release import BareRelease
from tightdp.auditing.pull import Pull

PLACES = np.array([0, 1, 2, -1, -3])


def test_without_noise_the_sum_is_what_it_is() -> None:
    release = BareRelease(Pull(1.0, 0.0))
    outputs = release.sample(PLACES, np.random.default_rng(1))
    assert outputs.tolist() == [0.0, 1.0, 2.0, 0.0, 0.0]
    assert release.log_density(outputs, 1).tolist() == [-np.inf, 0.0, -np.inf, -np.inf, -np.inf]
    assert release.seen(-2) == 0
