"""The pages and interface of a lab, served by a thread of the test's."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from wsusim.lab.lab import Lab
from wsusim.lab.school_accounts import SchoolAccounts
from wsusim.lab.web.serving import Server
from wsusim.live.watch_address import Place


@contextmanager
def served(lab: Lab, school: SchoolAccounts | None = None) -> Iterator[str]:
    """Serve a lab on any free port, and give its address."""
    server = Server(lab, Place("127.0.0.1", 0), school=school)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield server.address
    finally:
        server.stop()
        thread.join()
