"""The scripts of the pages are as strict as the rest: types, a linter, tests without a browser."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Literal, NotRequired, TypedDict

import pytest

from tests.everything import EVERYTHING
from tests.page_scripts import DENO, PAGES, ROOT, deno, lay_out
from tests.typescript import Declarations
from wsusim.live.telling import scene_of

with_deno = pytest.mark.skipif(DENO is None, reason="deno is not installed: tests/requirements.txt")
RULES = sorted((ROOT / "tests/javascript").glob("l*.mjs"))
"""Their names begin with that of a page."""

PLANTED = {
    "live": (
        'import { by } from "./shared/elements.js";\nby("no-such-element");',
        "/** @param {Scene} scene */\nexport const wrong = (scene) => scene.mase;",
    ),
    "lab": (
        'import { ask } from "./asking.js";\nask("api/stat");',
        'import { ask } from "./asking.js";\nask("api/state").then((lab) => lab.is_opened);',
    ),
}
"""Faults of types: an element, a field of a scene; a path, a field of an answer."""


_PLACE_OF_FAULT = re.compile(r"\[ERROR\].*?at file://\S*/([^/:\s]+):\d+", re.DOTALL)
"""The file in which deno finds a fault; other places that explain it come after that."""


@pytest.fixture(scope="module", params=PAGES)
def with_wrong_types(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[set[str], set[str]]:
    """Check a page and the planted faults at once: most of the time goes into the browser's types.

    Return the names of the files with faults, and those of the planted ones.
    """
    page = lay_out(request.param, tmp_path_factory.mktemp("types"))
    planted = {f"planted_{number}.js": fault for number, fault in enumerate(PLANTED[request.param])}
    for name, fault in planted.items():
        (page / name).write_text(fault)
    checked = deno(page, "check", "main.js", *planted)
    assert checked.returncode != 0, "no fault is found"
    wrong = _PLACE_OF_FAULT.findall(checked.stderr)
    return set(wrong), set(planted)


@with_deno
def test_types_are_right(with_wrong_types: tuple[set[str], set[str]]) -> None:
    """Of elements by the page's HTML, of answers and scenes by what Python says of them."""
    wrong, planted = with_wrong_types

    assert wrong - planted == set()


@with_deno
def test_planted_faults_of_types_are_found(with_wrong_types: tuple[set[str], set[str]]) -> None:
    """Or the test above would find nothing."""
    wrong, planted = with_wrong_types

    assert planted - wrong == set()


@with_deno
@pytest.mark.parametrize("name", PAGES)
def test_the_linter_finds_nothing(name: str, tmp_path: Path) -> None:
    """Deno's recommended rules, and one fault to see that they are kept."""
    page = lay_out(name, tmp_path)

    linted = deno(page, "lint")
    (page / "planted.js").write_text("let unused = 1;\n")
    planted = deno(page, "lint")

    assert linted.returncode == 0, linted.stderr
    assert "no-unused-vars" in planted.stderr


@with_deno
@pytest.mark.parametrize(
    "file", sorted((ROOT / "tests/javascript").glob("l*.mjs")), ids=lambda file: file.stem
)
def test_modules_keep_their_rules(file: Path, tmp_path: Path) -> None:
    """Each rule is a test in ``tests/javascript``; deno names those that fail."""
    page = lay_out(file.stem.partition("_")[0], tmp_path)
    page.rename(tmp_path / "page")
    for one in (file, file.parent / "small_page.mjs"):
        shutil.copy(one, tmp_path)
    (tmp_path / "scene.json").write_text(json.dumps(scene_of(EVERYTHING, name="everything")))

    done = deno(tmp_path, "test", "--no-check", "--allow-read", file.name)

    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 failed" in done.stdout


class Inner(TypedDict):
    """A type in another."""

    number: int


class Outer(TypedDict):
    """A type with all that is translated."""

    kind: Literal["a", "b"]
    one: Inner | None
    pair: tuple[str, float]
    by_name: NotRequired[dict[str, list[bool]]]


def test_a_type_of_python_becomes_one_of_typescript() -> None:
    """Field by field, and the types of fields, too."""
    declared = Declarations()

    assert declared.of(Outer) == "Outer"
    assert declared.text == (
        "interface Inner {\n  number: number;\n}\n\n"
        'interface Outer {\n  kind: "a" | "b";\n  one: Inner | null;\n  pair: [string, number];\n'
        "  by_name?: Record<string, Array<boolean>>;\n}\n"
    )
