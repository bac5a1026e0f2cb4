from __future__ import annotations

import numpy as np
import pytest

from tightdp import InvalidInput
from tightdp.sampling import Randomness


def test_a_step_has_one_generator_and_another_step_another() -> None:
    randomness = Randomness.seeded(7)
    first, again, other = (randomness.generator(t).integers(2**63, size=4).tolist() for t in (3, 3, 4))
    assert first == again != other
    assert Randomness.seeded(8).generator(3).integers(2**63, size=4).tolist() != first


def test_the_sequence_is_pinned() -> None:
    """A change of the derivation would break runs that resume; NumPy's raw bits are stable by its own promise."""
    bits = Randomness.seeded(7).generator(3).bit_generator.random_raw(2)
    assert bits.tolist() == [16551592155180899389, 10914011380640064909]


def test_successive_steps_are_unrelated() -> None:
    """Correlations between the first draws of 4000 steps and of the steps after them, at six deviations."""
    draws = np.array([Randomness.seeded(1).generator(t).random(4) for t in range(4000)])
    both = np.hstack([draws[:-1], draws[1:]]) - 0.5
    products = 12.0 * (both.T @ both) / len(both)
    assert np.abs(products - np.eye(8)).max() < 6.0 / np.sqrt(len(both))
    assert abs(draws.mean() - 0.5) < 6 * np.sqrt(1 / 12 / draws.size)


def test_keys_of_the_operating_system_differ_and_are_not_shown() -> None:
    one, other = Randomness.from_os(), Randomness.from_os()
    assert one.key != other.key
    assert one.key.hex() not in repr(one)
    assert repr(one.key) not in repr(one)


def test_the_choice_is_told() -> None:
    assert "for tests only" in Randomness.seeded(0).words
    assert "secret 256-bit key" in Randomness.from_os().words


@pytest.mark.parametrize("seed", [-1, 1.5, True, 2**256])
def test_seeds_out_of_range_are_refused(seed: object) -> None:
    with pytest.raises(InvalidInput, match="seed must be a whole number"):
        Randomness.seeded(seed)  # type: ignore[arg-type]
    assert Randomness.seeded(2**256 - 1).key == b"\xff" * 32


def test_keys_and_origins_are_checked() -> None:
    with pytest.raises(InvalidInput, match=r"key must be 32 bytes, got '\(not shown\)'"):
        Randomness(b"short", "seed")
    with pytest.raises(InvalidInput, match="'operating system' or 'seed'"):
        Randomness(bytes(32), "dice")  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match=r"a whole number in \[0, 2\^256\)"):
        Randomness.seeded(2**300)
