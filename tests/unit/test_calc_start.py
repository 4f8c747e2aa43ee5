"""How the extension for Calc starts Python."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

import pytest

from xlnono.templates import extension

PLANTED = """
import json, pathlib
pathlib.Path("ran").touch()
print(json.dumps({"done": "planted"}))
"""


def test_no_module_is_taken_from_the_folder_that_calc_was_started_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "xlnono").mkdir()
    (tmp_path / "xlnono" / "__init__.py").touch()
    (tmp_path / "xlnono" / "calc.py").write_text(PLANTED)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(Path(extension.__file__).with_name("calc_extension") / "pythonpath")
    from xlnono_calc.conversation import Conversation
    from xlnono_calc.words import Problem

    conversation = Conversation(lambda *_: None, lambda: None)
    # In a virtual environment this is the Python beneath, which has no other xlnono.
    python = getattr(sys, "_base_executable", sys.executable)
    with suppress(Problem):
        conversation.run(python, "solve", "en")
    assert not (tmp_path / "ran").exists()
