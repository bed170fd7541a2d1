"""The side process that checks and completes: one question a line, one answer a line, in JSON."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from wsusim.json_lines import JsonLines
from wsusim.programs.checking import remarks_on

WARMING = (
    "from wsusim import Controller\nclass Warm(Controller):\n    def run(self):\n        self."
)


def serve() -> None:
    """Answer until the input ends."""
    channel, worker = JsonLines.of_this_process(), _Worker()
    for question in channel:
        try:
            answer = worker.answer(question)
        except Exception as error:  # noqa: BLE001 - one bad question must not end the service
            answer = {"failed": f"{type(error).__name__}: {error}"[:300]}
        channel.send({**answer, "id": question.get("id", -1)})


class _Worker:
    """Answers single questions; jedi comes with the first one that needs it."""

    def __init__(self) -> None:
        self._completer: Any = None

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to a question."""
        what, text = question["do"], question.get("text", "")
        path = Path(question.get("path", "program.py"))
        if what == "check":
            return {"remarks": [asdict(remark) for remark in remarks_on(text, path.name)]}
        if what == "describe":
            return {"text": self.completer.describe(question["name"])}
        if what == "warm":
            lines = WARMING.split("\n")
            self.completer.complete(WARMING, len(lines), len(lines[-1]), path)
            return {}
        place = (text, question["line"], question["column"], path)
        if what == "complete":
            return {"proposals": self.completer.complete(*place)}
        if what == "signature":
            return {"signature": self.completer.signature(*place)}
        if what == "define":
            return {"place": self.completer.definition(*place)}
        return {"text": self.completer.help_at(*place)}

    @property
    def completer(self) -> Any:
        if self._completer is None:
            from wsusim.programs.completing import Completer

            self._completer = Completer()
        return self._completer
