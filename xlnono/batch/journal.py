"""The journal of a batch: a file that survives a kill at any moment.

It has a line of JSON for each workbook: the settings, the paths, sizes and times of source and
target, and the result. A line is written as soon as its workbook is done; a line cut off by a
kill is ignored.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from xlnono.batch.worker import Settings
from xlnono.errors import XlnonoError
from xlnono.files.lock import locked
from xlnono.files.workbook_file import Reason
from xlnono.files.writing import make_folder
from xlnono.jobs.proof_files import proof_beside
from xlnono.jobs.results import PuzzleResult, Result
from xlnono.jobs.sources import Job
from xlnono.language import Text
from xlnono.model.solution import Explained, Outcome

NAME = ".xlnono-batch.jsonl"
"""The name of the journal, in the output folder."""

State = dict[str, str | int]

_KINDS = ((float, int), (bool,), (str, type(None)), (str,))
"""The types of the settings of a batch."""


class BatchBusy(XlnonoError):
    code = "batch-busy"
    template = Text(
        "another batch is writing to this folder: wait for it to finish, or choose another folder.",
        "このフォルダーには別の一括処理が書き込んでいます。"
        "終わるのを待つか、別のフォルダーを指定してください。",
    )


class JournalUnusable(XlnonoError):
    code = "journal-unusable"
    template = Text(
        "this cannot be used as the journal of the batch: {reason}. Move it elsewhere or choose "
        "another output folder. Nothing was written.",
        "一括処理の記録として使えません({reason})。別の場所に移すか、別の出力フォルダーを"
        "指定してください。何も書き込んでいません。",
    )


class JournalNotWritable(XlnonoError):
    code = "journal-not-writable"
    template = Text(
        "cannot write to the journal of the batch: {reason}. Every workbook written so far is "
        "complete. Make room or give access, then run the same command with --resume.",
        "一括処理の記録に書き込めません({reason})。書き込んだブックはすべて無事です。"
        "空き容量や権限を確かめてから、同じコマンドに --resume を付けて実行してください。",
    )


_NOT_ORDINARY = Text("it is a folder, a link or a device", "フォルダー、リンク、または装置です")
_OTHER_NAMES = Text(
    "it has other names (hard links), which would change with it",
    "ほかにも名前(ハードリンク)があり、その中身も変わってしまいます",
)


@contextmanager
def journal_in(
    out: Path, settings: Settings, *, resume: bool, reading: bool = False
) -> Iterator[Journal]:
    """The journal in the folder `out`, which one process at a time can have open.

    With `resume` it keeps the existing entries, otherwise only those of results that have changed
    since. With `reading` nothing on the disk is touched, and
    nothing can be recorded. Raises BatchBusy, JournalUnusable, JournalNotWritable or
    FileNotWritable.
    """
    path = out / NAME
    with ExitStack() as held:
        try:
            if not reading:
                make_folder(out)
                held.enter_context(locked(path.with_suffix(".lock")))
            _check(path, reading=reading)
            file, log = held.enter_context(_opened(path, resume=resume, reading=reading))
            journal = Journal(path, settings, file, log)
        except BlockingIOError:
            raise BatchBusy().at(file=str(out)) from None
        except OSError as error:
            raise JournalUnusable(reason=Reason(error)).at(file=str(path)) from None
        yield journal


def _check(path: Path, *, reading: bool) -> None:
    """Raise JournalUnusable if something else is there that would be changed or read."""
    with suppress(FileNotFoundError):
        found = path.lstat()
        if not stat.S_ISREG(found.st_mode):
            raise JournalUnusable(reason=_NOT_ORDINARY).at(file=str(path))
        if found.st_nlink > 1 and not reading:
            raise JournalUnusable(reason=_OTHER_NAMES).at(file=str(path))


@contextmanager
def _opened(path: Path, *, resume: bool, reading: bool) -> Iterator[tuple[BinaryIO, BinaryIO]]:
    """The journal, opened for reading, and for writing without a buffer."""
    lines = b"" if resume or not path.exists() else _about_changed_results(path)
    if reading:
        with path.open("rb") if resume and path.exists() else BytesIO(lines) as file:
            yield file, BytesIO()
        return
    if not resume:
        path.write_bytes(lines)
    with path.open("ab", buffering=0) as log, path.open("rb") as file:
        yield file, log


class Journal:
    """The record of a batch's finished workbooks, while it is open; see `journal_in`."""

    def __init__(self, path: Path, settings: Settings, file: BinaryIO, log: BinaryIO) -> None:
        """Read a journal from `file`; new entries go to `log`."""
        self._path, self._settings = path, settings
        self._file, self._log = file, log
        self._places: dict[str, int] = {}
        self._started: dict[str, State] = {}
        self._read()

    def _read(self) -> None:
        """Find the latest line of each workbook, and remove an incomplete last line."""
        place = 0
        for line in self._file:
            if not line.endswith(b"\n"):
                self._log.truncate(place)
                break
            if (entry := _entry(line)) is not None:
                self._places[entry["source"]["path"]] = place
            place += len(line)
        self._opened_at = place

    def _entry_of(self, job: Job) -> dict[str, Any] | None:
        place = self._places.get(os.path.realpath(job.source))
        return None if place is None else self._entry_at(place)

    def _entry_at(self, place: int) -> dict[str, Any] | None:
        self._file.seek(place)
        return _entry(self._file.readline())

    def done(self, job: Job) -> bool:
        """Whether a job is done: its target was written, and neither file has changed since.

        With other settings it must be done again; with more time, only what was not decided,
        explained or graded completely.
        """
        entry = self._entry_of(job)
        if entry is None or job.target is None:
            return False
        before, now = Settings(*entry["settings"]), self._settings
        unfinished = any(map(_unfinished, Result.from_fields(entry["result"]).puzzles))
        if before._replace(seconds=now.seconds) != now or (
            unfinished and now.seconds > before.seconds
        ):
            return False
        return (entry["source"], entry["target"]) == (state(job.source), state(job.target))

    def has_changed(self, job: Job) -> bool:
        """Whether the result of a job is not as a batch has written it, but there."""
        entry = self._entry_of(job)
        if entry is None or job.target is None:
            return False
        return _changed_result(entry) == os.path.realpath(job.target)

    def starting(self, jobs: Iterable[Job]) -> Iterator[Job]:
        """Pass on jobs as they are started, and remember the state of their sources."""
        for job in jobs:
            self._started[str(job.source)] = state(job.source)
            yield job

    def recorded(self, results: Iterable[Result]) -> Iterator[Result]:
        """Record the results of jobs that have started, and pass them on.

        Raises JournalNotWritable.
        """
        for result in results:
            self._add(result, self._started.pop(result.source))
            yield result

    def _add(self, result: Result, source: State) -> None:
        target = None if result.target is None else state(Path(result.target))
        head = {"settings": self._settings, "source": source, "target": target}
        line = f'{json.dumps(head)[:-1]}, "result": {result.to_json(ascii_only=True)}}}\n'
        place = self._log.seek(0, os.SEEK_END)
        try:
            left = memoryview(line.encode("ascii"))
            while left:
                left = left[self._log.write(left) :]
        except BaseException as error:
            with suppress(OSError):
                self._log.truncate(place)
            if isinstance(error, OSError):
                raise JournalNotWritable(reason=Reason(error)).at(file=str(self._path)) from None
            raise
        self._places[str(source["path"])] = place

    def results(self, jobs: Iterable[Job]) -> Iterator[Result]:
        """The results of jobs that are done or have failed since the journal was opened."""
        for job in jobs:
            place = self._places.get(os.path.realpath(job.source), -1)
            if place >= self._opened_at or self.done(job):
                entry = self._entry_at(place)
                assert entry is not None
                result = Result.from_fields(entry["result"])
                # It may have been recorded in another working directory.
                target = None if result.target is None else job.target
                proof = None if result.proof is None or target is None else proof_beside(target)
                yield result._replace(
                    source=str(job.source),
                    target=None if target is None else str(target),
                    proof=None if proof is None else str(proof),
                )


