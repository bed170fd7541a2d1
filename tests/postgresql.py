"""A PostgreSQL server of the tests' own, where Debian's package and psycopg are installed."""

from __future__ import annotations

import importlib.util
import itertools
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Self

USER = "postgres"


class PostgreSQL:
    """A server in a temporary folder, on a socket that only this computer has."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="wsusim-pg-"))
        self._data = self._folder / "data"
        self._numbers = itertools.count()

    @staticmethod
    def missing() -> str | None:
        """Return why there can be none here; ``None``: there can."""
        if _programs() is None:
            return "PostgreSQL is not installed (Debian: postgresql)"
        if importlib.util.find_spec("psycopg") is None:
            return "psycopg is not installed (psycopg[binary])"
        return None

    def __enter__(self) -> Self:
        """Start it."""
        if os.geteuid() == 0:
            shutil.chown(self._folder, USER, USER)
        self._call("initdb", "-D", self._data, "-U", USER, "-A", "trust", "--no-sync")
        options = f"-k {self._folder} -c listen_addresses='' -c fsync=off"
        log = self._folder / "log"
        self._call("pg_ctl", "-D", self._data, "-o", options, "-l", log, "-w", "start")
        return self

    def __exit__(self, *_failure: object) -> None:
        """Stop it, and remove everything."""
        self._call("pg_ctl", "-D", self._data, "-m", "immediate", "stop")
        shutil.rmtree(self._folder, ignore_errors=True)

    def new_database(self) -> str:
        """Return the URL of an empty database."""
        name = f"lab{next(self._numbers)}"
        self._call("createdb", "-h", self._folder, "-U", USER, name)
        return f"postgresql+psycopg://{USER}@/{name}?host={self._folder}"

    def _call(self, program: str, *arguments: object) -> None:
        folder = _programs()
        assert folder is not None
        command = [str(folder / program), *map(str, arguments)]
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            command = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", *command]
        subprocess.run(command, check=True, capture_output=True, cwd="/")


def _programs() -> Path | None:
    """Return the folder of the newest server's programs."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return found[-1].parent if found else None
