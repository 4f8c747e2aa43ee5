"""Names of a package that load their module when they are first used.

In a short run most of the time goes into imports, so a package must not load what few commands
need.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module


def deferred(package: str, modules: Mapping[str, str]) -> Callable[[str], object]:
    """The `__getattr__` of a package, with the module that each of its names comes from.

    No name may be that of a module of the package, which would take its place.
    """

    def found(name: str) -> object:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(modules[name]), name)

    return found
