"""What a person sees when wsusim itself has a fault: one sentence, and a file to send."""

from __future__ import annotations

import platform
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

from wsusim import __version__
from wsusim.control.loader import STUDENTS_MODULES

ADVICE = (
    "If your program replaces parts of Python or of a package, start it with --isolate: then only "
    "its own process is affected."
)
"""For those whose controller shared this program with wsusim."""


def keep_crash_report(arguments: Sequence[str]) -> str:
    """Write the exception being handled to a file; return the sentence that names the file."""
    exception = sys.exc_info()[1]
    kind = type(exception).__name__
    advice = ""
    if any(name.startswith(STUDENTS_MODULES) for name in sys.modules):
        advice = f" {ADVICE}"
    try:
        import platformdirs

        text = "\n".join(
            [
                f"wsusim {__version__}, Python {platform.python_version()}, {platform.platform()}",
                f"arguments: {list(arguments[1:])}",
                traceback.format_exc(),
            ]
        )
        folder = Path(platformdirs.user_log_dir("wsusim", appauthor=False))
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / "crash.txt"
        file.write_text(text, encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        return (
            f"Something went wrong in wsusim itself ({kind}: {exception}), and the report "
            f"couldn't be saved ({error.strerror}). Please tell the maintainers what you were "
            f"doing.{advice}"
        )
    fault = "" if advice else " It's not your fault."
    return (
        f"Something went wrong in wsusim itself ({kind}).{fault} Please send the file {file} to "
        f"the maintainers.{advice}"
    )
