from __future__ import annotations

from tightdp.planning.caution import caution, delta_caution, epsilon_caution, group_caution


def test_every_warning_has_three_parts() -> None:
    assert caution("this was seen", "it costs that", "do so") == "this was seen: it costs that; do so"


def test_a_large_epsilon_is_most_often_a_slip() -> None:
    assert epsilon_caution(100.0) == ""
    assert epsilon_caution(16890.4).startswith("epsilon is 16890.4: above 100 it protects nobody in practice; check")


def test_delta_belongs_below_one_over_the_number_protected() -> None:
    assert delta_caution(9e-5, 10_000) == ""
    assert delta_caution(1e-4, 10_000).startswith("delta 0.0001 is not below 1/10000")


def test_a_group_larger_than_a_batch() -> None:
    assert group_caution(64, 64) == ""
    assert group_caution(65, 64).startswith("a group of 65 records is larger than a batch of 64")
