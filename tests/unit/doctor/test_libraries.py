"""Which libraries of the system are missing, and in which package they are."""

from __future__ import annotations

import sys

import pytest

from wsusim.doctor import libraries

LINUX_ONLY = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux's rules")


@LINUX_ONLY
def test_a_library_that_is_missing_is_named_with_its_package() -> None:
    """In one line to type."""
    assert libraries.missing_of(("libc.so.6", "libwsusim-not.so.1")) == ["libwsusim-not.so.1"]
    line = libraries.install_line(["libxcb-cursor.so.0", "libEGL.so.1"])
    assert line == "On Debian and Ubuntu: sudo apt install libegl1 libxcb-cursor0"


def test_a_library_without_known_package_is_named() -> None:
    """A person can look for it."""
    assert "libodd.so.7" in libraries.install_line(["libodd.so.7"])
