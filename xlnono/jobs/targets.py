"""What a solve may write over."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from xlnono.errors import XlnonoError
from xlnono.files.writing import claimed
from xlnono.jobs.puzzle_files import is_piped, is_workbook
from xlnono.jobs.sources import Job
from xlnono.language import Text
from xlnono.puzzle_sheet.companion_sheets import was_written
from xlnono.restore.undo import has_changed
from xlnono.xlsx.book import open_book


class TargetExists(XlnonoError):
    code = "target-exists"
    template = Text(
        "{target} already exists and was not written by xlnono, so it was left as it is: move it, "
        "or choose another output folder. Nothing was written.",
        "{target} はすでにあり、xlnono が書いたファイルではないため、そのまま残しました。"
        "移動するか、別の出力フォルダーを指定してください。何も書き込んでいません。",
    )


class ResultChanged(XlnonoError):
    code = "result-changed"
    template = Text(
        "{target} was changed after xlnono had written it, so it was left as it is: move it, or "
        "delete it to have the workbook solved again.",
        "{target} は xlnono が書き込んだあとに変更されているため、そのまま残しました。"
        "移動するか、解き直す場合は削除してください。",
    )


class ResultExists(XlnonoError):
    code = "result-exists"
    template = Text(
        "{target} already exists and was left as it is: move it, or choose an output folder with "
        "--out. Nothing was written.",
        "{target} はすでにあるため、そのまま残しました。移動するか、--out で出力フォルダーを"
        "指定してください。何も書き込んでいません。",
    )


def claimed_target(target: Path) -> AbstractContextManager[object]:
    """Claim the target before the work starts, unless its folder does not exist yet."""
    return claimed(target) if os.path.isdir(target.parent) else nullcontext()  # noqa: PTH112


def check_target(job: Job) -> None:
    """Raise TargetExists if a solve would replace a file other than its source or a result.

    Raises ResultChanged if it would replace a result that somebody has changed since, and
    ResultExists if it would replace anything beside a puzzle file: a workbook that was solved there
    need not be the result of this file.
    """
    target = job.target
    if target is None or not os.path.lexists(target):
        return
    if os.path.realpath(target) == os.path.realpath(job.source):
        return
    beside = Path() if is_piped(job.source) else job.source.parent
    if target.parent == beside and not is_workbook(job.source):
        raise ResultExists(target=target)
    try:
        book = open_book(target)
        ours, changed = was_written(book), has_changed(book)
    except XlnonoError:
        ours = changed = False
    if not ours:
        raise TargetExists(target=target)
    if changed:
        raise ResultChanged(target=target)


def refusals(jobs: Iterable[Job]) -> dict[Path, XlnonoError]:
    """The sources whose targets must not be replaced, with what `check_target` says of them."""
    refused = {}
    for job in jobs:
        try:
            check_target(job)
        except XlnonoError as error:
            refused[job.source] = error
    return refused
