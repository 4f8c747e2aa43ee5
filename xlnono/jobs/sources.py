"""Which workbooks the sources stand for, and where each result is written."""

from __future__ import annotations

import glob
import os
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path

from xlnono.errors import XlnonoError
from xlnono.files.workbook_file import SUFFIXES, FileUnreadable, Reason
from xlnono.files.writing import LinkElsewhere
from xlnono.jobs.puzzle_files import STANDARD_INPUT, is_piped, is_workbook
from xlnono.language import Text
from xlnono.records import NamedTuple

_OTHER_SUFFIXES = (".xls", ".xlsb", ".ods")
"""The endings of workbooks that cannot be read."""
_LIST = "@"
_PIPED = "puzzle"
"""The name of a result, without its ending, if its source has no name of its own."""


class NothingFound(XlnonoError):
    code = "nothing-found"
    template = Text(
        "no workbook (.xlsx or .xlsm) or puzzle file found here: check the spelling of the path.",
        "ブック(.xlsx、.xlsm)も問題ファイルも見つかりません。パスの綴りを確かめてください。",
    )


class NothingMatches(XlnonoError):
    code = "nothing-found"
    template = Text(
        "no workbook (.xlsx or .xlsm) or puzzle file in this folder matches the pattern {pattern}.",
        "このフォルダーには、パターン {pattern} に合うブック(.xlsx、.xlsm)も問題ファイルも"
        "ありません。",
    )


class ListUnreadable(XlnonoError):
    code = "list-unreadable"
    template = Text(
        "not a list of paths: save it as a text file in UTF-8 with one path per line.",
        "UTF-8 で1行に1つパスを書いたリストではありません。"
        "その形のテキストファイルとして保存してください。",
    )


class SameTarget(XlnonoError):
    code = "same-target"
    template = Text(
        "the output {target} is also another file of the same run: write the two into different "
        "folders.",
        "書き込み先 {target} は、同時に指定した別のファイルの場所と重なります。"
        "出力フォルダーを分けて実行してください。",
    )


class OntoItself(XlnonoError):
    code = "onto-itself"
    template = Text(
        "the output would overwrite its source; choose a different output folder.",
        "元のファイルに上書きすることになりますが、元のファイルは読むだけです。"
        "別の出力フォルダーを指定してください。",
    )


class AmongSources(XlnonoError):
    code = "among-sources"
    template = Text(
        "the report would be among the sources, so the next run would read it as a workbook: "
        "choose another place, such as {better}. Nothing was written.",
        "レポートが元のブックと同じ場所に置かれ、次に実行したときブックの1つとして扱われて"
        "しまいます。{better} など、別の場所を指定してください。何も書き込んでいません。",
    )


class Job(NamedTuple):
    """A workbook or puzzle file to work on, and the file to write (None: nothing is written)."""

    source: Path
    target: Path | None