def _about_changed_results(journal: Path) -> bytes:
    """The lines of a journal about results that have changed since they were written."""
    latest: dict[str, bytes] = {}
    with journal.open("rb") as lines:
        for line in lines:
            if line.endswith(b"\n") and (entry := _entry(line)) is not None:
                source = entry["source"]["path"]
                latest.pop(source, None)
                if _changed_result(entry) is not None:
                    latest[source] = line
    return b"".join(latest.values())


def _changed_result(entry: dict[str, Any]) -> str | None:
    """The path of the result that an entry records, if it is there and has changed since."""
    written = entry["target"]
    path = written.get("path") if isinstance(written, dict) else None
    if not isinstance(path, str):
        return None
    now = state(Path(path))
    return path if "size" in now and now != written else None


def _unfinished(puzzle: PuzzleResult) -> bool:
    """Whether more time could give a better result for a puzzle."""
    ungraded = puzzle.outcome is Outcome.UNIQUE and puzzle.steps and puzzle.rating is None
    return (
        puzzle.outcome is Outcome.UNDECIDED
        or puzzle.explained in (Explained.CUT, Explained.LONG)
        or bool(ungraded)
    )


def _entry(line: bytes) -> dict[str, Any] | None:
    """A line of a journal, None if it is damaged."""
    try:
        entry = dict(json.loads(line))
        Result.from_fields(entry["result"])
        settings, path, _ = Settings(*entry["settings"]), entry["source"]["path"], entry["target"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    sound = isinstance(path, str) and all(
        type(value) in kinds for value, kinds in zip(settings, _KINDS, strict=True)
    )
    return entry if sound else None


def state(path: Path) -> State:
    """The path of a file and, if it exists, its size in bytes and the time of its last change."""
    found: State = {"path": os.path.realpath(path)}
    with suppress(OSError):
        status = path.stat()
        found |= {"size": status.st_size, "changed": status.st_mtime_ns}
    return found
