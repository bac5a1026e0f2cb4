"""The page in headless Chromium: plots appear, hover and keys show values, dark and print work."""
# pyright: reportMissingTypeStubs=false, reportMissingImports=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownParameterType=false, reportUnknownArgumentType=false

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from tightdp.cli import main
from tightdp.report.run_figures import KINDS

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1280,900",
)
RUN = "report --gaussian 1 --poisson 0.01 --steps 100 --delta 1e-5 --rtol 0.05 --output"


def binary(*names: str) -> str:
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        pytest.skip(f"no {names[0]} on this machine: apt-get install chromium chromium-driver")
    return found


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    service = pytest.importorskip("selenium.webdriver.chrome.service")
    options = webdriver.ChromeOptions()
    options.binary_location = binary("chromium", "chromium-browser", "google-chrome")
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    page = tmp_path_factory.mktemp("page") / "report.html"
    assert main([*RUN.split(), str(page)]) == 0
    driver = webdriver.Chrome(options=options, service=service.Service(binary("chromedriver")))
    driver.execute_cdp_cmd("Network.enable", {})
    driver.get(page.as_uri())
    yield driver
    driver.quit()


def chart(browser: Any, kind: str) -> Any:
    return browser.find_element("id", f"chart-{kind}")


def readout(browser: Any, kind: str) -> str:
    return browser.find_element("css selector", f"#figure-{kind} .readout").text


def colour(browser: Any) -> tuple[int, ...]:
    text = browser.execute_script("return getComputedStyle(document.body).backgroundColor")
    return tuple(int(part) for part in text.removeprefix("rgb(").rstrip(")").split(","))


def emulate(browser: Any, media: str, scheme: str) -> None:
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media, "features": features})


@pytest.mark.parametrize("kind", KINDS)
def test_a_plot_appears_and_hovering_shows_values(browser: Any, kind: str) -> None:
    found = chart(browser, kind)
    browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", found)
    assert found.size["width"] > 300
    line = browser.find_element("css selector", f"#chart-{kind} .sure")
    assert line.size["width"] > 200
    actions = pytest.importorskip("selenium.webdriver").ActionChains(browser)
    actions.move_to_element_with_offset(found, -60, 0).perform()
    left = readout(browser, kind)
    actions.move_to_element_with_offset(found, 60, 0).perform()
    right = readout(browser, kind)
    assert " at " in left
    assert " at " in right
    assert left != right
    assert len(browser.find_elements("css selector", f"#chart-{kind} .dot.chosen")) == 1


def test_keys_move_along_a_plot_and_a_screen_reader_hears_the_values(browser: Any) -> None:
    keys = pytest.importorskip("selenium.webdriver").Keys
    found = chart(browser, "group-size")
    assert (found.get_attribute("role"), found.get_attribute("tabindex")) == ("slider", "0")
    found.send_keys(keys.HOME)
    assert found.get_attribute("aria-valuetext").startswith("1 record: ε at most ")
    found.send_keys(keys.ARROW_RIGHT, keys.ARROW_RIGHT, keys.ARROW_LEFT)
    assert found.get_attribute("aria-valuetext").startswith("2 records: ")
    assert readout(browser, "group-size") == found.get_attribute("aria-valuetext")
    found.send_keys(keys.END, keys.ARROW_RIGHT)
    assert found.get_attribute("aria-valuenow") == found.get_attribute("aria-valuemax") == "7"


def test_data_behind_a_plot_opens(browser: Any) -> None:
    details = browser.find_element("css selector", "#figure-noise details")
    browser.execute_script("arguments[0].querySelector('summary').click()", details)
    rows = details.find_elements("css selector", "tbody tr")
    assert len(rows) == 11
    assert rows[0].text.split()[0] == "0.5"
    browser.execute_script("arguments[0].open = false", details)


def test_the_dark_scheme_is_dark_and_print_is_light(browser: Any) -> None:
    try:
        assert min(colour(browser)) > 200
        emulate(browser, "screen", "dark")
        assert max(colour(browser)) < 60
        emulate(browser, "print", "dark")
        assert min(colour(browser)) > 200
        assert not browser.find_element("css selector", "#figure-noise .readout").is_displayed()
    finally:
        emulate(browser, "", "light")


def test_a_narrow_screen_does_not_scroll_sideways(browser: Any) -> None:
    size = {"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": True}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        assert browser.execute_script("return document.documentElement.scrollWidth") <= 360
        assert chart(browser, "noise").size["width"] > 280
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_nothing_is_fetched_and_the_console_is_silent(browser: Any) -> None:
    fetched = browser.execute_script("return performance.getEntriesByType('resource').map((entry) => entry.name)")
    assert [name for name in fetched if not name.startswith("data:")] == []
    assert browser.get_log("browser") == []
