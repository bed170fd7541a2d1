"""The recorded exchange of the official simulator, datagram by datagram."""

from __future__ import annotations

import ast
import gzip
from dataclasses import dataclass

from tests.cases import cases_folder


@dataclass(frozen=True)
class Datagram:
    """One of the exchange: from the arena when ``is_told``."""

    is_told: bool
    content: bytes


def exchange() -> list[Datagram]:
    """Return the whole exchange; skips the test where it is not there."""
    lines = gzip.decompress((cases_folder("ciber") / "solo.txt.gz").read_bytes()).decode()
    found = []
    for line in lines.splitlines():
        content = ast.literal_eval(line[line.index("b'") :])
        port = int(line.split()[1])
        found.append(Datagram(port in (46036, 55919), content))
    return found


def told(beginning: bytes) -> list[bytes]:
    """Return what the arena told that begins so."""
    return [d.content for d in exchange() if d.is_told and d.content.startswith(beginning)]
