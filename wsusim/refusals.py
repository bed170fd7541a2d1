"""What to say when the computer refuses something: memory, threads, open files, room on a disk."""

from __future__ import annotations

import errno
from pathlib import Path

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

LONGEST_NAME = 300
"""Characters of a file's name that are told."""

NO_THREAD = "can't start new thread"
"""What Python says when there may be no other thread, or is no memory for it."""

_NO_MEMORY = (
    "There isn't enough memory for this. Close other programs, or raise this one's limit "
    "(ulimit -v shows it)."
)
_NO_PROCESS = (
    "This account may not start another process or thread now. End programs that you no longer "
    "need, or raise the account's limit (ulimit -u shows it)."
)
THREAD_REFUSED = (
    "This account may not start another thread now, or has no memory for one. End programs that "
    "you no longer need, or raise its limits (ulimit -u and ulimit -v show them)."
)
_NO_FILE = (
    "Too many files are open for this. Work with fewer robots or processes at once, or raise the "
    "limit (ulimit -n shows it)."
)
_OF_ACCOUNT = {errno.EAGAIN: _NO_PROCESS, errno.EMFILE: _NO_FILE, errno.ENFILE: _NO_FILE}
_NEXT_STEPS = {
    errno.ENOSPC: "Make room on that disk and try again.",
    errno.EROFS: "Choose a place that you may write to.",
    errno.EACCES: "Choose a place of your own, or ask whom it belongs to.",
    errno.EFBIG: "This account may write no larger file (ulimit -f shows the limit).",
}
if hasattr(errno, "EDQUOT"):
    _NEXT_STEPS[errno.EDQUOT] = "Your account's room is used up: remove what you no longer need."


def is_no_thread(error: BaseException) -> bool:
    """Return whether an error is that of Python that no thread could be started."""
    text = error.args[0] if type(error) is RuntimeError and error.args else None
    return type(text) is str and text == NO_THREAD


def lacks_memory(error: BaseException) -> bool:
    """Return whether an error is due to too little memory; libraries then say they don't load."""
    if isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM:
        return True
    if not isinstance(error, OSError | ImportError):
        return False
    text = str(error)
    return "failed to map segment" in text or ("shared object" in text and _is_memory_limited())


def refusal_of(error: BaseException) -> str:
    """Return what the computer does not let wsusim do, and what to do next.

    Empty: the error says nothing of that kind.
    """
    if lacks_memory(error):
        return _NO_MEMORY
    if is_no_thread(error):
        return THREAD_REFUSED
    if not isinstance(error, OSError):
        return ""
    try:
        Path().absolute()
    except OSError:
        return "The folder you are in has been deleted. Change to another one (cd) and start again."
    number = error.errno or 0
    if number in _OF_ACCOUNT:
        return _OF_ACCOUNT[number]
    name = "" if error.filename is None else str(error.filename)
    if len(name) > LONGEST_NAME:
        name = f"{name[:LONGEST_NAME]}..."
    where = f" with {name}" if name else ""
    reason = (error.strerror or str(error)).rstrip(".")
    next_step = _NEXT_STEPS.get(number, "Fix it and try again.")
    return f"The system reported a problem{where}: {reason}. {next_step}"


def _is_memory_limited() -> bool:
    return (
        resource is not None and resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY
    )
