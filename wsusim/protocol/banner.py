"""What a robot says when it starts, and the versions that distinguish the kinds."""

from __future__ import annotations

BANNER_END = "Serial Communication Protocol"
"""Last line of every banner: the robot is ready for commands."""

BANNERS: dict[str, tuple[str, ...]] = {
    "khepera1": (  # KH1; K-Team's questions and answers for the Khepera II
        "ROM of minirobot KHEPERA, Edoardo Franzi, K-Team S.A., October 22, 1998, Rev. 5.01",
        BANNER_END,
    ),
    "khepera2": (  # KH2 p. 23, without its picture in letters
        "uKos (c) 1992-2001",
        "ROM of minirobot KII, Edoardo Franzi, K-Team S.A., September 1, 2001, Rev. 6.01 beta",
        BANNER_END,
    ),
}

VERSIONS: dict[str, tuple[int, int]] = {
    "khepera1": (502, 501),  # KH1: example of command B
    "khepera2": (601, 601),  # BIOS from the banner of KH2; the protocol's is a guess
}
"""BIOS and protocol in hundredths, as command B returns them."""


def rom_of(kind: str) -> str:
    """Return the kind of Khepera whose lines a robot of a kind speaks: itself, or a Khepera I."""
    return kind if kind in BANNERS else "khepera1"


def kind_of_bios(bios: int) -> str:
    """Return the kind of robot by the BIOS version that B returned (hundredths, 502 = 5.02)."""
    return "khepera2" if bios >= 600 else "khepera1"
