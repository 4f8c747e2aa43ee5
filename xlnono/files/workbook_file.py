"""Workbook files: which files can be read, and the errors for the others."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from xlnono.errors import XlnonoError
from xlnono.files import limits
from xlnono.language import Language, Text
from xlnono.records import NamedTuple
from xlnono.safe_text import safe

_REASONS: dict[int, Text] = {
    errno.ENOENT: Text("there is no such file or folder", "ファイルやフォルダーがありません"),
    errno.EACCES: Text("permission denied", "権限がありません"),
    errno.EPERM: Text("permission denied", "権限がありません"),
    errno.EROFS: Text("the disk is read-only", "ディスクが読み取り専用です"),
    errno.ENOSPC: Text("the disk is full", "ディスクの空きがありません"),
    errno.ENAMETOOLONG: Text("the name is too long", "名前が長すぎます"),
    errno.EISDIR: Text("it is a folder", "フォルダーです"),
    errno.ENOTDIR: Text(
        "a part of the path is not a folder", "パスの途中がフォルダーではありません"
    ),
    errno.EFBIG: Text(
        "it is larger than the disk or a limit of the system allows",
        "ディスクまたはシステムの上限より大きいファイルです",
    ),
    errno.EDQUOT: Text(
        "your share of the disk is full", "割り当てられたディスク容量がいっぱいです"
    ),
    errno.EEXIST: Text(
        "there is a file where a folder should be", "フォルダーにする場所にファイルがあります"
    ),
    errno.ELOOP: Text("the link leads back to itself", "リンクが循環しています"),
}

SUFFIXES = (".xlsx", ".xlsm")
"""The endings of workbooks that are read."""

_LONGEST_NAME = 200
_OLE = bytes.fromhex("D0CF11E0A1B11AE1")
_OPEN_DOCUMENT = b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet"
"""The first part of an OpenDocument workbook with its name; it is never compressed."""
_HEAD_BYTES = 200


class FileUnreadable(XlnonoError):
    code = "file-unreadable"
    template = Text("the file cannot be read: {reason}.", "ファイルを読み込めません({reason})。")


class FileEmpty(XlnonoError):
    code = "file-empty"
    template = Text(
        "the file is empty (0 bytes): copy or download it again.",
        "ファイルの中身が空です(0 バイト)。もう一度コピーするかダウンロードしてください。",
    )


class OldWorkbook(XlnonoError):
    code = "old-workbook"
    template = Text(
        "this is an old .xls workbook: save it as .xlsx and try again.",
        "古い .xls 形式のブックです。.xlsx 形式で保存し直してから試してください。",
    )


class BinaryWorkbook(XlnonoError):
    code = "binary-workbook"
    template = Text(
        "this is a binary workbook (.xlsb): save it as .xlsx or .xlsm and try again.",
        "バイナリ形式(.xlsb)のブックです。.xlsx か .xlsm で保存し直してから試してください。",
    )


class OpenDocumentWorkbook(XlnonoError):
    code = "open-document-workbook"
    template = Text(
        "this is an OpenDocument workbook (.ods): save it as .xlsx and try again.",
        "OpenDocument 形式(.ods)のブックです。.xlsx 形式で保存し直してから試してください。",
    )


class EncryptedWorkbook(XlnonoError):
    code = "encrypted-workbook"
    template = Text(
        "the workbook is protected with a password: remove the password and try again.",
        "ブックにパスワードが掛かっています。パスワードを解除してから試してください。",
    )


class NotAWorkbook(XlnonoError):
    code = "not-a-workbook"
    template = Text(
        "not an Excel workbook (.xlsx or .xlsm); “xlnono convert” makes one of a puzzle file.",
        "Excel ブック(.xlsx、.xlsm)ではありません。問題ファイルなら「xlnono convert」でブックに"
        "できます。",
    )
    despite_its_name = Text(
        "not an Excel workbook, despite its name.", "名前は Excel ブックですが、中身は違います。"
    )

    def message(self, language: Language = "en") -> str:
        if Path(self.place.file or "").suffix.lower() in SUFFIXES:
            return self.despite_its_name.of(language)
        return super().message(language)


class WorkbookInPipe(XlnonoError):
    code = "workbook-in-pipe"
    template = Text(
        "a workbook cannot be read from standard input or from a pipe: name its file.",
        "ブックは標準入力やパイプからは読み込めません。ファイル名を指定してください。",
    )


class DamagedWorkbook(XlnonoError):
    code = "damaged-workbook"
    template = Text(
        "the workbook is damaged ({reason}): open it in a spreadsheet program, let it "
        "repair the file, save it, and try again.",
        "ブックが壊れています({reason})。表計算ソフトで開いて修復し、保存してから試してください。",
    )


class Reason(NamedTuple):
    """Why the system refused something."""

    error: OSError

    def named(self, language: Language) -> str:
        reason = _REASONS.get(self.error.errno or 0)
        if reason is None:
            return self.error.strerror or type(self.error).__name__
        return reason.of(language)


def shown(name: str) -> str:
    """A name from a file, made safe for a message."""
    return safe(name[:_LONGEST_NAME])


def check_not_folder(path: Path) -> None:
    """Raise FileUnreadable for a folder; `.`, `/` and a blank path have no name to work with."""
    if os.path.isdir(path):  # noqa: PTH112 - Path.is_dir raises on long names
        reason = Reason(IsADirectoryError(errno.EISDIR, ""))
        raise FileUnreadable(reason=reason).at(file=str(path))


def read_workbook(path: Path) -> bytes:
    """The bytes of a file that begins like a workbook; `Archive` reads its contents.

    Raises FileUnreadable, FileEmpty, OldWorkbook, OpenDocumentWorkbook, EncryptedWorkbook,
    WorkbookInPipe, NotAWorkbook or TooLarge.
    """
    try:
        # Reading a device may never end.
        found = path.stat()
        if stat.S_ISFIFO(found.st_mode):
            raise WorkbookInPipe()
        if stat.S_ISDIR(found.st_mode):
            raise IsADirectoryError(errno.EISDIR, "")
        if not stat.S_ISREG(found.st_mode):
            raise NotAWorkbook()
        limits.check(limits.FILE_BYTES, found.st_size)
        content = path.read_bytes()
    except OSError as error:
        raise FileUnreadable(reason=Reason(error)) from None
    if not content:
        raise FileEmpty()
    if content.startswith(_OLE):
        if "EncryptedPackage".encode("utf-16-le") in content:
            raise EncryptedWorkbook()
        raise OldWorkbook()
    if not content.startswith(b"PK"):
        raise NotAWorkbook()
    if _OPEN_DOCUMENT in content[:_HEAD_BYTES]:
        raise OpenDocumentWorkbook()
    return content
