"""A reader who types the commands of a page, in order, and compares what is printed.

Comments on a page, which are invisible, tell the reader what the text says in words:

- ``<!-- file: shy.py -->``: the next block of code is saved under this name;
- ``<!-- change shy.py: 300 -> 200 -->``: in that file, one text takes the place of another;
  ``<!-- change shy.py as bad.py: 300 -> 200 -->``: in a copy of it;
- ``<!-- printed by: python main.py run shy.py -->``: the next block is what this command prints.

A block ``console`` has commands behind ``$`` and, below each, what it prints. A line ``...`` stands
for any number of lines. ``python -m tests.pages.reader`` renews what is printed on all pages.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.command_line import Outcome, wsusim
from tests.pages.readers_desk import lay_out
from wsusim.shipped import shipped_folder

_STEP = re.compile(
    r"<!-- file: (?P<file>\S+) -->\s*^```\w*\n(?P<text>.*?)^```"
    r"|<!-- change (?P<changed>\S+)(?: as (?P<copy>\S+))?: (?P<old>.+?) -> (?P<new>.*?) -->"
    r"|<!-- printed by: (?P<by>.+?) -->\s*^```\w*\n(?P<printed>.*?)^```"
    r"|^```console\n(?P<console>.*?)^```"
    r"|^ *```(?:sh|bat)\n(?P<shell>.*?)^ *```"
    r"|^```text\n(?P<examples>(?:Examples?|Open one|The teacher):.*?)^```",
    re.S | re.M,
)
_COMMAND = re.compile(r"\bmain\.py\b(?P<words>.*)")
_TIMES = re.compile(r"\d[\d,.]*(?= times real time)")
"""What differs from computer to computer."""

NOT_TYPED = {
    r"(serial|thymio|epuck2?):\S": "a robot or a port (end_to_end, unit/backends)",
    r"^(ports|doctor)\b": "what the computer has (unit/cli, unit/doctor)",
    r"^$|--window\b|^--simple$|^\S+\.(json|mcap|lesson)$|^watch\b": "the window (unit/gui)",
    r"^(emulate|(lab|ciber) serve|ciber agent)\b": "doesn't end (end_to_end)",
    r"--publish\b|--debug\b": "waits for others (unit/live, end_to_end)",
    r"--cluster\b": "a cluster (unit/jobs)",
    r"^lab (submit|status|fetch|watch|cancel)\b": "a lab that runs (unit/lab)",
    r"\{host\}|--challenge|--from ciberRatoTools|\$b": "agents in other languages (unit/ciber)",
    r"\breal\.mcap\b": "a real robot's recording (unit/runs, unit/cli)",
    r"--view camera\b": "a lab's recording with video (unit/analysis, end_to_end)",
    r"--network\b": "a table measured straight ahead (unit/calibration)",
    r"/srv/": "the folders of a server (end_to_end, unit/lab)",
    r"ADDRESS|FILE\b|FOLDER\b": "a word in capitals is the reader's",
}
"""Commands that are not typed here, and why, with the place of their tests."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A command that was typed."""

    words: str
    outcome: Outcome
    is_shown: bool
    """The page shows what it prints, which may be a refusal."""


