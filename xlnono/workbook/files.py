"""Workbook files: opening them, and writing them whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import NamedTuple
from zipfile import BadZipFile, ZipFile

from xlnono.errors import Language, XlnonoError

_REASONS: dict[int, tuple[str, str]] = {
    errno.ENOENT: ("there is no such file or folder", "ファイルやフォルダーがありません"),
    errno.EACCES: ("permission denied", "権限がありません"),
    errno.EPERM: ("permission denied", "権限がありません"),
    errno.EROFS: ("the disk is read-only", "ディスクが読み取り専用です"),
    errno.ENOSPC: ("the disk is full", "ディスクの空きがありません"),
    errno.ENAMETOOLONG: ("the name is too long", "名前が長すぎます"),
    errno.EISDIR: ("it is a folder", "フォルダーです"),
    errno.ENOTDIR: ("a part of the path is no folder", "パスの途中がフォルダーではありません"),
    errno.EEXIST: (
        "there is a file where a folder should be",
        "フォルダーにする場所にファイルがあります",
    ),
    errno.ELOOP: ("the link leads back to itself", "リンクが循環しています"),
}

_OLE = bytes.fromhex("D0CF11E0A1B11AE1")


class FileUnreadable(XlnonoError):
    code = "file-unreadable"
    english = "the file cannot be read: {reason}."
    japanese = "ファイルを読み込めません({reason})。"


class FileEmpty(XlnonoError):
    code = "file-empty"
    english = "the file is empty (0 bytes): copy or download it again."
    japanese = "ファイルの中身が空です(0 バイト)。もう一度コピーするかダウンロードしてください。"


class OldWorkbook(XlnonoError):
    code = "old-workbook"
    english = "this is a workbook of the old .xls kind: save it as .xlsx and try again."
    japanese = "古い .xls 形式のブックです。.xlsx 形式で保存し直してから試してください。"


class BinaryWorkbook(XlnonoError):
    code = "binary-workbook"
    english = "this is a binary workbook (.xlsb): save it as .xlsx or .xlsm and try again."
    japanese = "バイナリ形式(.xlsb)のブックです。.xlsx か .xlsm で保存し直してから試してください。"


class EncryptedWorkbook(XlnonoError):
    code = "encrypted-workbook"
    english = "the workbook is protected by a password: remove the password and try again."
    japanese = "ブックにパスワードが掛かっています。パスワードを解除してから試してください。"


class NotAWorkbook(XlnonoError):
    code = "not-a-workbook"
    english = "this is no Excel workbook (.xlsx or .xlsm), whatever its name says."
    japanese = "拡張子にかかわらず、Excel ブック(.xlsx、.xlsm)ではありません。"


class DamagedWorkbook(XlnonoError):
    code = "damaged-workbook"
    english = (
        "the workbook is damaged ({reason}): open it in a spreadsheet program, let it be "
        "repaired, save it, and try again."
    )
    japanese = (
        "ブックが壊れています({reason})。表計算ソフトで開いて修復し、保存してから試してください。"
    )


class FileOpenElsewhere(XlnonoError):
    code = "file-open-elsewhere"
    english = (
        "the file is open in {program}: close it there and try again (or, if it is open "
        "nowhere, delete “{lock}”). Nothing was written."
    )
    japanese = (
        "ファイルが {program} で開かれています。閉じてからもう一度試してください"
        "(どこでも開いていなければ「{lock}」を削除してください)。何も書き込んでいません。"
    )


class FileNotWritable(XlnonoError):
    code = "file-not-writable"
    english = (
        "the file cannot be written: {reason}. Check that the folder exists and that you may "
        "write there, and close the file if it is open. Nothing was written."
    )
    japanese = (
        "ファイルに書き込めません({reason})。フォルダーがあるか、書き込む権限があるかを確かめ、"
        "ファイルが開いていれば閉じてください。何も書き込んでいません。"
    )


class Reason(NamedTuple):
    """Why the system refused something."""

    error: OSError

    def named(self, language: Language) -> str:
        other = self.error.strerror or type(self.error).__name__
        reasons = _REASONS.get(self.error.errno or 0, (other, other))
        return reasons[0 if language == "en" else 1]


def read_workbook(path: Path) -> bytes:
    """The bytes of a workbook file.

    Raises FileUnreadable, FileEmpty, OldWorkbook, BinaryWorkbook, EncryptedWorkbook,
    NotAWorkbook or DamagedWorkbook.
    """
    try:
        # A device or a pipe may never end.
        if not stat.S_ISREG(path.stat().st_mode):
            raise NotAWorkbook()
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
    try:
        with ZipFile(BytesIO(content)) as parts:
            names = parts.namelist()
            faulty = parts.testzip()
    except (BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError) as error:
        raise DamagedWorkbook(reason=str(error) or type(error).__name__) from None
    if faulty is not None:
        raise DamagedWorkbook(reason=faulty)
    if "xl/workbook.bin" in names:
        raise BinaryWorkbook()
    if "[Content_Types].xml" not in names or not any(
        name.endswith("workbook.xml") for name in names
    ):
        raise NotAWorkbook()
    return content


def check_not_open(path: Path) -> None:
    """Raise FileOpenElsewhere if a spreadsheet program has the file open."""
    for name, program in ((f"~${path.name}", "Excel"), (f".~lock.{path.name}#", "LibreOffice")):
        if os.path.exists(path.with_name(name)):  # noqa: PTH110 - Path.exists raises on long names
            raise FileOpenElsewhere(program=program, lock=name)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that there is always either the old or the new one, never a part.

    Raises FileOpenElsewhere or FileNotWritable.
    """
    check_not_open(path)
    target = Path(os.path.realpath(path))
    temporary: Path | None = None
    try:
        mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else _new_file_mode()
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, "")
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".xlnono-", suffix=".tmp")
        temporary = Path(name)
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.chmod(mode)
        temporary.replace(target)
        temporary = None
    except OSError as error:
        raise FileNotWritable(reason=Reason(error)) from None
    finally:
        if temporary is not None:
            with suppress(OSError):
                temporary.unlink()


def make_folder(folder: Path) -> None:
    """Make a folder, and those above it, if it is not there. Raises FileNotWritable."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileNotWritable(reason=Reason(error)).at(file=str(folder)) from None


def _new_file_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
