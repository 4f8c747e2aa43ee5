"""The hosts carry out exactly the commands of the table, and exactly those are sent."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path

import pytest

import xlnono
from xlnono.live.command_table import COMMANDS
from xlnono.live.wire_format import command
from xlnono.spreadsheet.area import Area

SOURCE = Path(xlnono.__file__).parent
MACROS = Path(__file__).parents[2] / "templates" / "vba" / "XlnonoMacros.bas"
CALC = SOURCE / "templates/calc_extension/pythonpath/xlnono_calc/carry_out.py"


def test_the_macros_carry_out_every_command() -> None:
    text = MACROS.read_text(encoding="utf-8")
    body = re.search(r"Private Sub CarryOut\(.*?End Sub", text, re.S)
    assert body is not None
    assert set(re.findall(r'Case "(\w+)"', body[0])) == set(COMMANDS)


def test_calc_carries_out_every_command_with_its_arguments() -> None:
    tree = ast.parse(CALC.read_text(encoding="utf-8"))
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    (table,) = (
        node.value
        for node in tree.body
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "_COMMANDS"
    )
    assert isinstance(table, ast.Dict)
    found = {
        ast.literal_eval(key): functions[ast.unparse(value)].args
        for key, value in zip(table.keys, table.values, strict=True)
        if key is not None
    }
    assert set(found) == set(COMMANDS)
    for name, arguments in found.items():
        if arguments.vararg is None:
            assert len(arguments.args) - 1 == len(COMMANDS[name].arguments), name


def test_the_host_without_macros_knows_every_command() -> None:
    plain = pytest.importorskip("xlnono.live.excel.plain_host")
    assert not plain._LEFT_OUT & set(plain._COMMANDS)
    assert plain._LEFT_OUT | set(plain._COMMANDS) == set(COMMANDS)
    for name, work in plain._COMMANDS.items():
        parameters = len(inspect.signature(work).parameters) - 1
        assert parameters == len(COMMANDS[name].arguments), name


def test_every_command_is_sent_by_somebody() -> None:
    sent = " ".join(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))
    for name in COMMANDS:
        uses = re.findall(rf'"{name}"', sent)
        in_the_hosts = re.findall(rf'"{name}"', CALC.read_text(encoding="utf-8"))
        assert len(uses) > len(in_the_hosts) + 1, name


def test_a_command_with_other_arguments_is_a_mistake() -> None:
    with pytest.raises(TypeError):
        command("width", [Area(1, 1)])
    with pytest.raises(KeyError):
        command("fit", [Area(1, 1)])