@dataclass(slots=True)
class Reader:
    """Works through pages in the current folder; ``run`` does a command, of its words."""

    run: Callable[[list[str]], Outcome]
    typed: list[Typed] = field(default_factory=list)

    def read(self, page: str) -> str:
        """Type all commands of a page; return it with what they print now."""
        pieces, place = [], 0
        for step in _STEP.finditer(page):
            if step["file"]:  # a page may speak of a file before it shows it
                Path(step["file"]).write_text(step["text"], encoding="utf-8")
        for step in _STEP.finditer(page):
            group = step.lastgroup
            if step["file"]:
                Path(step["file"]).write_text(step["text"], encoding="utf-8")
            elif step["changed"]:
                _change(step["changed"], step["copy"] or step["changed"], step["old"], step["new"])
            elif step["by"]:
                pieces += [page[place : step.start("printed")], self._printed_by(step)]
                place = step.end("printed")
            elif group == "console":
                pieces += [page[place : step.start(group)], self._console(step[group])]
                place = step.end(group)
            else:
                for line in step[str(group)].replace("\\\n", " ").splitlines():
                    self._type(line, is_shown=False)
        return "".join([*pieces, page[place:]])

    def _printed_by(self, step: re.Match[str]) -> str:
        outcome = self._type(step["by"], is_shown=True)
        return step["printed"] if outcome is None else _renewed(step["printed"], outcome)

    def _console(self, block: str) -> str:
        parts = []
        for part in re.findall(r"^\$ .*\n(?:(?!\$ ).*\n)*", block, re.M):
            command, _, printed = part.partition("\n")
            outcome = self._type(command, is_shown=bool(printed.strip()))
            if outcome is not None and printed.strip():
                printed = _renewed(printed, outcome)
            parts.append(f"{command}\n{printed}")
        return "".join(parts)

    def _type(self, line: str, *, is_shown: bool) -> Outcome | None:
        command = _COMMAND.search(line)
        if command is None:
            return None
        words, _, file = command["words"].partition(" > ")
        typed = shlex.split(words, comments=True)
        if why_not(" ".join(typed)) is not None:
            return None
        outcome = self.run(typed)
        if file:
            Path(file.split()[0]).write_text(outcome.stdout, encoding="utf-8")
        self.typed.append(Typed(" ".join(typed), outcome, is_shown))
        return outcome


def _change(file: str, changed: str, old: str, new: str) -> None:
    text = Path(file).read_text(encoding="utf-8")
    assert old in text, f"{file} has no {old!r}"
    Path(changed).write_text(text.replace(old, new), encoding="utf-8")


def why_not(words: str) -> str | None:
    """Return why a command is not typed here; ``None``: it is."""
    return next((why for pattern, why in NOT_TYPED.items() if re.search(pattern, words)), None)


def _renewed(printed: str, outcome: Outcome) -> str:
    """Return what stands on the page, or what is printed now if that is something else."""
    now = (outcome.stdout or outcome.stderr).rstrip("\n").splitlines()
    then = printed.rstrip("\n").splitlines()
    if "..." in then:
        head = then.index("...")
        tail = len(then) - head - 1
        now = [*now[:head], "...", *now[len(now) - tail :]]
    if list(map(_timeless, now)) == list(map(_timeless, then)):
        return printed
    return "".join(f"{line}\n" for line in now)


def _timeless(line: str) -> str:
    return _TIMES.sub("N", line).rstrip()


def pages_with_commands(manual: Path) -> Iterator[Path]:
    """Yield the pages on which something can be typed."""
    for page in sorted(manual.rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        if "developer" not in page.parts and any(
            _COMMAND.search(step[0]) for step in _STEP.finditer(text)
        ):
            yield page


def main(names: list[str]) -> None:
    """Renew what is printed on the pages of these names, or on all."""
    for page in list(pages_with_commands(shipped_folder("manual"))):
        if names and page.stem not in names:
            continue
        with tempfile.TemporaryDirectory() as desk:
            lay_out(Path(desk))
            os.chdir(desk)
            reader = Reader(wsusim)
            text = page.read_text(encoding="utf-8")
            new = reader.read(text)
            for one in reader.typed:
                if one.outcome.returncode and not one.is_shown:
                    told = one.outcome.stderr or one.outcome.stdout
                    sys.stderr.write(f"{page.name}: {one.words}: {told}")
            if new != text:
                page.write_text(new, encoding="utf-8")
                sys.stdout.write(f"{page.name} is renewed\n")
            os.chdir("/")


if __name__ == "__main__":
    main(sys.argv[1:])
