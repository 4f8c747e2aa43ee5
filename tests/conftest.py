"""What tests share: LibreOffice, signals that arrive, and patience."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import suppress

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, settings

from tests.support.office import Office, close_office, kill_office, office_died, the_office

PATIENCE = 600.0
"""Seconds after which a test with LibreOffice does not end by itself any more."""

# Of some hundred processes that tests start, each would compile xlnono anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# What tests leave behind is small, and searching it for cycles often costs time.
gc.set_threshold(100_000, 10, 10)

# How long an example takes says nothing where several workers and LibreOffice share a machine.
settings.register_profile(
    "thorough", deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("quick", settings.get_profile("thorough"), max_examples=25)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


def pytest_collection_finish() -> None:
    """Spare the garbage collector what lives as long as the tests."""
    gc.freeze()


def _reports(item: pytest.Item, nextitem: pytest.Item | None) -> list[pytest.TestReport]:
    """Run a test. If LibreOffice hangs, which it seldom does, it is killed."""
    watch = threading.Timer(PATIENCE, kill_office)
    watch.daemon = True
    watch.start()
    try:
        return runtestprotocol(item, log=False, nextitem=nextitem)
    finally:
        watch.cancel()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Run a test again, once, if it failed because LibreOffice died, which it does now and then.

    Everything is set up anew, because the workbooks that tests share died with it. The summary
    says so, and a test in which it dies again fails.
    """
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = _reports(item, nextitem)
    if any(report.failed for report in reports) and office_died():
        with suppress(Exception):
            # Closing a workbook that is gone fails.
            item.session._setupstate.teardown_exact(None)
        close_office()
        with warnings.catch_warnings(record=True) as recorded:
            warnings.warn("LibreOffice died in this test, so it was run again.", stacklevel=1)
        item.ihook.pytest_warning_recorded.call_historic(
            kwargs={
                "warning_message": recorded[0],
                "when": "runtest",
                "nodeid": item.nodeid,
                "location": None,
            }
        )
        reports = _reports(item, nextitem)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


@pytest.fixture(scope="session", autouse=True)
def usual_signals() -> None:
    """A test run in the background ignores signals, and so would all that it starts."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Python loses an interrupt that comes while a callback of the garbage collector runs, and
    Hypothesis has such a callback. So have threads of earlier tests, until they are collected."""
    gc.collect()
    callbacks = gc.callbacks[:]
    gc.callbacks.clear()
    yield
    gc.callbacks[:] = callbacks


@pytest.fixture(scope="session", autouse=True)
def usual_office() -> Iterator[None]:
    """Close LibreOffice in the end, if any test wanted it."""
    yield
    close_office()


@pytest.fixture(scope="session")
def office() -> Office:
    """The LibreOffice of this process, with xlnono's extension."""
    return the_office()


@pytest.fixture
def calc(office: Office) -> Iterator[Office]:
    """The same, as it was when a test is done that sets it up in another way."""
    yield office
    office.chosen_python.unlink(missing_ok=True)
    office.speak("en-US")
