"""Every error shown to a person: what was wrong, the value, the range, the next step."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path


class WsusimError(Exception):
    """Base of all errors with a message for a person; its text is shown without a traceback.

    The message is one or more full sentences; the last says what to do next.
    """


class BadInput(WsusimError):
    """A file, name or option given by the user can't be used. Command line: exit code 2."""


class NotInstalled(BadInput):
    """A package is missing that only a part of wsusim needs.

    Args:
        what: The part, as the beginning of the sentence.
        package: The package.
        extra: The extra that requires it: ``live``, ``cluster``, ``learn``.
    """

    def __init__(self, what: str, package: str | None, extra: str) -> None:
        super().__init__(
            f"{what} needs {package}, which is not installed. Install it with: "
            f"python -m pip install -r {_requirements(extra)}"
        )


def _requirements(extra: str) -> str:
    """Return how the file of an extra's requirements is named from the current folder."""
    name, folder = f"requirements-{extra}.txt", Path(__file__).parents[1]
    if Path(name).is_file() or not (folder / name).is_file():
        return name
    file = str(folder / name)
    return f'"{file}"' if sys.platform == "win32" else shlex.quote(file)


class MazeError(BadInput):
    """A maze (file, name or content) can't be used; ``problems`` holds one sentence each."""

    def __init__(self, message: str, problems: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.problems = problems


class ControllerLoadError(BadInput):
    """A controller file can't be loaded; ``file`` and ``line`` say where, if that is known."""

    def __init__(self, message: str, file: str | None = None, line: int | None = None) -> None:
        super().__init__(message)
        self.file = file
        self.line = line


class Misuse(WsusimError):
    """A student's call asks for something the robot can't do; raised at the student's own line."""


class MisuseValue(Misuse, ValueError):
    """A value is out of its range or of the wrong kind."""


class MisuseType(Misuse, TypeError):
    """A value has a type that makes no sense here."""


class MisuseIndex(Misuse, IndexError):
    """There is no sensor, LED or motor with this number."""


class MisuseAttribute(Misuse, AttributeError):
    """A name that does not exist on a robot part; the message suggests the nearest one."""


class LinkLost(WsusimError):
    """The robot does not answer any more: cable, socket or process gone."""


class RobotRefused(LinkLost):
    """The robot answers, but it can't do what it is told: a turret is not plugged on."""


class ControllerStopped(BaseException):
    """Ends a controller that goes on after Stop.

    A ``BaseException``, so that a student's ``except Exception`` does not swallow it.
    """
