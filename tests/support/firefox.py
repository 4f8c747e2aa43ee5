"""Firefox, the other host of the web page, over WebDriver BiDi: it needs no driver program.

The protocol: https://w3c.github.io/webdriver-bidi/
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import websocket

from tests.support.required_programs import programs

_SECONDS = 120.0
_OFFLINE = {
    "browser.download.folderList": 2,
    "browser.download.always_ask_before_handling_new_types": False,
    # Whatever the page asks of a network, it asks of a port where nobody listens.
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
}


class Firefox:
    """A window of Firefox. Files that its page saves are in `downloads`."""

    def __init__(self, address: str, downloads: Path) -> None:
        self.downloads = downloads
        self.errors: list[str] = []
        self._last = 0
        self._socket = websocket.create_connection(
            f"{address}/session", timeout=_SECONDS, suppress_origin=True
        )
        self.command("session.new", capabilities={})
        self.command("session.subscribe", events=["log.entryAdded"])
        tree = self.command("browsingContext.getTree")
        self._window = tree["contexts"][0]["context"]

    def command(self, method: str, **parameters: object) -> Any:
        """The answer to a command of the protocol."""
        self._last += 1
        question = {"id": self._last, "method": method, "params": parameters}
        self._socket.send(json.dumps(question))
        while True:
            answer = json.loads(self._socket.recv())
            if answer.get("method") == "log.entryAdded" and answer["params"]["level"] == "error":
                self.errors.append(answer["params"]["text"])
            if answer.get("id") == self._last:
                assert answer["type"] == "success", answer
                return answer["result"]

    def open(self, path: Path) -> None:
        self.command(
            "browsingContext.navigate", context=self._window, url=path.as_uri(), wait="complete"
        )

    def run(self, script: str, *arguments: object) -> Any:
        """What the body of an asynchronous function returns, as JSON."""
        body = f"async (text) => {{ const given = JSON.parse(text); {script} }}"
        answer = self.command(
            "script.callFunction",
            functionDeclaration=f"async (text) => JSON.stringify(await ({body})(text)) ?? null",
            arguments=[{"type": "string", "value": json.dumps(arguments)}],
            target={"context": self._window},
            awaitPromise=True,
            userActivation=True,
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        found = answer["result"].get("value")
        return None if found is None else json.loads(found)

    def until(self, expression: str) -> None:
        """Wait for an expression to be true."""
        waiting = "setTimeout(() => no(new Error('waited in vain')), 60000);"
        self.run(
            f"await new Promise((yes, no) => {{ {waiting}"
            f"const look = () => ({expression}) ? yes() : setTimeout(look, 30); look(); }});"
        )

    def choose_file(self, selector: str, path: Path) -> None:
        found = self.command(
            "browsingContext.locateNodes",
            context=self._window,
            locator={"type": "css", "value": selector},
        )
        element = {"sharedId": found["nodes"][0]["sharedId"]}
        self.command("input.setFiles", context=self._window, element=element, files=[str(path)])

    def downloaded(self, name: str) -> Path:
        """A file that the page has saved, when it is whole."""
        path = self.downloads / name
        until = time.monotonic() + _SECONDS
        while not path.exists() or not path.stat().st_size or [*self.downloads.glob("*.part")]:
            assert time.monotonic() < until, [*self.downloads.iterdir()]
            time.sleep(0.05)
        return path


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """Firefox with a new profile in a folder, without a network. Skips where `programs` does."""
    command = "firefox-esr" if shutil.which("firefox-esr") else "firefox"
    [program] = programs("Firefox", "XLNONO_REQUIRE_BROWSER", command)
    profile, downloads = folder / "profile", folder / "downloads"
    profile.mkdir()
    downloads.mkdir()
    settings = {**_OFFLINE, "browser.download.dir": str(downloads)}
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(of)});" for name, of in settings.items())
    (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
    # A name of its own: as root Firefox refuses the home of somebody else.
    process = subprocess.Popen(
        [
            program,
            "--headless",
            "--no-remote",
            "--profile",
            str(profile),
            "--remote-debugging-port=0",
            "about:blank",
        ],
        env={**os.environ, "HOME": str(folder)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr is not None
        announced = (line for line in process.stderr if "BiDi listening on " in line)
        window = Firefox(next(announced).rpartition(" ")[2].strip(), downloads)
        yield window
        with suppress(websocket.WebSocketException, OSError):
            window.command("browser.close")
    finally:
        with suppress(subprocess.TimeoutExpired):
            process.wait(5)
        process.kill()
        process.wait()
