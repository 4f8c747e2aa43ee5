"""No package imports upwards, in a circle, or holds too much; and the script that says so."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "tools" / "package_graph.py"
LAYERS = """
[[tool.importlinter.contracts]]
name = "Imports go one way"
type = "layers"
layers = ["xlnono.cli", "xlnono.jobs | xlnono.report", "xlnono.model", "xlnono.files"]
"""
PACKAGES = ("cli", "jobs", "report", "model", "files", "engine", "render")


def graph(*words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, SCRIPT, *map(str, words)],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of seven packages of equal size, each in a layer, that import nothing."""
    layers = LAYERS.replace("xlnono.files", "xlnono.files | xlnono.engine | xlnono.render")
    (tmp_path / "pyproject.toml").write_text(layers)
    for name in PACKAGES:
        folder = tmp_path / "xlnono" / name
        folder.mkdir(parents=True)
        (folder / "__init__.py").write_text("\n" * 100)
    return tmp_path


def add(project: Path, module: str, text: str) -> None:
    (project / "xlnono" / f"{module}.py").write_text(text)


def test_the_project_itself_is_in_order() -> None:
    done = graph()
    assert (done.returncode, done.stderr) == (0, "")


def test_imports_and_lines_are_counted(project: Path) -> None:
    add(project, "cli/main", "from xlnono import model\nfrom xlnono.jobs import sources\n")
    add(project, "jobs/sources", "import xlnono.model\n")
    done = graph(project)
    assert (done.returncode, done.stderr) == (0, "")
    figures = dict(line.split("  ", 1) for line in done.stdout.splitlines()[-7:])
    assert {name: figure.strip() for name, figure in figures.items()} == {
        "lines": "703",
        "packages": "7",
        "of which single modules": "0",
        "imports between packages": "3",
        "circles": "0",
        "imports upwards": "0",
        "largest package": "cli (14.5%)",
    }


@pytest.mark.parametrize(
    ("modules", "fault"),
    [
        (
            {"model/clue": "def f():\n    import xlnono.jobs\n"},
            "upwards: xlnono.model -> xlnono.jobs",
        ),
        ({"report/page": "from xlnono import jobs\n"}, "upwards: xlnono.report -> xlnono.jobs"),
        (
            {
                "cli/one": "from xlnono.cli.two import x\n",
                "cli/two": "from xlnono.cli.three import x\n",
                "cli/three": "import xlnono.cli.one\n",
            },
            "in a circle: xlnono.cli.one -> xlnono.cli.two -> xlnono.cli.three",
        ),
        ({"extra": ""}, "in no layer of pyproject.toml: xlnono.extra"),
        ({"jobs/long": "\n" * 21}, "more than 1/6 of all lines: xlnono.jobs (16.8%)"),
    ],
)
def test_faults_are_named(project: Path, modules: dict[str, str], fault: str) -> None:
    for module, text in modules.items():
        add(project, module, text)
    done = graph(project)
    assert done.returncode == 1
    assert fault in done.stderr


def test_packages_that_import_each_other_are_a_circle(project: Path) -> None:
    add(project, "jobs/one", "import xlnono.model.two\n")
    add(project, "model/two", "import xlnono.jobs\n")
    assert "in a circle: xlnono.jobs -> xlnono.model" in graph(project).stderr


def test_two_projects_are_compared(project: Path) -> None:
    done = graph("--before", project)
    (line,) = (line for line in done.stdout.splitlines() if line.startswith("packages "))
    assert line.split()[1:3] == ["7", "->"]


def test_what_is_no_project_is_refused(tmp_path: Path) -> None:
    done = graph(tmp_path / "nowhere")
    assert done.returncode == 1
    assert "neither a folder nor a revision" in done.stderr
