"""A lab as seen from a student's computer: send a program, ask for its state, fetch the recording.

It needs only Python's own library, so that people who only send programs install nothing.
"""

from __future__ import annotations

import json
import os
import secrets
import ssl
import urllib.error
import urllib.request
from collections.abc import Iterable, Mapping
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit, urlunsplit

from wsusim.errors import BadInput
from wsusim.formats.atomic import draft_of, read_whole
from wsusim.recording.program_files import program_files

TIMEOUT_S = 20.0
_PIECE = 1 << 16


class LabAway(BadInput):
    """The lab doesn't answer; it may later."""


class LabClient:
    """Talks to a lab for one person.

    Args:
        address: What is typed into a browser; may carry the token:
            ``https://lab.school/#token=...``
        token: The invitation's; empty: the address has it.

    Raises:
        BadInput: It is no address, or there is no token.
    """

    def __init__(self, address: str, token: str = "") -> None:
        whole = address if "://" in address else f"http://{address}"
        try:
            parts = urlsplit(whole)
            is_good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        except ValueError:
            is_good = False
        if not is_good or any(letter.isspace() or not letter.isprintable() for letter in whole):
            raise BadInput(
                f"{address!r} isn't a lab's address. It looks like https://lab.school.example/, "
                "and your teacher can tell you."
            )
        self._course = ""
        self.token = token or (parse_qs(parts.fragment).get("token") or [""])[0]
        self.address = urlunsplit((parts.scheme, parts.netloc, parts.path.rstrip("/"), "", ""))
        if not self.token:
            raise BadInput(
                "The lab wants to know who you are. Give the token of your invitation: --token, or "
                "the address that ends with #token=..."
            )

    def me(self) -> dict[str, Any]:
        """Return who the token belongs to, and what the lab is."""
        return self._ask("/api/me")

    def choose_course(self, title: str) -> None:
        """Send programs for one of the person's courses from now on.

        Raises:
            BadInput: The person is in no such course.
        """
        courses = self.me()["courses"]
        found = next((one["id"] for one in courses if one["title"] == title.strip()), None)
        if found is None:
            known = ", ".join(f'"{one["title"]}"' for one in courses) or "none"
            raise BadInput(f"You are in no course {title[:40]!r}. Yours: {known}.")
        self.enter_course(found)

    def enter_course(self, number: int) -> None:
        """Ask about one of the person's courses from now on, and send programs for it."""
        self._course = str(number)

    def submit(
        self,
        name: str,
        source: str,
        modules: Mapping[str, str] | None = None,
        *,
        key: str | None = None,
        **options: Any,
    ) -> dict[str, Any]:
        """Send a program; sending it twice under the same key makes one job.

        Args:
            name: Of the file.
            source: Its text.
            modules: The texts of its own modules, by the names of their files.
            key: Chosen once for an upload, so that it can be tried again; ``None``: a new one.
            options: ``kind``, ``maze``, ``seed``, ``time_s``.
        """
        body = {
            "name": name,
            "source": source,
            "key": key or secrets.token_urlsafe(12),
            **options,
        }
        body |= {"modules": dict(modules)} if modules else {}
        try:
            return self._ask("/api/jobs", body)
        except LabAway:  # its answer may have been lost on the way
            return self._ask("/api/jobs", body)

    def jobs(self) -> list[dict[str, Any]]:
        """Return the person's jobs, newest first."""
        told: Any = self._ask("/api/jobs")
        return list(told)

    def job(self, number: int) -> dict[str, Any]:
        """Return everything of a job."""
        return self._ask(f"/api/jobs/{number}")

    def stop(self, number: int) -> dict[str, Any]:
        """Stop a job, or take it out of the queue."""
        return self._ask(f"/api/jobs/{number}/stop", {})

    def halt(self) -> dict[str, Any]:
        """Stop all robots, as a teacher; while some are still ``driving``, ask again."""
        return self._ask("/api/lab/halt", {})

    def fetch(self, number: int, kind: str, file: Path, *, overwrite: bool = False) -> Path:
        """Save the recording of a job: ``robot`` or ``simulation``; return the file.

        Raises:
            BadInput: There is none, the file exists, or it can't be written.
            LabAway: The connection was lost; nothing is saved.
        """
        check_target(file, overwrite=overwrite)
        with self._open(f"/api/jobs/{number}/recording/{kind}") as answer:
            left = int(answer.headers.get("Content-Length", 0))
            try:
                with draft_of(file) as draft, draft.open("wb") as out:
                    while piece := self._piece(answer):
                        left -= len(piece)
                        out.write(piece)
                    if left > 0:
                        raise LabAway("The connection to the lab has broken off. Fetch it again.")
            except OSError as error:
                raise BadInput(
                    f"{file} can't be written: {error.strerror or error}. Choose another place."
                ) from None
        return file

    def watch_address(self, number: int) -> str:
        """Return what to open to see a job that is running, in a browser that is signed in."""
        return f"{self.address}/live/{number}/"

    # Inside

    def _ask(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        with self._open(path, body) as answer:
            try:
                told = json.load(answer)
            except ValueError:
                raise BadInput(f"{self.address} doesn't answer like a lab. Check it.") from None
            except (OSError, HTTPException) as error:
                raise self._away(error) from None
        return told  # type: ignore[no-any-return]

    def _piece(self, answer: Any) -> bytes:
        try:
            return bytes(answer.read(_PIECE))
        except (OSError, HTTPException) as error:
            raise self._away(error) from None

    def _away(self, error: Exception) -> LabAway:
        """Return the error for when nothing, or nothing complete, comes from the lab."""
        reason = getattr(error, "reason", error)
        if isinstance(reason, ssl.SSLCertVerificationError):
            said = f"this computer doesn't trust its certificate ({reason.verify_message})"
        elif isinstance(reason, ssl.SSLError):
            said = "it doesn't answer by https; perhaps its address begins with http://"
        else:
            said = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
        return LabAway(
            f"The lab at {self.address} can't be reached: {said}. Check the address, and that you "
            "are online."
        )

    def _open(self, path: str, body: dict[str, Any] | None = None) -> Any:
        request = urllib.request.Request(
            self.address + path,
            data=None if body is None else json.dumps(body).encode(),
            headers={
                "Authorization": f"Bearer {self.token}",
                "Content-Type": "application/json",
                **({"X-Course": self._course} if self._course else {}),
            },
        )
        try:
            return urllib.request.urlopen(request, timeout=TIMEOUT_S)
        except urllib.error.HTTPError as error:
            raise BadInput(_said(error)) from None
        except (OSError, HTTPException, ValueError) as error:
            raise self._away(error) from None


def read_program(file: Path, others: Iterable[Path] = ()) -> tuple[str, str, dict[str, str]]:
    """Return what a lab is sent: a controller's name and text, and those of its own modules.

    Args:
        file: The controller's.
        others: Modules that it needs and doesn't name in an ``import`` statement.

    Raises:
        BadInput: A file can't be read, or it imports a package, which a lab doesn't take.
    """
    contents = {file.name: read_whole(file, "a program")}
    try:
        contents |= program_files(file)
    except OSError as error:
        raise BadInput(
            f"A module of {file.name} can't be read: {error.filename}: {error.strerror}."
        ) from None
    for other in others:
        contents[other.name] = read_whole(other, "a module")
    inner = next((name for name in contents if "/" in name), None)
    if inner is not None:
        raise BadInput(
            f"{file.name} imports {inner}, which is in a folder of its own. A lab takes only files "
            f"that are beside {file.name}: move it there, and change the import."
        )
    texts = {name: _text(name, content) for name, content in contents.items()}
    return file.name, texts.pop(file.name), texts


def _text(name: str, content: bytes) -> str:
    """Return a program's text; raises ``BadInput`` with the line that is no UTF-8."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadInput(
            f"{name}, line {line}: this isn't text in UTF-8 (byte 0x{content[error.start]:02X}). "
            "Save the file as UTF-8 in your editor."
        ) from None


def check_target(file: Path, *, overwrite: bool) -> None:
    """Raise ``BadInput`` if a recording can't be saved as a file; called before the run."""
    if file.exists() and not overwrite:
        raise BadInput(f"{file} exists already. Choose another name, or add --overwrite.")
    if not os.access(file.absolute().parent, os.W_OK):
        raise BadInput(f"Nothing can be saved in {file.parent}. Choose another folder.")


def _said(error: urllib.error.HTTPError) -> str:
    """Return what a lab says in a refusal."""
    try:
        return str(json.load(error)["error"])
    except (ValueError, KeyError, TypeError, OSError):
        return f"The lab answered with {error.code} {error.reason}. Is it a lab's address?"
