"""Writing files: whole or not at all, and never over another program's changes."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import BinaryIO

from xlnono.errors import XlnonoError
from xlnono.files.lock import locked, signals_blocked
from xlnono.files.workbook_file import Reason
from xlnono.language import Text
from xlnono.records import NamedTuple


class FileExists(XlnonoError):
    code = "file-exists"
    template = Text(
        "this file already exists and was left as it is: choose another name.",
        "同じ名前のファイルがすでにあるため、何も書きませんでした。別の名前にしてください。",
    )


class FileOpenElsewhere(XlnonoError):
    code = "file-open-elsewhere"
    template = Text(
        "the file is open in {program}: close it there and try again (if no program has it open, "
        "delete “{lock}”). Nothing was written.",
        "ファイルが {program} で開かれています。閉じてからもう一度試してください"
        "(どこでも開いていなければ「{lock}」を削除してください)。何も書き込んでいません。",
    )


class FileNotWritable(XlnonoError):
    code = "file-not-writable"
    template = Text(
        "cannot write the file: {reason}. Check that its folder exists, that the disk has room and "
        "that you may write there; close the file if it is open elsewhere. Nothing was written to "
        "it.",
        "ファイルに書き込めません({reason})。フォルダーがあるか、ディスクに空きがあるか、"
        "書き込む権限があるかを確かめ、ファイルが開いていれば閉じてください。"
        "このファイルには何も書き込んでいません。",
    )


class FileBusy(XlnonoError):
    code = "file-busy"
    template = Text(
        "another run of xlnono is working on this file: try again when it has finished. Nothing "
        "was written.",
        "別の xlnono がこのファイルを処理しています。終わってからもう一度試してください。"
        "何も書き込んでいません。",
    )


class FileChanged(XlnonoError):
    code = "file-changed"
    template = Text(
        "the file was changed, moved or deleted while xlnono was working on it. It was left as it "
        "is and nothing was written: try again.",
        "処理している間にファイルが変更、移動、または削除されました。その状態のまま残してあります。"
        "もう一度試してください。何も書き込んでいません。",
    )


class LinkElsewhere(XlnonoError):
    code = "link-elsewhere"
    template = Text(
        "a link leads from here to {real}, in another folder: specify that file or its folder "
        "instead. Nothing was written.",
        "リンクを通じて別のフォルダーの {real} に書き込むことになります。"
        "そのファイルかフォルダーを直接指定してください。何も書き込んでいません。",
    )


class HardLinked(XlnonoError):
    code = "hard-linked"
    template = Text(
        "the file has {names} names (hard links), and writing it would leave the others with the "
        "old content: write to another folder or name, or replace this file with a copy of itself "
        "first. Nothing was written.",
        "このファイルには名前が {names} 個あり(ハードリンク)、書き込むとほかの名前には古い内容が"
        "残ります。別のフォルダーか別の名前に書き出すか、先にこのファイルをコピーで置き換えて"
        "ください。何も書き込んでいません。",
    )


class Claim(NamedTuple):
    """A file that this process will write, and the digest of its content at that time."""

    target: Path
    digest: bytes | None

    def beside(self, ending: str) -> Path:
        """The path of a hidden file in the same folder, the same in every run."""
        # The name itself might be too long with anything added.
        name = os.fsencode(os.path.normcase(self.target.name))
        return self.target.with_name(f".xlnono-{hashlib.sha256(name).hexdigest()[:16]}.{ending}")

    @property
    def temporary(self) -> Path:
        return self.beside("tmp")


_CLAIMS: ContextVar[Mapping[Path, Claim]] = ContextVar("_CLAIMS")


def check_not_open(path: Path) -> None:
    """Raise FileOpenElsewhere if a spreadsheet program has the file open."""
    for name, program in ((f"~${path.name}", "Excel"), (f".~lock.{path.name}#", "LibreOffice")):
        if os.path.exists(path.with_name(name)):  # noqa: PTH110 - Path.exists raises on long names
            raise FileOpenElsewhere(program=program, lock=name)


@contextmanager
def claimed(path: Path) -> Iterator[Claim]:
    """Keep other runs of xlnono from writing a file, and detect changes by other programs.

    Claim a file before reading what will be written back to it: `write_whole` then refuses to
    overwrite changes made in between. Raises FileBusy, LinkElsewhere, HardLinked or
    FileNotWritable.
    """
    target = _behind_links(path)
    before = _CLAIMS.get({})
    if target in before:
        yield before[target]
        return
    with ExitStack() as held:
        try:
            claim = Claim(target, None)
            held.enter_context(locked(claim.beside("lock")))
            # No other run is writing, so this is left over from a killed one.
            claim.temporary.unlink(missing_ok=True)
            if target.is_dir():
                raise IsADirectoryError(errno.EISDIR, "")
            if target.exists():
                if not os.access(target, os.W_OK):
                    raise PermissionError(errno.EACCES, "")
                if (names := target.stat().st_nlink) > 1:
                    raise HardLinked(names=names).at(file=str(path))
            claim = Claim(target, _digest(target))
        except BlockingIOError:
            raise FileBusy().at(file=str(path)) from None
        except OSError as error:
            raise FileNotWritable(reason=Reason(error)).at(file=str(path)) from None
        token = _CLAIMS.set({**before, target: claim})
        try:
            yield claim
        finally:
            _CLAIMS.reset(token)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that there is always either the old or the new one, never a partial one.

    Raises FileOpenElsewhere, FileChanged or what `claimed` raises.
    """
    with writing_whole(path) as stream:
        stream.write(content)