class _Search:
    """Finds workbooks, and collects the errors."""

    def __init__(
        self,
        out: Path | None,
        pattern: str | None,
        skipped: Callable[[Path], None],
    ) -> None:
        self.out, self.pattern, self.skipped = out, pattern, skipped
        self.errors: list[XlnonoError] = []

    @cached_property
    def suffixes(self) -> tuple[str, ...]:
        """The endings of the files that are found without being named themselves."""
        from xlnono.formats.registry import DISTINCT_SUFFIXES

        return SUFFIXES + DISTINCT_SUFFIXES

    def found(self, source: str) -> Iterator[tuple[Path, Path]]:
        """The workbooks that a path stands for, each with its path in the output folder."""
        path = Path(source)
        if path == STANDARD_INPUT and not os.path.lexists(path):
            yield path, Path(_PIPED)
            return
        # Unlike those of Path, these functions return False for names that are too long.
        if source and os.path.isdir(path):  # noqa: PTH112
            for workbook in self._under(path):
                yield workbook, workbook.relative_to(path)
        elif source and os.path.lexists(path):
            yield path, Path(_PIPED if is_piped(path) else path.name)
        elif source.startswith(_LIST) and os.path.exists(source[1:]):  # noqa: PTH110
            yield from self._listed(Path(source[1:]))
        elif glob.has_magic(source):
            from xlnono.formats.registry import SUFFIXES as PUZZLE_SUFFIXES

            for match in sorted(glob.glob(source, recursive=True)):
                suffix = Path(match).suffix.lower()
                # In a wildcard such as *.json, the ending was chosen on purpose.
                named = suffix in PUZZLE_SUFFIXES and source.lower().endswith(suffix)
                wanted = _is_workbook(Path(match), self.suffixes) or named
                if wanted or os.path.isdir(match):  # noqa: PTH112
                    yield from self.found(match)
                elif _is_other_workbook(Path(match)):
                    self.skipped(Path(match))

    def nothing(self, source: str) -> XlnonoError:
        """The error for a path that stands for no workbook."""
        if self.pattern is not None and os.path.isdir(source):  # noqa: PTH112
            return NothingMatches(pattern=self.pattern).at(file=source)
        return NothingFound().at(file=source or "“”")

    def _under(self, folder: Path) -> Iterator[Path]:
        """The workbooks below a folder, except those that an earlier run wrote there."""
        written = None if self.out is None else _real(self.out)
        if written is not None and _real(folder).is_relative_to(written):
            written = None
        for place, folders, names in os.walk(folder, onerror=self._no_entry):
            here = Path(place)
            if written is not None:
                folders[:] = [name for name in folders if _real(here / name) != written]
            folders.sort()
            for name in sorted(names + [name for name in folders if _is_hollow(here / name)]):
                workbook = here / name
                if _is_workbook(workbook, self.suffixes) and self._wanted(
                    workbook.relative_to(folder)
                ):
                    yield workbook
                elif _is_other_workbook(workbook) and self._wanted(workbook.relative_to(folder)):
                    self.skipped(workbook)

    def _wanted(self, inside: Path) -> bool:
        return self.pattern is None or inside.match(self.pattern)

    def _no_entry(self, error: OSError) -> None:
        self.errors.append(FileUnreadable(reason=Reason(error)).at(file=str(error.filename)))

    def _listed(self, path: Path) -> Iterator[tuple[Path, Path]]:
        """The workbooks of a list; relative paths keep their folders in the output folder."""
        try:
            lines = path.read_text("utf-8-sig").splitlines()
        except OSError as error:
            self.errors.append(FileUnreadable(reason=Reason(error)).at(file=str(path)))
            return
        except ValueError:
            self.errors.append(ListUnreadable().at(file=str(path)))
            return
        for line in filter(None, map(str.strip, lines)):
            pairs = list(self.found(line))
            if not pairs:
                self.errors.append(self.nothing(line))
            for workbook, inside in pairs:
                named = Path(os.path.normpath(workbook))
                deeper = not named.is_absolute() and ".." not in named.parts
                yield workbook, named if deeper else inside


def names_one_file(sources: Sequence[str]) -> bool:
    """Whether the sources are a single path of a file, even if nothing is there.

    A folder, a wildcard or a list is not one, even if it stands for one file.
    """
    if len(sources) != 1:
        return False
    (source,) = sources
    if os.path.lexists(source):
        return not os.path.isdir(source)  # noqa: PTH112 - Path.is_dir raises on long names
    return not (source.startswith(_LIST) or glob.has_magic(source))


def _ignore(_: Path) -> None:
    pass


