"""LibreOffice, the real host of the tests: what it makes of a workbook."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.support.required_programs import programs
from xlnono.templates import extension

_START_SECONDS = 60
_RUN_NEVER, _RUN_ALWAYS = 0, 4
_FILTERS = {
    ".fods": "OpenDocument Spreadsheet Flat XML",
    ".html": "HTML (StarCalc)",
    ".pdf": "calc_pdf_Export",
    ".xlsx": "Calc MS Excel 2007 XML",
}
"""How LibreOffice calls the kinds of files."""


def _environment() -> dict[str, str]:
    """That of LibreOffice, whose own Python would take its library from the first Python it finds.

    That one must not belong to a virtual environment.
    """
    folders = os.environ["PATH"].split(os.pathsep)
    usual = [folder for folder in folders if not Path(folder, "..", "pyvenv.cfg").exists()]
    return os.environ | {"PATH": os.pathsep.join(usual)}


def _uno() -> Any:
    """LibreOffice's bridge, which belongs to the Python of the system."""
    try:
        import uno
    except ImportError:
        sys.path.append("/usr/lib/python3/dist-packages")
        try:
            import uno
        except ImportError:
            if os.environ.get("XLNONO_REQUIRE_LIBREOFFICE"):
                pytest.fail("LibreOffice is required, and this Python has not its bridge")
            pytest.skip("this Python has not the bridge to LibreOffice")
    return uno


class Office:
    """A LibreOffice of its own with xlnono's extension, its profile in a folder.

    Skips the test where `programs` does.
    """

    def __init__(self, folder: Path) -> None:
        program, installer = programs(
            "LibreOffice", "XLNONO_REQUIRE_LIBREOFFICE", "soffice", "unopkg"
        )
        self.folder = folder
        # That of all users, for root may not install anything else; but kept in the folder.
        shared = f"-env:UNO_SHARED_PACKAGES={(folder / 'shared').as_uri()}"
        extension.make(folder / "xlnono.oxt")
        # The installer of LibreOffice now and then crashes when two of them start at once.
        for _ in range(3):
            done = subprocess.run(
                [
                    *(installer, "add", "--shared", "--suppress-license", "--force", shared),
                    f"-env:UserInstallation={(folder / 'profile').as_uri()}",
                    str(folder / "xlnono.oxt"),
                ],
                env=_environment(),
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=120,
                check=False,
            )
            if done.returncode == 0:
                break
        assert done.returncode == 0, done.stdout
        uno = _uno()
        # Over a socket every call would wait for the delays of TCP.
        pipe = f"pipe,name=xlnono-{os.getpid()}-{time.monotonic_ns()};urp;"
        self._process = subprocess.Popen(
            [
                *(program, "--headless", "--norestore", "--nolockcheck"),
                f"--accept={pipe}",
                f"-env:UserInstallation={(folder / 'profile').as_uri()}",
                shared,
            ],
            env=_environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            # Its first process only starts the one that does the work: both must be killed.
            start_new_session=True,
        )
        local = uno.getComponentContext()
        resolver = local.ServiceManager.createInstanceWithContext(
            "com.sun.star.bridge.UnoUrlResolver", local
        )
        place = f"uno:{pipe}StarOffice.ComponentContext"
        last = time.monotonic() + _START_SECONDS
        while True:
            try:
                self.context = resolver.resolve(place)
                break
            except Exception:
                if time.monotonic() > last or self._process.poll() is not None:
                    raise
                time.sleep(0.1)
        self.desktop = self.service("com.sun.star.frame.Desktop")

    @property
    def alive(self) -> bool:
        """Whether it answers. The process that was started lives a little longer than that."""
        try:
            self.desktop.getTypes()
        except Exception:
            return False
        return True

    def service(self, name: str) -> Any:
        """A service of LibreOffice."""
        return self.context.ServiceManager.createInstanceWithContext(name, self.context)

    @property
    def chosen_python(self) -> Path:
        """The file in which a user of the extension names another Python."""
        return self.folder / "profile" / "user" / "xlnono-python.txt"

    def speak(self, locale: str) -> None:
        """Have the menus in another language."""
        from com.sun.star.beans import PropertyValue

        provider = self.service("com.sun.star.configuration.ConfigurationProvider")
        access = provider.createInstanceWithArguments(
            "com.sun.star.configuration.ConfigurationUpdateAccess",
            (PropertyValue("nodepath", 0, "/org.openoffice.Setup/L10N", 0),),
        )
        access.ooLocale = locale
        access.commitChanges()

    def open(self, path: Path, **way: Any) -> Any:
        """Open a workbook with its macros."""
        from com.sun.star.beans import PropertyValue

        way = {"MacroExecutionMode": _RUN_ALWAYS, **way}
        facts = tuple(PropertyValue(name, 0, value, 0) for name, value in way.items())
        document = self.desktop.loadComponentFromURL(path.as_uri(), "_blank", 0, facts)
        assert document is not None, f"LibreOffice does not open {path}"
        return document

    def converted(self, path: Path, target: Path) -> None:
        """Write a workbook in the format that the name of the target has."""
        from com.sun.star.beans import PropertyValue

        document = self.open(path, MacroExecutionMode=_RUN_NEVER, Hidden=True)
        try:
            way = PropertyValue("FilterName", 0, _FILTERS[target.suffix], 0)
            document.storeToURL(target.as_uri(), (way,))
        finally:
            document.close(True)

    def close(self) -> None:
        try:
            self.desktop.terminate()
            self._process.wait(20)
        except Exception:
            self.kill()
            self._process.wait(20)

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)


_running: list[Office] = []


def the_office() -> Office:
    """The LibreOffice of this process, started when it is first wanted."""
    if office_died():
        # No test after the one in which it died is to fail for it.
        close_office()
    if not _running:
        _running.append(Office(Path(tempfile.mkdtemp(prefix="お絵かき "))))
    return _running[0]


def office_died() -> bool:
    """Whether it was started and has ended by itself."""
    return any(not office.alive for office in _running)


def kill_office() -> None:
    """Kill it, if it was started: calls that wait for it then end in an error."""
    for office in _running:
        office.kill()


def close_office() -> None:
    """Close it, if it was started."""
    while _running:
        office = _running[-1]
        office.close()
        _running.pop()
        shutil.rmtree(office.folder, ignore_errors=True)


def converted(path: Path, kind: str) -> Path:
    """The workbook as LibreOffice saves it in another format, calculated anew if it can be."""
    out = path.parent / "converted"
    out.mkdir(exist_ok=True)
    target = out / path.with_suffix(f".{kind}").name
    the_office().converted(path, target)
    return target


def first_page(path: Path, dots: int = 100) -> Image.Image:
    """The first page of a workbook as LibreOffice prints it, so many dots an inch."""
    pdf = converted(path, "pdf")
    stem = pdf.with_suffix("")
    subprocess.run(
        [
            *("pdftoppm", "-png", "-r", str(dots), "-f", "1", "-l", "1", "-singlefile"),
            *(str(pdf), str(stem)),
        ],
        check=True,
        timeout=60,
    )
    return Image.open(stem.with_suffix(".png")).convert("RGB")
