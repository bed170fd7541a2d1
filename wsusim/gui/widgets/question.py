"""A question with buttons that blocks nothing: each answer is a callback."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

Then = Callable[[], object]

Button = QMessageBox.StandardButton


def ask(
    parent: QWidget,
    name: str,
    heading: str,
    text: str,
    more: str,
    answers: dict[Button, Then],
    words: dict[Button, str] | None = None,
    *,
    default: Button | None = None,
) -> QMessageBox:
    """Ask a question; Cancel is always added to the answers.

    Args:
        parent: The window that waits for the answer.
        name: The object name, by which tests find the question.
        heading: Its title.
        text: The question.
        more: What follows from the answers.
        answers: What each button does.
        words: Other words on buttons.
        default: What Enter answers; ``None``: the first answer.
    """
    question = QMessageBox(parent)
    question.setObjectName(name)
    question.setIcon(QMessageBox.Icon.Question)
    question.setWindowTitle(heading)
    question.setText(text)
    question.setInformativeText(more)
    for button in (*answers, Button.Cancel):
        question.addButton(button)
    for button, label in (words or {}).items():
        question.button(button).setText(label)
    question.setDefaultButton(default or next(iter(answers)))

    def answered(_result: int) -> None:
        answers.get(question.standardButton(question.clickedButton()), lambda: None)()

    question.finished.connect(answered)
    question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    question.open()
    return question
