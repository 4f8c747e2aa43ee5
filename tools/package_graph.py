"""Counts the lines of each package and the imports between packages.

    python tools/package_graph.py [PROJECT] [--before PROJECT]

PROJECT is a folder or a git revision (default: the folder this file is in). A “package” is whatever
stands directly in `xlnono/`, a folder or a single module. The exit code is 1 if packages or modules
import each other in a circle, if an import goes upwards in the layers of pyproject.toml, if a
package is missing from the layers, or if one holds more than a sixth of all lines.
"""

from __future__ import annotations

import argparse
import ast
import io
import subprocess
import sys
import tarfile
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path

HERE = Path(__file__).parents[1]
ROOT = "xlnono"
CONTRACT = "Imports go one way"
"""The contract of pyproject.toml that lists the layers, the highest first."""
LARGEST_SHARE = Fraction(1, 6)

Files = Mapping[str, str]
"""The text of each file, by its path in the project."""
Graph = Mapping[str, set[str]]
"""What each package or module imports."""


def _is_read(path: str) -> bool:
    return path == "pyproject.toml" or (path.startswith(f"{ROOT}/") and path.endswith(".py"))


def files_of(project: str) -> Files:
    """The files of a folder or of a git revision."""
    folder = Path(project)
    if folder.is_dir():
        paths = (path for path in folder.rglob("*") if path.is_file())
        named = ((path.relative_to(folder).as_posix(), path) for path in paths)
        return {name: path.read_text("utf-8") for name, path in named if _is_read(name)}
    archive = subprocess.run(
        ["git", "archive", project], cwd=HERE, capture_output=True, check=False
    )
    if archive.returncode:
        raise SystemExit(f"{project} is neither a folder nor a revision: {archive.stderr.decode()}")
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as tar:
        members = [member for member in tar if member.isfile() and _is_read(member.name)]
        return {m.name: tar.extractfile(m).read().decode() for m in members}  # type: ignore[union-attr]


def _imported(tree: ast.AST, modules: Iterable[str]) -> Iterator[str]:
    """The modules of the project that a module imports, wherever in it the import stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            names = [name if name in modules else node.module for name in inner]
        else:
            continue
        yield from (name for name in names if name in modules)


def _package(module: str) -> str:
    """The part of a module's name that says in which package it is."""
    return ".".join(module.split(".")[:2])


def circles(graph: Graph) -> list[list[str]]:
    """Groups of nodes that reach each other (Tarjan's strongly connected components)."""
    numbers: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []
    found: list[list[str]] = []

    def visit(node: str) -> None:
        numbers[node] = lowest[node] = len(numbers)
        path.append(node)
        for target in sorted(graph.get(node, ())):
            if target not in numbers:
                visit(target)
                lowest[node] = min(lowest[node], lowest[target])
            elif target in path:
                lowest[node] = min(lowest[node], numbers[target])
        if lowest[node] == numbers[node]:
            start = path.index(node)
            if len(path) - start > 1:
                found.append(path[start:])
            del path[start:]

    for node in sorted(graph):
        if node not in numbers:
            visit(node)
    return found


@dataclass(frozen=True)
class Project:
    """The packages of a project, and what they import."""

    files: Files

    @cached_property
    def _modules(self) -> dict[str, str]:
        """The text of each module, by its dotted name."""
        sources = {path: text for path, text in self.files.items() if path.endswith(".py")}
        return {
            path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): text
            for path, text in sources.items()
        }

    @cached_property
    def lines(self) -> dict[str, int]:
        """How many lines each package has, the largest first."""
        counts: dict[str, int] = defaultdict(int)
        for module, text in self._modules.items():
            counts[_package(module)] += len(text.splitlines())
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))

    @cached_property
    def module_imports(self) -> Graph:
        """The modules that each module imports."""
        return {
            module: set(_imported(ast.parse(text), self._modules))
            for module, text in self._modules.items()
        }

    @cached_property
    def imports(self) -> Graph:
        """The other packages that each package imports."""
        graph: dict[str, set[str]] = {package: set() for package in self.lines}
        for module, targets in self.module_imports.items():
            graph[_package(module)] |= set(map(_package, targets))
        return {package: targets - {package} for package, targets in graph.items()}

    @property
    def circles(self) -> list[list[str]]:
        """Packages that import each other, and modules that do, directly or through others."""
        return circles(self.imports) + circles(self.module_imports)

    @cached_property
    def _layers(self) -> dict[str, int]:
        """How high each package stands in the layers; the highest layer has the lowest number."""
        settings = tomllib.loads(self.files["pyproject.toml"])
        contracts = settings["tool"]["importlinter"]["contracts"]
        layers = next(c["layers"] for c in contracts if c["name"] == CONTRACT)
        return {name: k for k, layer in enumerate(layers) for name in layer.split(" | ")}

    @property
    def total(self) -> int:
        return sum(self.lines.values())

    @property
    def loose(self) -> list[str]:
        """The packages that are a single module."""
        return [
            package for package in self.lines if f"{package.replace('.', '/')}.py" in self.files
        ]

    @property
    def arrows(self) -> int:
        """How many pairs of packages there are of which one imports the other."""
        return sum(map(len, self.imports.values()))

    @property
    def upward(self) -> list[str]:
        """Imports from a package into one that stands higher or beside it."""
        layers = self._layers
        return [
            f"{package} -> {target}"
            for package, targets in self.imports.items()
            for target in sorted(targets)
            if package in layers and target in layers and layers[target] <= layers[package]
        ]

    @property
    def unlisted(self) -> list[str]:
        """Packages that are in no layer. The public face itself is above all that it imports."""
        return [package for package in self.lines if package not in {ROOT, *self._layers}]

    @property
    def largest(self) -> tuple[str, Fraction]:
        """The largest package, and its share of all lines."""
        package, lines = next(iter(self.lines.items()))
        return package, Fraction(lines, self.total)

    def faults(self) -> list[str]:
        """Everything for which the exit code is 1."""
        found = [f"imports in a circle: {' -> '.join(circle)}" for circle in self.circles]
        found += [f"import upwards: {arrow}" for arrow in self.upward]
        found += [f"in no layer of pyproject.toml: {package}" for package in self.unlisted]
        package, share = self.largest
        if share > LARGEST_SHARE:
            found.append(f"more than {LARGEST_SHARE} of all lines: {package} ({float(share):.1%})")
        return found

    def figures(self) -> dict[str, str]:
        """The figures to compare two projects by."""
        package, share = self.largest
        return {
            "lines": f"{self.total:,}",
            "packages": str(len(self.lines)),
            "of which single modules": str(len(self.loose)),
            "imports between packages": str(self.arrows),
            "circles": str(len(self.circles)),
            "imports upwards": str(len(self.upward)),
            "largest package": f"{_short(package)} ({float(share):.1%})",
        }


def _short(package: str) -> str:
    return package.removeprefix(f"{ROOT}.")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("project", nargs="?", default=str(HERE), metavar="PROJECT")
    parser.add_argument("--before", metavar="PROJECT", help="compare the figures with this one")
    words = parser.parse_args()
    project = Project(files_of(words.project))
    for package, lines in project.lines.items():
        imported = " ".join(_short(target) for target in sorted(project.imports[package]))
        print(f"{lines:6,} {lines / project.total:6.1%}  {_short(package):14} {imported}")
    print()
    before = Project(files_of(words.before)).figures() if words.before else {}
    for name, figure in project.figures().items():
        print(f"{name:26} {f'{before[name]:>20} -> ' if before else ''}{figure}")
    faults = project.faults()
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