def find_jobs(
    sources: Sequence[str],
    out: Path | None,
    *,
    writing: bool,
    pattern: str | None = None,
    in_place: bool = True,
    skipped: Callable[[Path], None] = _ignore,
) -> tuple[list[Job], list[XlnonoError]]:
    """The jobs that paths stand for: files, folders with all below them, wildcards and lists.

    A list is "@" and the path of a text file in UTF-8 with one path per line. In folders, only
    workbooks whose path ends in a match of the `pattern`, such as "*a*" or "easy/*.xlsx", are
    found; links to folders are not followed.

    Puzzle files are found in folders if hardly any other files have their ending, by wildcards with
    their ending, and by name.

    Targets are in the folder `out`, with the same subfolders as the sources; without `out` each
    workbook is its own target. The target of a puzzle file is a workbook of the same name. A file
    named twice counts once, by its own name rather than by a link. Workbooks in `out` are skipped
    unless `out` itself is a source. Also returns an error for every path at which there is nothing,
    for folders and lists that cannot be read, and for files whose target is the place of another
    one, their own place unless `in_place` or, through a link, outside of `out`. `skipped` is called
    with every workbook of another kind (.xls,
    .xlsb, .ods) that a folder or a wildcard stands for.
    """
    search = _Search(out if writing else None, pattern, skipped)
    found: dict[Path, tuple[Path, Path]] = {}
    for source in sources:
        before = len(search.errors)
        pairs = list(search.found(source))
        if not pairs and len(search.errors) == before:
            search.errors.append(search.nothing(source))
        for path, inside in pairs:
            real = _real(path)
            if real not in found or (found[real][0].is_symlink() and not path.is_symlink()):
                found[real] = path, inside
    written = None if out is None else _real(out)
    caseless = written is not None and _ignores_case(written)
    sources_by_key = {_key(real, caseless=caseless): real for real in found}
    wanted: list[Job] = []
    taken: set[str] = set()
    for real, (path, inside) in found.items():
        target = _workbook_at(path, path if out is None else out / inside) if writing else None
        if target is not None:
            place = _real(target)
            if written is not None and not place.is_relative_to(written):
                search.errors.append(LinkElsewhere(real=place).at(file=str(target)))
                continue
            key = _key(place, caseless=caseless)
            if key in taken or sources_by_key.get(key, real) != real:
                search.errors.append(SameTarget(target=target).at(file=str(path)))
                continue
            if key == _key(real, caseless=caseless) and not in_place:
                search.errors.append(OntoItself().at(file=str(path)))
                continue
            taken.add(key)
        wanted.append(Job(path, target))
    return wanted, search.errors


def _workbook_at(source: Path, place: Path) -> Path:
    """Where the result of a source is written: a puzzle file becomes a workbook."""
    if is_workbook(source):
        return place
    if place == source and is_piped(source):
        place = Path(_PIPED)
    return place.with_suffix(".xlsx")


def check_apart(report: Path, sources: Sequence[str], out: Path) -> None:
    """Raise AmongSources if the next run over the same sources would find the report."""
    place = _real(report)
    if _is_workbook(report) and any(_finds(source, place, out) for source in sources):
        better = out / f"report{report.suffix}"
        raise AmongSources(better=better).at(file=str(report))


def _finds(source: str, place: Path, out: Path) -> bool:
    """Whether a folder or wildcard would stand for a workbook at `place`."""
    if source and os.path.isdir(source):  # noqa: PTH112
        folder, written = _real(Path(source)), _real(out)
        skipped = place.is_relative_to(written) and not folder.is_relative_to(written)
        return place.is_relative_to(folder) and not skipped
    if os.path.lexists(source) or not glob.has_magic(source):
        return False
    return fnmatchcase(str(place), str(_real(Path(source))))


def _is_workbook(path: Path, suffixes: tuple[str, ...] = SUFFIXES) -> bool:
    """Whether its name is that of a workbook, not of a temporary or lock file."""
    return path.suffix.lower() in suffixes and not path.name.startswith(("~$", ".~lock."))


def _is_other_workbook(path: Path) -> bool:
    return _is_workbook(path, _OTHER_SUFFIXES) and path.is_file()


def _is_hollow(folder: Path) -> bool:
    """Whether a folder is named like a workbook and is empty."""
    try:
        return _is_workbook(folder) and not any(folder.iterdir())
    except OSError:
        return False


def _ignores_case(folder: Path) -> bool:
    """Whether names that differ only in their case mean one file, as usual on Windows and Macs."""
    # Unlike those of Path, these functions return False for names that are too long.
    while not os.path.exists(folder) and folder != folder.parent:  # noqa: PTH110
        folder = folder.parent
    other = folder.parent / folder.name.swapcase()
    return other != folder and os.path.exists(other) and other.samefile(folder)  # noqa: PTH110


def _key(path: Path, *, caseless: bool) -> str:
    """The same for all paths to one file."""
    return str(path).casefold() if caseless else str(path)


def _real(path: Path) -> Path:
    """The path with all links resolved; unlike Path.resolve this copes with circular links."""
    return Path(os.path.realpath(path))
