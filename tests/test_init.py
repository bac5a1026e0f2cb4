"""The public names: each is there, comes from its room, and costs nothing before it is used."""

from __future__ import annotations

import subprocess
import sys

import pytest

import tightdp


@pytest.mark.parametrize("name", tightdp.__all__)
def test_each_public_name_is_found(name: str) -> None:
    assert getattr(tightdp, name) is not None
    assert name in dir(tightdp)


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="module 'tightdp' has no attribute 'epsilon_of_nothing'"):
        _ = tightdp.epsilon_of_nothing


def test_names_are_sorted_and_complete() -> None:
    assert list(tightdp.__all__) == sorted(set(tightdp.__all__))


def test_the_package_alone_needs_no_numeric_library() -> None:
    code = "import sys, tightdp; print(sorted({'numpy', 'scipy'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
