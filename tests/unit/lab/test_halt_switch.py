"""The switch of the emergency stop: shared bytes that hold whatever else is broken."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from wsusim.errors import BadInput
from wsusim.lab.halt_switch import HaltSwitch
from wsusim.lab.halting import go_on, halt


@pytest.fixture
def switch(tmp_path: Path) -> Iterator[HaltSwitch]:
    """Return a lab's switch."""
    made = HaltSwitch.in_folder(tmp_path)
    yield made
    made.close()


def test_who_presses_it_is_heard_by_all(switch: HaltSwitch, tmp_path: Path) -> None:
    """Another process looks at the same bytes."""
    other = HaltSwitch.in_folder(tmp_path)
    before = other.is_pressed
    switch.press()
    after = other.is_pressed
    other.close()

    assert (before, after) == (False, True)


def test_it_stays_pressed_until_it_is_released(switch: HaltSwitch, tmp_path: Path) -> None:
    """Also when everything ends in between."""
    switch.press()
    again = HaltSwitch.in_folder(tmp_path)
    was_pressed = again.is_pressed
    again.release()
    again.close()

    assert was_pressed
    assert not switch.is_pressed


def test_its_bytes_have_their_place_from_the_start(switch: HaltSwitch) -> None:
    """On a full disk there is none for new ones."""
    before = switch.file.stat().st_blocks
    switch.press()
    switch.begin(os.getpid())

    assert before > 0
    assert switch.file.stat().st_blocks == before


def test_what_cant_be_written_still_holds_in_this_process(
    switch: HaltSwitch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the person who has pressed it is told."""

    def refuse(_slot: int, _value: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(switch, "_write", refuse)
    with pytest.raises(OSError, match="No space"):
        switch.press()

    assert switch.is_pressed


def test_a_switch_that_cant_be_read_is_pressed(
    switch: HaltSwitch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An unreadable switch counts as pressed."""

    def refuse(_slot: int) -> int:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(switch, "_read", refuse)

    assert switch.is_pressed


@pytest.mark.parametrize("left", [b"", b"\0\0\0", bytes(100)])
def test_a_file_that_was_made_in_part_is_made_whole(tmp_path: Path, left: bytes) -> None:
    """A switch that was cut short by a full disk counts as not pressed, and everything works."""
    file = tmp_path / "halt"
    file.write_bytes(left)
    switch = HaltSwitch(file)

    assert switch.is_new
    assert not switch.is_pressed
    switch.forget_drivers()
    switch.press()
    assert switch.is_pressed
    switch.close()
    with closing(HaltSwitch(file)) as again:
        assert again.is_pressed
        assert not again.is_new


def test_a_switch_that_was_emptied_is_pressed(switch: HaltSwitch) -> None:
    """Emptying the file lets no robot drive, and the stop still goes through."""
    switch.file.write_bytes(b"")

    assert switch.is_pressed
    assert switch.drivers() == []
    switch.press()
    assert switch.is_pressed


def test_it_knows_which_processes_drive(switch: HaltSwitch) -> None:
    """From their start to their end."""
    for number in (11, 12, 13):
        switch.begin(number)
    switch.end(12)

    assert switch.drivers() == [11, 13]

    switch.forget_drivers()

    assert switch.drivers() == []


def test_the_terminal_presses_and_releases_it(switch: HaltSwitch, tmp_path: Path) -> None:
    """Processes that have gone long ago are no robots."""
    switch.begin(2**22 + 1)
    halted = halt(tmp_path)
    was_pressed = switch.is_pressed
    go_on(tmp_path)

    assert (halted.ended + halted.killed, halted.is_held, was_pressed) == (0, True, True)
    assert not switch.is_pressed


def test_there_is_no_switch_where_there_is_no_lab(tmp_path: Path) -> None:
    """A mistyped folder is told, and none is made."""
    with pytest.raises(BadInput, match="There is no lab in"):
        halt(tmp_path / "nowhere")

    assert list(tmp_path.iterdir()) == []