@contextmanager
def writing_whole(path: Path) -> Iterator[BinaryIO]:
    """Write a file through a stream; it replaces the old one only after everything succeeded.

    Raises what `write_whole` raises; an OSError in the block becomes FileNotWritable.
    """
    check_not_open(path)
    with claimed(path) as claim:
        try:
            with _replacing(claim) as stream:
                yield stream
        except OSError as error:
            raise FileNotWritable(reason=Reason(error)) from None


def remove_leftovers(path: Path | None) -> None:
    """Remove the temporary and lock files of a run that was killed while it wrote a file."""
    # The next run that writes the file removes what cannot be removed now.
    with suppress(OSError, XlnonoError):
        if path is not None and path.parent.is_dir():
            claim = Claim(_behind_links(path), None)
            with locked(claim.beside("lock")):
                claim.temporary.unlink(missing_ok=True)


def make_folder(folder: Path) -> None:
    """Create a folder and its parents if necessary. Raises FileNotWritable."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileNotWritable(reason=Reason(error)).at(file=str(folder)) from None


def _behind_links(path: Path) -> Path:
    """The file that a path leads to. Raises LinkElsewhere if it is in another folder."""
    real = Path(os.path.realpath(path))
    if real.parent != Path(os.path.realpath(path.parent)):
        raise LinkElsewhere(real=real).at(file=str(path))
    return real


def _digest(path: Path) -> bytes | None:
    """The digest of a file, None if it does not exist or is not a file."""
    if not path.is_file():
        return None
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").digest()


def _check_unchanged(claim: Claim) -> None:
    if _digest(claim.target) != claim.digest:
        raise FileChanged()


@contextmanager
def _replacing(claim: Claim) -> Iterator[BinaryIO]:
    _check_unchanged(claim)
    target, temporary = claim.target, claim.temporary
    try:
        with open(temporary, "xb", opener=_open_private) as stream:
            yield stream
            if claim.digest is None:
                temporary.chmod(_new_file_mode())
            else:
                _make_like(target, temporary)
            stream.flush()
            os.fsync(stream.fileno())
        _check_unchanged(claim)
        temporary.replace(target)
    except BaseException:
        with suppress(OSError), signals_blocked():
            temporary.unlink()
        raise
    _flush_folder(target.parent)


def _open_private(name: str, flags: int) -> int:
    return os.open(name, flags, 0o600)


def _make_like(old: Path, new: Path) -> None:
    """Give a file the mode, the extended attributes and, if allowed, the owner of another."""
    was = old.stat()
    if sys.platform != "win32":
        for owner in (was.st_uid, -1):
            with suppress(OSError):
                os.chown(new, owner, was.st_gid)
                break
    shutil.copystat(old, new)
    os.utime(new)
    if new.stat().st_gid != was.st_gid:
        # The old group's permissions must not apply to another group.
        everybody = was.st_mode & stat.S_IRWXO
        new.chmod(stat.S_IMODE(was.st_mode) & ~stat.S_IRWXG | everybody << 3)


def _flush_folder(folder: Path) -> None:
    """Flush the new name of a file to the disk, if the system supports that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _new_file_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
