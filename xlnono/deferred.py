"""Names of a package that load their module when they are first used.

In a short run most of the time goes into imports, so a package must not load what few commands
need.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Iterator
from importlib import import_module


def deferred(package: str) -> Callable[[str], object]:
    """The `__getattr__` of a package, for the names it imports under `if TYPE_CHECKING:`.

    That block is the only list of these names, and a type checker reads it too. No name may be
    that of a module of the package, which would take its place.
    """
    modules = dict(_imported_for_type_checkers(package))

    def found(name: str) -> object:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(modules[name]), name)

    return found


def _imported_for_type_checkers(package: str) -> Iterator[tuple[str, str]]:
    """Each name, and the module it comes from."""
    for node in ast.parse(inspect.getsource(sys.modules[package])).body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            for each in node.body:
                if isinstance(each, ast.ImportFrom) and each.module:
                    yield from ((alias.name, each.module) for alias in each.names)
