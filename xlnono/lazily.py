"""Properties that are computed when they are first used."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from functools import cached_property

    lazy = cached_property
else:

    class _Lazy:
        """As `cached_property`, which is slow in Python 3.11 because it takes a lock."""

        def __init__(self, compute):
            self.compute, self.name = compute, compute.__name__
            self.__doc__ = compute.__doc__

        def __get__(self, instance, owner=None):
            if instance is None:
                return self
            value = instance.__dict__[self.name] = self.compute(instance)
            return value

    lazy = _Lazy
