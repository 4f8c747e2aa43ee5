"""What tests share: LibreOffice, and signals that arrive."""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.test_calc_extension import Calc
    from tests.uno_engine import Office

# Their modules make LibreOffice the engine of xlwings for the whole process, which tests without
# LibreOffice must not meet: they are imported late.


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


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    from tests.uno_engine import Office

    office = Office(tmp_path_factory.mktemp("office"))
    yield office
    office.close()


@pytest.fixture(scope="module")
def calc(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Calc]:
    """With the extension installed."""
    from tests.test_calc_extension import Calc

    calc = Calc(tmp_path_factory.mktemp("お絵かき calc"))
    yield calc
    calc.close()
