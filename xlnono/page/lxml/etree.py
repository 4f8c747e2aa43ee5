"""Trees of XML as lxml has them, read with expat and written with the same bytes.

Only on a page. Namespaces keep the prefixes and the places of their declarations; comments and
processing instructions inside the root stay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any
from xml.parsers import expat

_XML = "http://www.w3.org/XML/1998/namespace"
_DEEPEST = 256
_LONGEST_TEXT = 10_000_000


class XMLSyntaxError(SyntaxError):
    """The content is not well-formed XML."""


def Comment() -> None:  # noqa: N802
    """The tag of comments."""


def ProcessingInstruction() -> None:  # noqa: N802
    """The tag of processing instructions."""


class _Element:
    """An element with its children. Only the elements of a tree refer to each other."""

    __slots__ = ("_children", "_own", "_parent", "attrib", "tag", "tail", "text")

    def __init__(
        self,
        tag: Any,
        attrib: Mapping[str, str] | None = None,
        own: Mapping[str, str] | None = None,
    ) -> None:
        self.tag: Any = tag
        self.attrib: dict[str, str] = dict(attrib or {})
        self.text: str | None = None
        self.tail: str | None = None
        self._children: list[_Element] = []
        self._parent: _Element | None = None
        self._own: dict[str, str] = dict(own or {})
        """The namespaces that it declares: their prefixes, "" for none, and names."""

    @property
    def nsmap(self) -> dict[str | None, str]:
        """The namespaces in scope."""
        found = {} if self._parent is None else self._parent.nsmap
        return {**found, **{prefix or None: name for prefix, name in self._own.items()}}

    def get(self, name: str, default: Any = None) -> Any:
        return self.attrib.get(name, default)

    def set(self, name: str, value: str) -> None:
        self.attrib[name] = value

    def keys(self) -> list[str]:
        return list(self.attrib)

    def items(self) -> list[tuple[str, str]]:
        return list(self.attrib.items())

    def __len__(self) -> int:
        return len(self._children)

    def __bool__(self) -> bool:
        return bool(self._children)

    def __iter__(self) -> Iterator[_Element]:
        return iter(self._children)

    def __reversed__(self) -> Iterator[_Element]:
        return reversed(self._children)

    def __contains__(self, child: object) -> bool:
        return isinstance(child, _Element) and child._parent is self

    def __getitem__(self, place: Any) -> Any:
        return self._children[place]

    def __setitem__(self, place: Any, child: Any) -> None:
        if isinstance(place, slice):
            assert place == slice(None)
            del self[:]
            self.extend(child)
            return
        child._leave()
        self._children[place]._parent = None
        self._children[place] = child._adopted(self)

    def __delitem__(self, place: Any) -> None:
        gone = self._children[place]
        for child in gone if isinstance(gone, list) else [gone]:
            child._orphan()
        del self._children[place]

    def _scope(self) -> dict[str, str]:
        return {prefix or "": name for prefix, name in self.nsmap.items()}

    def _orphan(self) -> None:
        """Lose the parent, and take its namespaces along."""
        parent, self._parent = self._parent, None
        if parent is not None:
            needed = _used(self)
            for prefix, name in parent._scope().items():
                if name in needed and name not in self._own.values():
                    self._own.setdefault(prefix, name)

    def _leave(self) -> None:
        if self._parent is not None:
            parent = self._parent
            parent._children.pop(parent.index(self))
            self._orphan()

    def _adopted(self, parent: _Element) -> _Element:
        """The element as a child of `parent`, without declarations that it repeats."""
        self._parent = parent
        if self._own:
            scope = parent._scope()
            for prefix, name in list(self._own.items()):
                if scope.get(prefix) == name or (
                    name in scope.values() and (prefix.startswith("ns") or name not in _used(self))
                ):
                    del self._own[prefix]
        return self

    def append(self, child: _Element) -> None:
        child._leave()
        self._children.append(child._adopted(self))

    def extend(self, children: Sequence[_Element]) -> None:
        for child in list(children):
            self.append(child)

    def insert(self, place: int, child: _Element) -> None:
        child._leave()
        self._children.insert(place, child._adopted(self))

    def remove(self, child: _Element) -> None:
        if child._parent is not self:
            raise ValueError("Element is not a child of this node.")
        tail, child.tail = child.tail, None
        child._leave()
        child.tail = tail

    def replace(self, old: _Element, new: _Element) -> None:
        place = self.index(old)
        new._leave()
        old._orphan()
        self._children[place] = new._adopted(self)

    def index(self, child: _Element) -> int:
        for place, each in enumerate(self._children):
            if each is child:
                return place
        raise ValueError("Element is not a child of this node.")

    def clear(self) -> None:
        for child in self._children:
            child._parent = None
        self._children.clear()
        self.attrib.clear()
        self.text = self.tail = None

    def getparent(self) -> _Element | None:
        return self._parent

    def _beside(self, step: int) -> _Element | None:
        if self._parent is None:
            return None
        place = self._parent.index(self) + step
        return self._parent._children[place] if 0 <= place < len(self._parent) else None

    def getnext(self) -> _Element | None:
        return self._beside(1)

    def getprevious(self) -> _Element | None:
        return self._beside(-1)

    def addnext(self, element: _Element) -> None:
        assert self._parent is not None
        element._leave()
        self._parent.insert(self._parent.index(self) + 1, element)

    def addprevious(self, element: _Element) -> None:
        assert self._parent is not None
        element._leave()
        self._parent.insert(self._parent.index(self), element)

    def iter(self, *tags: str) -> Iterator[_Element]:
        if not tags or self.tag in tags:
            yield self
        for child in list(self._children):
            yield from child.iter(*tags)

    def iterchildren(self, *tags: str) -> Iterator[_Element]:
        return (child for child in list(self._children) if not tags or child.tag in tags)

    def iterancestors(self, *tags: str) -> Iterator[_Element]:
        parent = self._parent
        while parent is not None:
            if not tags or parent.tag in tags:
                yield parent
            parent = parent._parent

    def itersiblings(self, *tags: str) -> Iterator[_Element]:
        if self._parent is None:
            return iter(())
        following = self._parent._children[self._parent.index(self) + 1 :]
        return (each for each in following if not tags or each.tag in tags)

    def itertext(self) -> Iterator[str]:
        if self.text:
            yield self.text
        for child in self._children:
            if isinstance(child.tag, str):
                yield from child.itertext()
            if child.tail:
                yield child.tail

    def iterfind(self, path: str) -> Iterator[_Element]:
        found: list[_Element] = [self]
        for tag in _steps(path):
            found = [child for one in found for child in one.iterchildren(tag)]
        return iter(found)

    def find(self, path: str) -> _Element | None:
        return next(self.iterfind(path), None)

    def findall(self, path: str) -> list[_Element]:
        return list(self.iterfind(path))

    def findtext(self, path: str, default: Any = None) -> Any:
        found = self.find(path)
        return default if found is None else found.text or ""

    def __copy__(self) -> _Element:
        return self.__deepcopy__({})

    def __deepcopy__(self, memo: dict[int, Any]) -> _Element:
        copied = self._copied()
        copied.tail = self.tail
        if self._parent is not None:
            needed = _used(self)
            for prefix, name in self._parent._scope().items():
                if name in needed:
                    copied._own.setdefault(prefix, name)
        return copied

    def _copied(self) -> _Element:
        copied = _Element(self.tag, self.attrib, self._own)
        copied.text = self.text
        for child in self._children:
            one = child._copied()
            one.tail = child.tail
            one._parent = copied
            copied._children.append(one)
        return copied


def _steps(path: str) -> list[str]:
    """The tags of a path, whose namespaces contain slashes."""
    steps, start, inside = [], 0, False
    for place, letter in enumerate(path):
        if letter in "{}":
            inside = letter == "{"
        elif letter == "/" and not inside:
            steps.append(path[start:place])
            start = place + 1
    return [*steps, path[start:]]


def _names(element: _Element) -> Iterator[str]:
    if isinstance(element.tag, str):
        yield element.tag
        yield from element.attrib


def _used(element: _Element) -> set[str]:
    """The namespaces of an element and of all below it."""
    return {
        name[1:].partition("}")[0]
        for each in element.iter()
        for name in _names(each)
        if name.startswith("{")
    }


def Element(  # noqa: N802
    tag: str,
    attrib: Mapping[str, str] | None = None,
    nsmap: Mapping[str | None, str] | None = None,
    **extra: str,
) -> _Element:
    """A new element, without a parent."""
    made = _made(tag, attrib, nsmap, extra)
    _declare(made, {})
    return made


def SubElement(  # noqa: N802
    parent: _Element,
    tag: str,
    attrib: Mapping[str, str] | None = None,
    nsmap: Mapping[str | None, str] | None = None,
    **extra: str,
) -> _Element:
    """A new element as the last child of another."""
    made = _made(tag, attrib, nsmap, extra)
    made._parent = parent
    _declare(made, parent._scope())
    parent._children.append(made)
    return made


def _made(
    tag: str,
    attrib: Mapping[str, str] | None,
    nsmap: Mapping[str | None, str] | None,
    extra: Mapping[str, str],
) -> _Element:
    own = {prefix or "": name for prefix, name in (nsmap or {}).items()}
    return _Element(tag, {**extra, **(attrib or {})}, own)


def _declare(element: _Element, scope: Mapping[str, str]) -> None:
    """Declare the namespaces of an element that are not in scope."""
    known = {**scope, **element._own}
    for name in _names(element):
        if not name.startswith("{"):
            continue
        space = name[1:].partition("}")[0]
        if space != _XML and space not in known.values():
            number = 0
            while f"ns{number}" in known:
                number += 1
            known[f"ns{number}"] = element._own[f"ns{number}"] = space


class XMLParser:
    """A parser that is fed the content in pieces."""

    def __init__(self, **_: Any) -> None:
        self._parser = expat.ParserCreate("utf-8", "}")
        self._parser.buffer_text = True
        self._parser.buffer_size = 1 << 16
        self._parser.ordered_attributes = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._data
        self._parser.StartNamespaceDeclHandler = self._namespace
        self._parser.CommentHandler = self._comment
        self._parser.ProcessingInstructionHandler = self._instruction
        self._root: _Element | None = None
        self._open: list[_Element] = []
        self._last: _Element | None = None
        self._own: dict[str, str] = {}
        self.ended: list[_Element] = []
        self.waits: Callable[[_Element], bool] | None = None

    def feed(self, content: bytes) -> None:
        self._parse(content, last=False)

    def close(self) -> _Element:
        self._parse(b"", last=True)
        assert self._root is not None
        return self._root

    def _parse(self, content: bytes, *, last: bool) -> None:
        try:
            self._parser.Parse(content, last)
        except expat.ExpatError as error:
            place = (None, error.lineno, error.offset, None)
            raise XMLSyntaxError(expat.ErrorString(error.code), place) from None

    def _refuse(self, reason: str) -> None:
        place = (None, self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber, None)
        raise XMLSyntaxError(reason, place)

    def _namespace(self, prefix: str | None, name: str | None) -> None:
        self._own[prefix or ""] = name or ""

    def _put(self, element: _Element) -> None:
        if self._open:
            element._parent = self._open[-1]
            self._open[-1]._children.append(element)

    def _start(self, tag: str, attributes: list[str]) -> None:
        if len(self._open) >= _DEEPEST:
            self._refuse("too many levels")
        pairs = zip(attributes[::2], attributes[1::2], strict=True)
        element = _Element(_clark(tag), {_clark(name): value for name, value in pairs}, self._own)
        self._own = {}
        self._put(element)
        if self._root is None:
            self._root = element
        self._open.append(element)
        self._last = None

    def _end(self, _: str) -> None:
        self._last = self._open.pop()
        if self.waits is not None and self.waits(self._last):
            self.ended.append(self._last)

    def _data(self, text: str) -> None:
        if self._last is not None:
            self._last.tail = (self._last.tail or "") + text
        elif self._open:
            held = self._open[-1]
            held.text = (held.text or "") + text
            if len(held.text) > _LONGEST_TEXT:
                self._refuse("a text is too long")

    def _comment(self, text: str) -> None:
        self._aside(Comment, text)

    def _instruction(self, target: str, text: str) -> None:
        self._aside(ProcessingInstruction, f"{target} {text}" if text else target)

    def _aside(self, tag: Any, text: str) -> None:
        if self._open:
            element = _Element(tag)
            element.text = text
            self._put(element)
            self._last = element

    @property
    def lineno(self) -> int:
        return self._parser.CurrentLineNumber


class XMLPullParser(XMLParser):
    """A parser whose finished elements of one tag can be taken while it is fed."""

    def __init__(self, events: Sequence[str], tag: str, **options: Any) -> None:
        super().__init__(**options)
        assert tuple(events) == ("end",)
        self.waits = lambda element: element.tag == tag

    def read_events(self) -> Iterator[tuple[str, _Element]]:
        while self.ended:
            yield "end", self.ended.pop(0)


def _clark(name: str) -> str:
    return f"{{{name}" if "}" in name else name


def fromstring(content: str | bytes) -> _Element:
    """The root of some XML."""
    parser = XMLParser()
    parser.feed(content.encode() if isinstance(content, str) else content)
    return parser.close()


_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})
_VALUE = str.maketrans(
    {
        "&": "&amp;",
        "<": "&lt;",
        ">": "&gt;",
        '"': "&quot;",
        "\n": "&#10;",
        "\r": "&#13;",
        "\t": "&#9;",
    }
)


def tostring(
    element: _Element,
    *,
    xml_declaration: bool = False,
    encoding: str = "ASCII",
    standalone: bool | None = None,
    method: str = "xml",
    exclusive: bool = False,
) -> bytes:
    """The element as XML."""
    if method == "c14n":
        parts: list[str] = []
        _write_canonically(element, {}, parts)
        return "".join(parts).encode()
    parts = ["<?xml version='1.0' encoding='UTF-8' standalone='yes'?>\n"] if xml_declaration else []
    _write(element, {"": "", "xml": _XML}, parts)
    return "".join(parts).encode()


def _prefixed(name: str, prefixes: Mapping[str, str], *, attribute: bool) -> str:
    if not name.startswith("{"):
        return name
    space, _, local = name[1:].partition("}")
    for prefix, known in reversed(list(prefixes.items())):
        if known == space and (prefix or not attribute):
            return f"{prefix}:{local}" if prefix else local
    raise ValueError(f"the namespace {space} was not declared")


def _write(element: _Element, scope: Mapping[str, str], parts: list[str]) -> None:
    if element.tag is Comment:
        parts.append(f"<!--{element.text}-->")
        return
    if element.tag is ProcessingInstruction:
        parts.append(f"<?{element.text}?>")
        return
    prefixes = {**scope, **element._own} if element._own else scope
    tag = _prefixed(element.tag, prefixes, attribute=False)
    parts.append(f"<{tag}")
    for prefix, name in element._own.items():
        said = f"xmlns:{prefix}" if prefix else "xmlns"
        parts.append(f' {said}="{name.translate(_VALUE)}"')
    for name, value in element.attrib.items():
        parts.append(f' {_prefixed(name, prefixes, attribute=True)}="{value.translate(_VALUE)}"')
    if not element._children and not element.text:
        # An empty text is still a text.
        parts.append("/>" if element.text is None else f"></{tag}>")
        return
    parts.append(">")
    if element.text:
        parts.append(element.text.translate(_TEXT))
    for child in element._children:
        _write(child, prefixes, parts)
        if child.tail:
            parts.append(child.tail.translate(_TEXT))
    parts.append(f"</{tag}>")


_CANONICAL_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#xD;"})
_CANONICAL_VALUE = str.maketrans(
    {"&": "&amp;", "<": "&lt;", '"': "&quot;", "\n": "&#xA;", "\r": "&#xD;", "\t": "&#x9;"}
)


def _write_canonically(element: _Element, rendered: Mapping[str, str], parts: list[str]) -> None:
    """As exclusive canonical XML, which shows whether two elements say the same."""
    if element.tag is Comment:
        parts.append(f"<!--{element.text}-->")
        return
    if element.tag is ProcessingInstruction:
        parts.append(f"<?{element.text}?>")
        return
    prefixes = {"xml": _XML, **element._scope()}
    tag = _prefixed(element.tag, prefixes, attribute=False)
    named = [(name, _prefixed(name, prefixes, attribute=True)) for name in element.attrib]
    used = {said.partition(":")[0] if ":" in said else "" for said in (tag,)}
    used |= {said.partition(":")[0] for _, said in named if ":" in said}
    new = {p: prefixes.get(p, "") for p in sorted(used - {"xml"})}
    new = {p: name for p, name in new.items() if rendered.get(p, "") != name}
    parts.append(f"<{tag}")
    for prefix, name in new.items():
        said = f"xmlns:{prefix}" if prefix else "xmlns"
        parts.append(f' {said}="{name.translate(_CANONICAL_VALUE)}"')
    for name, said in sorted(
        named, key=lambda pair: pair[0][1:].split("}") if pair[0][0] == "{" else ["", pair[0]]
    ):
        parts.append(f' {said}="{element.attrib[name].translate(_CANONICAL_VALUE)}"')
    parts.append(">")
    if element.text:
        parts.append(element.text.translate(_CANONICAL_TEXT))
    for child in element._children:
        _write_canonically(child, {**rendered, **new}, parts)
        if child.tail:
            parts.append(child.tail.translate(_CANONICAL_TEXT))
    parts.append(f"</{tag}>")
