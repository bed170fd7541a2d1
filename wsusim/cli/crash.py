"""What a person sees when wsusim itself has a fault: one sentence, and a file to send."""

from __future__ import annotations

import platform
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

from wsusim import __version__


def keep_crash_report(arguments: Sequence[str]) -> str:
    """Write the exception being handled to a file; return the sentence that names the file."""
    import platformdirs

    text = "\n".join(
        [
            f"wsusim {__version__}, Python {platform.python_version()}, {platform.platform()}",
            f"arguments: {list(arguments[1:])}",
            traceback.format_exc(),
        ]
    )
    exception = sys.exc_info()[1]
    kind = type(exception).__name__
    try:
        folder = Path(platformdirs.user_log_dir("wsusim", appauthor=False))
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / "crash.txt"
        file.write_text(text, encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        return (
            f"Something went wrong in wsusim itself ({kind}: {exception}), and the report "
            f"couldn't be saved ({error.strerror}). Please tell the maintainers what you were "
            "doing."
        )
    return (
        f"Something went wrong in wsusim itself ({kind}). It's not your fault. Please send this "
        f"file to the maintainers: {file}"
    )
