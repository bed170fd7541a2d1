"""A program's file as an editor reads and writes it: encoding, line ends and contents."""

from __future__ import annotations

import codecs
import io
import tokenize
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from wsusim.control.source_file import LARGEST_BYTES, UTF_16_MARKS
from wsusim.errors import BadInput
from wsusim.formats.atomic import write_whole

UTF_8, WINDOWS = "utf-8", "cp1252"


class BadProgramFile(BadInput):
    """A file can't be read or written as a program; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class ProgramFile:
    r"""The contents of a file.

    Attributes:
        text: With ``\n`` at the end of each line.
        encoding: How to write it again.
        newline: The line end that most of its lines have.
        digest: Of its bytes; shows whether another program has changed it.
        is_read_only: Whether it may not be written to.
        remark: What people should know about it; empty: nothing.
    """

    text: str
    encoding: str = UTF_8
    newline: str = "\n"
    digest: str = ""
    is_read_only: bool = False
    remark: str = ""


def read_program(path: Path) -> ProgramFile:
    """Read a file for editing.

    One that is not UTF-8 and names no encoding is read as Windows and old Linux editors write:
    Python can't run it, but nothing is lost, and saving corrects it.

    Raises:
        BadProgramFile: It can't be read, is too large, or is no text.
    """
    raw = _bytes_of(path)
    text, encoding, remark = _decoded(path.name, raw)
    newline = _newline(text)
    text = io.IncrementalNewlineDecoder(None, translate=True).decode(text, final=True)
    # Qt's own mark between two paragraphs: the text would not come back as it was.
    text = text.replace("\u2029", "\n")
    return ProgramFile(text, encoding, newline, _digest(raw), not _is_writable(path), remark)


def _decoded(name: str, raw: bytes) -> tuple[str, str, str]:
    """Return a file's text, the encoding in which it is saved again, and a remark."""
    if _is_utf16(raw):
        remark = (
            f"{name} is in UTF-16, which Windows calls Unicode, so Python can't run it. Saving it "
            "makes it UTF-8."
        )
        return raw.decode("utf-16", errors="replace"), UTF_8, remark
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(raw).readline)
        return raw.decode(encoding), encoding, ""
    except (SyntaxError, UnicodeDecodeError, LookupError):
        pass
    try:
        return raw.decode(UTF_8), UTF_8, ""
    except UnicodeDecodeError:
        remark = (
            f"{name} is not in UTF-8, so Python can't run it. It is shown as an old Windows file: "
            "check letters like ä and é. Saving it makes it UTF-8."
        )
        return raw.decode(WINDOWS, errors="replace"), UTF_8, remark


def write_program(path: Path, text: str, before: ProgramFile) -> ProgramFile:
    """Write a text in the form in which the file was written before; return the new contents.

    A text that the file's encoding can't express becomes UTF-8.

    Raises:
        BadProgramFile: It can't be written; what was in the file is still there.
    """
    encoding = before.encoding
    try:
        raw = text.replace("\n", before.newline).encode(encoding)
    except UnicodeEncodeError:
        encoding = UTF_8
        raw = text.replace("\n", before.newline).encode(encoding, errors="replace")
    try:
        write_whole(path, raw)
    except BadInput as error:
        if error.__cause__ is None:  # what it says is the reason
            raise BadProgramFile(str(error)) from error
        raise BadProgramFile(
            f"{path.name} can't be saved ({_why(error)}) in {path.parent}. Save it somewhere else."
        ) from error
    return ProgramFile(text, encoding, before.newline, _digest(raw))


def digest_on_disk(path: Path) -> str | None:
    """Return the digest of a file's current contents; ``None``: it is gone or can't be read."""
    try:
        return _digest(_bytes_of(path))
    except BadProgramFile:
        return None


def _bytes_of(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            raw = stream.read(LARGEST_BYTES + 1)
    except OSError as error:
        raise BadProgramFile(f"{path.name} can't be opened: {_why(error)}.") from error
    if len(raw) > LARGEST_BYTES:
        raise BadProgramFile(
            f"{path.name} is larger than {LARGEST_BYTES // 1_000_000} MB, so it is hardly a "
            "program written by hand, and isn't opened here."
        )
    is_text = "\0" not in raw.decode("utf-16", "replace") if _is_utf16(raw) else b"\0" not in raw
    if not is_text:
        raise BadProgramFile(f"{path.name} is not a text. Choose a file that ends in .py.")
    return raw


def _is_utf16(raw: bytes) -> bool:
    return raw.startswith(UTF_16_MARKS)


def _newline(text: str) -> str:
    """Return the line end that most lines have."""
    windows = text.count("\r\n")
    return "\r\n" if 2 * windows > text.count("\n") else "\n"


def _digest(raw: bytes) -> str:
    return sha256(raw.removeprefix(codecs.BOM_UTF8)).hexdigest()


def _is_writable(path: Path) -> bool:
    try:
        with path.open("ab"):
            return True
    except OSError:
        return False


def _why(error: Exception) -> str:
    strerror = getattr(error, "strerror", None) or getattr(error.__cause__, "strerror", None)
    reason = str(strerror or error).rstrip(".")
    return reason[:1].lower() + reason[1:]
