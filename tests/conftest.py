"""What tests share: LibreOffice, signals that arrive, and patience."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.support.office import Office, close_office, the_office

# How long an example takes says nothing where several workers and LibreOffice share a machine.
settings.register_profile(
    "thorough", deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("quick", settings.get_profile("thorough"), max_examples=25)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


@pytest.fixture(scope="session", autouse=True)
def usual_signals() -> None:
    """A test run in the background ignores signals, and so would all that it starts."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Python loses an interrupt that comes while a callback of the garbage collector runs, and
    Hypothesis has such a callback."""
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
