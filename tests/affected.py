"""Which tests a change can reach, nearest first; and runs those that fit into a time.

``python -m tests.affected`` looks at what is not committed yet, ``--base main`` at all since a
branch began, ``FILE...`` at those files. It names the nearest tests that take ten seconds together,
or as many as ``--seconds`` says; ``--all`` names all that can be reached, ``--run`` runs them.

A test reaches what it imports, and what that imports; a module's name in a text counts as an import
(processes and commands are started by name). How long a file of tests takes is what it took last
(``tests.conftest`` keeps it in pytest's cache).
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
DURATIONS = ROOT / ".pytest_cache/v/wsusim/durations"
UNKNOWN_S = 1.0
"""The assumed time of a file of tests whose time is unknown."""

EVERYTHING = ("pyproject.toml", "tests/conftest.py", "requirements", "tests/requirements.txt")
FINDERS = {
    "wsusim.cli.command_table": "wsusim.cli",
    "wsusim.formats.importers.table": "wsusim.formats.importers",
    "wsusim.lab.store": "wsusim.lab.migrations",
    "wsusim.lab.migrations.env": "wsusim.lab.migrations.versions",
}
"""Modules that load all modules of a package."""

_NAME = re.compile(r"\bwsusim(?:\.[a-z_0-9]+)+")
_FILE = re.compile(r"\w++\.py\b")

Importers = Mapping[str, Collection[str]]
"""By module: who imports it."""


def main(words: list[str] | None = None) -> int:
    """Name the tests, or run them."""
    asked = _arguments().parse_args(words)
    changed = [str(Path(file)) for file in asked.files] or changed_files(asked.base)
    if not changed:
        print("Nothing has changed.")
        return 0
    if any(file.startswith(EVERYTHING) for file in changed):
        print("This reaches every test: run the whole suite.")
        return 0
    hops = reached_from(modules_of(changed), importers())
    ranked = sorted(hops, key=lambda test: (hops[test], test))
    chosen = ranked if asked.all else within(ranked, asked.seconds, durations())
    print("\n".join(chosen), file=sys.stderr if asked.run else sys.stdout)
    if left := len(ranked) - len(chosen):
        print(f"... and {left} files that it reaches from farther away: --all", file=sys.stderr)
    if not asked.run or not chosen:
        return 0
    return subprocess.run([sys.executable, "-m", "pytest", "-q", *chosen], check=False).returncode


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.affected", description=__doc__)
    parser.add_argument("files", nargs="*", help="changed files; none: ask git")
    parser.add_argument("--base", default="HEAD", help="what to compare with (HEAD)")
    parser.add_argument("--seconds", type=float, default=10.0, help="time for the tests (10)")
    parser.add_argument("--all", action="store_true", help="every test that is reached")
    parser.add_argument("--run", action="store_true", help="run them")
    return parser


def changed_files(base: str) -> list[str]:
    """Return what differs from a commit, and files that git doesn't know yet."""
    asked = (["diff", "--name-only", base], ["ls-files", "--others", "--exclude-standard"])
    found: list[str] = []
    for words in asked:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
        found += done.stdout.splitlines()
    return found


def modules_of(files: Iterable[str]) -> set[str]:
    """Return the modules that changed with files: of data, those that name it or lie beside it."""
    modules: set[str] = set()
    for file in files:
        path = Path(file)
        if path.suffix == ".py" and path.parts[0] in {"wsusim", "tests"}:
            modules.add(_module_at(path))
        elif path.suffix in {".js", ".mjs"}:
            modules.add("tests.page_scripts")
        else:
            modules |= {name for name, text in sources().items() if path.stem in text}
            if path.parts[0] == "wsusim":
                modules |= {_module_at(one) for one in (ROOT / path.parent).glob("*.py")}
    return modules


def reached_from(changed: Collection[str], imported_by: Importers) -> dict[str, int]:
    """Return files of tests by their distance in imports; the module's own tests are nearest."""
    hops = dict.fromkeys(changed, 0)
    waiting = deque(changed)
    while waiting:
        module = waiting.popleft()
        for importer in imported_by.get(module, ()):
            if importer not in hops:
                hops[importer] = hops[module] + 1
                waiting.append(importer)
    own = {_own_test(module) for module in changed}
    return {
        f"{name.replace('.', '/')}.py": -1 if name in own else distance
        for name, distance in hops.items()
        if name.rpartition(".")[2].startswith("test_")
    }


def within(ranked: Iterable[str], seconds: float, known: Mapping[str, float]) -> list[str]:
    """Return the first files that fit into a time; the first one of all always does."""
    chosen: list[str] = []
    for test in ranked:
        cost = known.get(test, UNKNOWN_S)
        if chosen and cost > seconds:
            continue
        seconds -= cost
        chosen.append(test)
    return chosen


def durations() -> dict[str, float]:
    """Return how long each file of tests took last."""
    try:
        found: dict[str, float] = json.loads(DURATIONS.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found


@lru_cache
def importers() -> dict[str, set[str]]:
    """Return who imports each module, by import statements and by name."""
    graph = grimp.build_graph("wsusim", "tests", cache_dir=None)
    found = {
        module: set(graph.find_modules_that_directly_import(module)) for module in graph.modules
    }
    for name, text in sources().items():
        for mentioned in {*_NAME.findall(text)} & found.keys() - {name}:
            found[mentioned].add(name)
    for finder, package in FINDERS.items():
        for module in found:
            if module.rpartition(".")[0] == package and module != finder:
                found[module].add(finder)
    named: dict[str, set[str]] = {}
    for name, text in sources().items():
        for file_name in _FILE.findall(text):
            named.setdefault(file_name, set()).add(name)
    for module in (module for module, modules in found.items() if not modules):
        file_name = f"{module.rpartition('.')[2]}.py"  # a program that is started by its file
        found[module] |= named.get(file_name, set()) - {module}
    # Importing a module runs the packages that it is in: the innermost first.
    for module, modules in sorted(found.items(), key=lambda of: -of[0].count(".")):
        package = module.rpartition(".")[0]
        if package in found:
            found[package] |= modules
    return found


@lru_cache
def sources() -> dict[str, str]:
    """Return the text of each module."""
    return {
        _module_at(file): file.read_text(encoding="utf-8")
        for folder in ("wsusim", "tests")
        for file in _python_files(ROOT / folder)
    }


def _python_files(folder: Path) -> Iterator[Path]:
    return (file for file in folder.rglob("*.py") if "__pycache__" not in file.parts)


def _module_at(file: Path) -> str:
    place = file.relative_to(ROOT) if file.is_absolute() else file
    parts = place.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _own_test(module: str) -> str:
    package, _, name = module.removeprefix("wsusim.").rpartition(".")
    return ".".join(filter(None, ("tests.unit", package, f"test_{name}")))


if __name__ == "__main__":
    sys.exit(main())
