"""The macro project of the templates, as MS-OVBA wants it: its source text and nothing else."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import files
from pathlib import Path

import pytest
import xlwings

from tests.support.macro_project import Project, read_project
from tests.support.pressing import builder
from xlnono.templates import template_sheet

OURS = ["XlnonoMacros", "XlnonoLines"]
STANDARD = [*OURS, "xlwings"]
CLASSES = ["ThisWorkbook", "Sheet1", "Dictionary"]


@pytest.fixture(scope="module")
def project() -> Project:
    return read_project(template_sheet.MACROS.read_bytes())


def test_it_has_no_compiled_code(project: Project) -> None:
    assert project.streams["VBA/_VBA_PROJECT"] == bytes.fromhex("CC61FFFF000100")
    assert [module.offset for module in project.modules] == [0] * 6
    assert set(project.streams) == {
        "PROJECT",
        "PROJECTwm",
        "VBA/_VBA_PROJECT",
        "VBA/dir",
        *(f"VBA/{name}" for name in STANDARD + CLASSES),
    }


def test_its_lists_of_modules_agree(project: Project) -> None:
    names = [module.name for module in project.modules]
    assert project.count == len(names)
    assert sorted(names) == sorted(STANDARD + CLASSES)
    assert [module.stream for module in project.modules] == names
    assert [module.name for module in project.modules if module.standard] == STANDARD
    assert project.names == [(name, name) for name in names]
    listed = [line.split("=") for line in project.properties if re.match("(Doc|Mod|Cl).*=", line)]
    assert [(kind, name.split("/")[0]) for kind, name in listed] == [
        *(("Document", name) for name in CLASSES[:2]),
        *(("Module", name) for name in STANDARD),
        ("Class", "Dictionary"),
    ]
    assert {module.cookie for module in project.modules} == {0xFFFF}


def test_its_source_is_whole(project: Project) -> None:
    package = Path(xlwings.__file__).parent
    sources = {module.name: module.source for module in project.modules}
    for name, text in sources.items():
        assert f'Attribute VB_Name = "{name}"\r\n' in text
        assert not re.search(r"[^\r]\n|\r[^\n]", text), name
    for name, path in (
        *builder().OURS.items(),
        ("xlwings", package / "xlwings.bas"),
        ("Dictionary", package / "addin" / "Dictionary.cls"),
    ):
        written = path.read_text("ascii")
        # The lines before the first attribute are those of an exported file only.
        lines = written[written.find("Option Explicit") :].splitlines()
        assert sources[name].splitlines()[-len(lines) :] == lines


def test_the_licences_of_others_are_passed_on(project: Project) -> None:
    root = Path(__file__).parents[2]
    notice = (root / "NOTICE").read_text("utf-8")
    others = {module.name for module in project.modules if module.source.count("\n") > 20}
    for name in others - {*OURS}:
        assert f'Module "{name}"' in notice
    (theirs,) = (path for path in files("xlwings") or () if path.name == "LICENSE.txt")
    assert theirs.read_text("utf-8").strip() in notice
    settings = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    assert settings["project"]["license-files"] == ["LICENSE", "NOTICE"]


def test_no_line_is_too_long_for_the_editor(project: Project) -> None:
    """The macro editor takes 1,023 characters a line, and 24 continued lines."""
    for module in project.modules:
        lines = module.source.splitlines()
        assert max(map(len, lines)) <= 1023
        assert not re.search(r"(?: _\r\n[^\r]*){25}", module.source)
