from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

from report.figured_runs import CURVE
from tightdp.report.figure_record import figure_record
from tightdp.report.svg_chart import HEIGHT, WIDTH, svg_chart


def test_the_drawing_is_well_formed_and_inside_its_box() -> None:
    root = ET.fromstring(svg_chart(figure_record(CURVE)))  # noqa: S314
    dots = [node for node in root.iter("circle") if node.get("class") == "dot"]
    assert [dot.get("data-words") for dot in dots] == ["1 step: ε at most 0.6", "4 steps: ε at most 1.2"]
    assert all(0 < float(dot.get("cx", "")) < WIDTH and 0 < float(dot.get("cy", "")) < HEIGHT for dot in dots)
    assert root.get("aria-labelledby") == "title-steps"
    assert root.get("class") == "chart few"
    texts = ["".join(node.itertext()) for node in root.iter("text")]
    assert {"0", "4", "1.2", "steps", "ε (nats)"} <= set(texts)


def test_the_guarantee_of_an_error_rate_is_its_lower_end() -> None:
    def sure(text: str) -> str:
        return re.findall(r'class="sure" points="([^"]*)"', text)[0]

    def other(text: str) -> str:
        return re.findall(r'class="other" points="([^"]*)"', text)[0]

    steps = svg_chart(figure_record(replace(CURVE, kind="noise")))
    rates = svg_chart(figure_record(replace(CURVE, kind="trade-off", here=None)))
    assert (sure(steps), other(steps)) == (other(rates), sure(rates))
    assert 'class="here"' in steps
    assert 'class="here"' not in rates
