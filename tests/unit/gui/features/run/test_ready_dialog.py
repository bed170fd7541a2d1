"""The list of programs that one can begin with."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from wsusim.gui.features.run.ready_dialog import ReadyDialog


def shown(dialog: ReadyDialog) -> list[str]:
    """Return the names in the list."""
    items = [dialog.tree.topLevelItem(row) for row in range(dialog.tree.topLevelItemCount())]
    return [item.text(0) for item in items if item is not None and not item.isHidden()]


def test_each_program_says_what_it_does_and_where(qtbot: QtBot) -> None:
    """Robots and mazes beside the sentence."""
    dialog = ReadyDialog()
    qtbot.addWidget(dialog)
    dialog.choose("follow_light")
    item = dialog.tree.currentItem()
    assert item is not None
    assert [item.text(column) for column in range(4)] == [
        "follow_light",
        "Goes from lamp to lamp.",
        "Khepera I",
        "beacons",
    ]


def test_the_search_looks_at_everything_that_is_said(qtbot: QtBot) -> None:
    """By maze, too."""
    dialog = ReadyDialog()
    qtbot.addWidget(dialog)
    dialog.search.setText("soccer")
    assert shown(dialog) == ["goalkeeper", "striker"]


def test_a_copy_of_the_chosen_one_is_asked_for(qtbot: QtBot) -> None:
    """By its button."""
    dialog = ReadyDialog()
    qtbot.addWidget(dialog)
    dialog.choose("striker")
    with qtbot.waitSignal(dialog.wanted) as told:
        dialog.copy.click()
    assert told.args[0].path.stem == "striker"
