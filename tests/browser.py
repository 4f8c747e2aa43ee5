"""Chromium, the real host of the pages: it opens them without a window."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from selenium import webdriver


@contextmanager
def browser() -> Iterator[webdriver.Chrome]:
    """A browser without a network.

    Skips the test where there is no Chromium, unless XLNONO_REQUIRE_BROWSER is set.
    """
    program, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if program is None or driver is None:
        if os.environ.get("XLNONO_REQUIRE_BROWSER"):
            pytest.fail("a browser is required, and chromium or chromedriver is not on the path")
        pytest.skip("Chromium and its driver are not installed")
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
