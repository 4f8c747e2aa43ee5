"""What `--json` prints, against the schema in the documentation."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.command_line import Run, english_command_line
from tests.support.workbooks import AMBIGUOUS, ONLY, book_with
from xlnono import Puzzle, solve
from xlnono.cli.commands import _commands
from xlnono.proofs.write import proof_lines

SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "json.schema.json").read_text("utf-8"))
TYPES = {
    "string": str, "integer": int, "number": (int, float), "boolean": bool, "null": type(None),
    "object": dict, "array": list,
}  # fmt: skip

RESULTS = {
    **dict.fromkeys(("solve", "check", "show", "hint"), "result"),
    "why": "why",
    "line": "line",
    "convert": "converted",
    "make": "made",
}
"""The kind of results of each command that has any."""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    return english_command_line(capsys, monkeypatch)


def check(value: Any, schema: dict[str, Any], place: str = "") -> None:
    """Compare a value with the part of JSON Schema that the documentation uses."""
    if "$ref" in schema:
        schema = SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]]
    if "enum" in schema:
        assert value in schema["enum"], place
    if "type" in schema:
        allowed = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        assert any(isinstance(value, TYPES[name]) for name in allowed), f"{place}: {value!r}"
    if isinstance(value, dict):
        assert set(schema["required"]) <= set(value), place
        for name, each in value.items():
            known = schema["properties"].get(name)
            assert known is not None or schema["additionalProperties"], f"{place}.{name}"
            if known is not None:
                check(each, known, f"{place}.{name}")
    if isinstance(value, list) and "anyOf" not in schema["items"]:
        for number, each in enumerate(value):
            check(each, schema["items"], f"{place}[{number}]")


def test_every_command_prints_one_line_that_the_schema_describes(run: Run, tmp_path: Path) -> None:
    ring = book_with(tmp_path / "ring.xlsx", ONLY)
    two = book_with(tmp_path / "two.xlsx", AMBIGUOUS[0])
    bad = tmp_path / "bad.json"
    bad.write_text('{"rows": [[1], [2]], "columns": [[1], [1]]}')
    log = solve(puzzle := Puzzle.of(ONLY), explain=True).log
    assert log is not None
    proof = tmp_path / "ring.proof.jsonl"
    proof.write_text("".join(proof_lines(puzzle, log, "ring")), encoding="utf-8")
    commands = {
        "check": (ring, two, bad, tmp_path / "missing.xlsx"),
        "show": (ring, two),
        "hint": (ring, two),
        "why": (ring, "E5"),
        "line": ("3", "?????"),
        "new": ("5x5", tmp_path / "new.xlsx"),
        "make": ("--random", "5x5", "--seed", "1", tmp_path / "random.xlsx"),
        "convert": (ring, tmp_path / "ring.non"),
        "book": (ring, tmp_path / "book.html"),
        "extension": (tmp_path / "calc.oxt",),
        "replay": (ring, tmp_path / "ring.svg"),
        "page": (tmp_path / "solve.html",),
        "solve": (ring, two, "--out", tmp_path / "solved"),
        "restore": (tmp_path / "solved" / "ring.xlsx",),
        "verify": (proof,),
        "share": (ring, tmp_path / "shared.xlsx"),
        "doctor": (),
    }
    assert set(commands) == set(_commands("en").commands) - {"batch"}
    for command, words in commands.items():
        said = run(command, *words, "--json")
        assert said.error == ""
        assert said.out.count("\n") == 1
        found = json.loads(said.out)
        check(found, SCHEMA, command)
        assert found["command"] == command
        assert found["exit_code"] == said.code
        assert bool(found["results"]) is (command in RESULTS)
        for each in found["results"]:
            check(each, SCHEMA["$defs"][RESULTS[command]], command)
        if command == "check":
            missing, mistyped = found["errors"]
            assert missing["file"] == str(tmp_path / "missing.xlsx")
            assert mistyped["code"] == "totals-differ"
            assert found["results"][2]["typing_mistakes"]
        if command == "why":
            assert found["results"][0]["steps"][-1]["fixed"]
        if command == "line":
            assert found["results"][0]["settled"] == "??#??"
        if command == "hint":
            assert found["results"][0]["hints"][0]["technique"]
    batch = run("batch", ring, bad, "--out", tmp_path / "out", "--jobs", "1", "--json")
    for line in batch.out.splitlines():
        check(json.loads(line), SCHEMA["$defs"]["result"], "batch")
    # Recording ends with the command.
    assert run("check", ring).out.startswith(str(ring))
