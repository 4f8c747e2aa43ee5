"""Chromium, the real host of the pages: it opens them without a window."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from selenium import webdriver

from tests.support.required_programs import programs


@contextmanager
def browser() -> Iterator[webdriver.Chrome]:
    """A browser without a network. Skips the test where `programs` does."""
    program, driver = programs("Chromium", "XLNONO_REQUIRE_BROWSER", "chromium", "chromedriver")
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    window = webdriver.Chrome(options, webdriver.ChromeService(driver))
    try:
        window.set_network_conditions(offline=True, latency=0, throughput=0)
        yield window
    finally:
        window.quit()
