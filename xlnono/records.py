"""Named tuples, as those of `typing` but quicker to define.

Those compile a function for each class. Together with the other modules that a command loads, this
would be a tenth of the time of loading.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:
    from collections import namedtuple
    from functools import cache
    from types import FunctionType

    _Field = type(namedtuple("_Sample", "field").field)
    """The kind of attribute that a field is."""
    _NAMES = {"new": tuple.__new__, "__builtins__": {}}

    class _Record(tuple):
        """What all named tuples can do."""

        __slots__ = ()

        @classmethod
        def _make(cls, values):
            return tuple.__new__(cls, values)

        def _replace(self, /, **changed):
            made = self._make(map(changed.pop, self._fields, self))
            if changed:
                raise ValueError(f"Got unexpected field names: {list(changed)!r}")
            return made

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self):
            held = ", ".join(f"{name}={value!r}" for name, value in self._asdict().items())
            return f"{type(self).__name__}({held})"

        def __getnewargs__(self):
            return tuple(self)

    @cache
    def _constructor(count):
        """The code that makes a tuple of so many values."""
        values = "".join(f"value{k}, " for k in range(count))
        return eval(f"lambda cls, {values}: new(cls, ({values}))").__code__

    class _Defining(type):
        """Makes a class statement define a named tuple."""

        def __new__(cls, name, bases, namespace):
            if not bases:
                return super().__new__(cls, name, bases, namespace)
            fields = tuple(namespace["__annotations__"])
            defaults = {field: namespace[field] for field in fields if field in namespace}
            namespace |= {field: _Field(place, None) for place, field in enumerate(fields)}
            namespace["_fields"] = namespace["__match_args__"] = fields
            namespace["_field_defaults"] = defaults
            code = _constructor(len(fields)).replace(co_varnames=("cls", *fields))
            values = tuple(defaults.values())
            namespace["__new__"] = FunctionType(code, _NAMES, "__new__", values)
            namespace["__slots__"] = ()
            return type.__new__(type, name, (_Record,), namespace)

    class NamedTuple(metaclass=_Defining):
        """The base in the class statement of a named tuple."""
