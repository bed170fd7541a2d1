"""Finds and reads a controller's file; every way in which that fails is one clear message."""

from __future__ import annotations

import codecs
import io
import os
import tokenize
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import CodeType

from wsusim.control.own_powers import ChangeTree, compile_with_own_powers
from wsusim.errors import ControllerLoadError
from wsusim.model.text import nearest
from wsusim.shipped import shipped_folder

_LONGEST_NAME = 1000
_LONGEST_LINE = 200

LARGEST_BYTES = 1_000_000
"""A program by hand is a hundredth of that; what is larger is something else."""

UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""How a file begins that Windows saved as "Unicode"."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A controller's file as it was read."""

    path: Path
    text: str
    sha256: str
    """Of the file's bytes."""


def split_spec(spec: str) -> tuple[str, str | None]:
    r"""Return file and class of ``file.py:Class`` (the class may be missing).

    Example:
        >>> split_spec("robot.py:Explorer"), split_spec(r"C:\robots\robot.py")
        (('robot.py', 'Explorer'), ('C:\\robots\\robot.py', None))
    """
    if _is_file(Path(spec)):
        return spec, None
    head, _, tail = spec.rpartition(":")
    if len(head) > 1 and not set(tail) & set("/\\"):
        return head, tail or None
    return spec, None


def find_file(name: str) -> Path:
    """Return the file that a path or the name of a ready controller denotes.

    Raises:
        ControllerLoadError: There is no such Python file.
    """
    if "\0" in name or not name.strip():
        raise ControllerLoadError("The file name is missing. Give one: run my_robot.py")
    path = Path(name).expanduser()
    ready = shipped_folder("controllers")
    if _is_file(path):
        if path.suffix.lower() != ".py":
            raise ControllerLoadError(
                f"{name} is not a Python file: its name doesn't end in .py.{_other_name(path)}",
                str(path),
            )
        return path.resolve()
    if _is_there(path) and not path.is_dir():
        raise ControllerLoadError(
            f"{name} is not a regular file: it is a device, a pipe, or a broken link. Give a "
            "Python file.",
            str(path),
        )
    if len(name) > _LONGEST_NAME:
        raise ControllerLoadError(f"This is too long to be a file name: {name[:60]}...")
    if path.is_dir():
        files = ", ".join(sorted(file.name for file in path.glob("*.py"))[:8])
        told = f"Choose a file in it: {files}." if files else "There is no Python file in it."
        raise ControllerLoadError(f"{name} is a folder. {told}", str(path))
    if path.name == name and not path.suffix and _is_file(ready / f"{name}.py"):
        return (ready / f"{name}.py").resolve()
    raise ControllerLoadError(f"There is no file {name}. {_advice(path, ready)}", str(path))


def read_source(path: Path) -> SourceFile:
    """Read a controller's file, in UTF-8 or the encoding that it names in its first lines.

    Raises:
        ControllerLoadError: It can't be read, it is too large, or it is no text.
    """
    name, file = path.name, str(path)
    try:
        with path.open("rb") as stream:
            raw = stream.read(LARGEST_BYTES + 1)
    except OSError as error:
        text = f"{name} can't be read: {error.strerror}. Check the file's permissions."
        raise ControllerLoadError(text, file) from error
    if len(raw) > LARGEST_BYTES:
        raise ControllerLoadError(
            f"{name} is larger than {LARGEST_BYTES // 1_000_000} MB, so it is hardly a program "
            "written by hand. Read large data from a file of its own, with open().",
            file,
        )
    if raw.startswith(UTF_16_MARKS):
        raise ControllerLoadError(
            f"{name} is in UTF-16, which Windows calls Unicode, and Python reads UTF-8. Save the "
            "file as UTF-8 in your editor.",
            file,
            1,
        )
    if b"\0" in raw:
        line = _line_at(raw, raw.index(b"\0"))
        raise ControllerLoadError(
            f"{name}, line {line}: there is a null byte, so this is not a Python program. Choose a "
            "file that ends in .py. If this is your program, save it as UTF-8 in your editor.",
            file,
            line,
        )
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(raw).readline)
        text = raw.decode(encoding)
    except UnicodeDecodeError as error:
        raise _not_utf8(path, _line_at(raw, error.start)) from error
    except SyntaxError as error:  # from detect_encoding: an unknown one, or none that fits
        try:
            raw.decode("utf-8")
        except UnicodeDecodeError as bad:
            raise _not_utf8(path, _line_at(raw, bad.start)) from error
        raise ControllerLoadError(f"{name}, line 1: {error.msg}.", file, 1) from error
    text = io.IncrementalNewlineDecoder(None, translate=True).decode(text, final=True)
    return SourceFile(path, text, sha256(raw).hexdigest())


def compile_source(source: SourceFile, change: ChangeTree | None = None) -> CodeType:
    """Compile a controller's file.

    Args:
        source: The file.
        change: What else is to happen to its syntax tree.

    Raises:
        ControllerLoadError: It isn't valid Python; with line and text.
    """
    try:
        return compile_with_own_powers(source.text, str(source.path), change)
    except SyntaxError as error:
        raise syntax_error(error, source.path) from error
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        raise ControllerLoadError(
            f"{source.path.name} is too complicated for Python to read: "
            f"{str(error) or type(error).__name__}. Split it into smaller parts.",
            str(source.path),
        ) from error


def syntax_error(error: SyntaxError, path: Path) -> ControllerLoadError:
    """Return the message for a syntax error, with its line and the line's text."""
    file = Path(error.filename or path)
    text = (error.text or "").strip()
    if len(text) > _LONGEST_LINE:
        text = f"{text[:_LONGEST_LINE]}..."
    shown = f"\n    {text}" if text else ""
    return ControllerLoadError(
        f"{file.name}, line {error.lineno}: {type(error).__name__}: {error.msg}{shown}",
        str(file),
        error.lineno,
    )


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _is_there(path: Path) -> bool:
    try:
        return os.path.lexists(path)
    except (OSError, ValueError):
        return False


def _other_name(path: Path) -> str:
    """Return how to call ``robot.py.txt``, as Windows shows it, or what else to do with a file."""
    if path.stem.lower().endswith(".py"):
        return f" If it holds your program, rename it to {path.stem}."
    from wsusim.control.other_programs import by_ending  # few name such a file

    told = by_ending(path)
    return f" {told}" if told else ""


def _advice(path: Path, ready: Path) -> str:
    """Return advice that names the file that was most likely meant."""
    ready_names = sorted(file.stem for file in ready.glob("*.py"))
    try:
        beside = [file.name for file in path.parent.glob("*.py")]
    except OSError:
        beside = []
    if f"{path.name}.py" in beside:
        return f"Did you mean {path.parent / path.name}.py?"
    guess = nearest(path.name, beside) or nearest(path.stem, [Path(name).stem for name in beside])
    if guess is not None:
        return f"Did you mean {path.parent / guess}{'' if guess.endswith('.py') else '.py'}?"
    if not path.parent.is_dir():
        return f"There is no folder {path.parent} either."
    guess = nearest(path.stem, ready_names)
    if guess is not None:
        return f"Did you mean the ready controller {guess}?"
    return f"Ready controllers are: {', '.join(ready_names) or 'none'}."


def _line_at(raw: bytes, place: int) -> int:
    """Return the line in which a byte stands, from 1."""
    return raw.count(b"\n", 0, place) + 1


def _not_utf8(path: Path, line: int) -> ControllerLoadError:
    return ControllerLoadError(
        f"{path.name}, line {line}: this character is not UTF-8. Save the file as UTF-8 in your "
        "editor.",
        str(path),
        line,
    )
