"""The scripts of the pages, laid out as a browser gets them and checked by what Python says."""

from __future__ import annotations

import inspect
import json
import re
import shutil
import subprocess
import sysconfig
from collections.abc import Callable, Iterable, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, get_type_hints

from tests.typescript import Declarations
from wsusim.lab import shapes as lab_shapes
from wsusim.lab.web import acts, course, course_acts, hand_in_marks, lessons, people_acts
from wsusim.live import shapes as live_shapes
from wsusim.live.topics import READING_FIELDS, ROBOT_FIELDS, TOPICS

ROOT = Path(__file__).parents[1]
PAGES = {"lab": ROOT / "wsusim/lab/page", "live": ROOT / "wsusim/live/page"}
DENO = shutil.which("deno", path=sysconfig.get_path("scripts")) or shutil.which("deno")
"""It has TypeScript's checker, a linter and a runner of tests, all of one version."""

CHECKS = {
    "strict": True, "noImplicitAny": False, "noImplicitOverride": False,
    "useUnknownInCatchVariables": False,
}  # fmt: skip
HTML_NAMES = {
    "a": "HTMLAnchorElement", "button": "HTMLButtonElement", "canvas": "HTMLCanvasElement",
    "details": "HTMLDetailsElement", "div": "HTMLDivElement", "fieldset": "HTMLFieldSetElement",
    "form": "HTMLFormElement", "img": "HTMLImageElement", "input": "HTMLInputElement",
    "label": "HTMLLabelElement", "p": "HTMLParagraphElement", "pre": "HTMLPreElement",
    "select": "HTMLSelectElement", "span": "HTMLSpanElement", "table": "HTMLTableElement",
    "textarea": "HTMLTextAreaElement",
}  # fmt: skip

ACTS = (acts, course, lessons, hand_in_marks, people_acts, course_acts)
OTHER_READS: dict[str, Any] = {
    "/api/me": lab_shapes.ToldMe,
    "/api/sign-in-ways": dict[str, bool],
    "/api/jobs/{job:number}/video": lab_shapes.ToldVideo,
}
OTHER_WRITES: dict[str, Any] = {
    "/api/sign-in": lab_shapes.ToldMe,
    "/api/sign-out": dict[str, Any],
    "/api/lab/halt": lab_shapes.ToldRobots,
}
"""What is answered without an act."""


class Elements(HTMLParser):
    """The elements of a page that have an id."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.kinds: dict[str, str] = {}
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note one."""
        for name, value in attrs:
            if name == "id" and value:
                self.kinds[value] = HTML_NAMES.get(tag, "HTMLElement")


def interface(name: str, fields: Mapping[str, str]) -> str:
    """Return a declaration."""
    return f"interface {name} {{\n" + "".join(f"  {k}: {v};\n" for k, v in fields.items()) + "}\n"


def page_elements(page: Path) -> str:
    """Return what ``by`` finds on a page."""
    kinds = Elements(page).kinds
    return interface("PageElements", {f'"{name}"': kind for name, kind in kinds.items()})


def pattern(path: str) -> str:
    """Return a path of the lab as a key of TypeScript's."""
    filled = re.sub(r"\{\w+:number\}", "${number}", path.removeprefix("/"))
    return f"[path: `{filled}`]" if "$" in filled else f'"{filled}"'


def answers(tables: Iterable[Mapping[str, Callable[..., Any]]], others: Mapping[str, Any],
            declared: Declarations) -> dict[str, str]:  # fmt: skip
    """Return what is answered at each path."""
    kinds = dict(others)
    for table in tables:
        for path, act in table.items():
            kinds[path] = get_type_hints(inspect.unwrap(act))["return"]
    return {pattern(path): declared.of(kind) for path, kind in kinds.items()}


def lab_declarations() -> str:
    """Return what the lab's scripts may expect."""
    declared = Declarations()
    reads = answers([module.READS for module in ACTS], OTHER_READS, declared)
    writes = answers([module.WRITES for module in ACTS], OTHER_WRITES, declared)
    declared.of(lab_shapes.ToldScenery)
    return "\n".join(
        (
            page_elements(PAGES["lab"] / "index.html"),
            interface("Reads", reads),
            interface("Writes", writes),
            declared.text,
        )
    )


def live_declarations() -> str:
    """Return what the scripts of a shared run may expect."""
    declared = Declarations()
    declared.of(live_shapes.Scene)
    values = {
        "mission": declared.of(live_shapes.MissionState),
        "match": declared.of(live_shapes.MatchState),
        "roster": f"Record<string, {declared.of(live_shapes.RosterEntry)}>",
        "thoughts": f"Record<string, {declared.of(live_shapes.ToldThought)}>",
        "eye": f"Record<string, {declared.of(live_shapes.EyePicture)}>",
    }
    topics = {topic: values.get(topic, "any") for topic in TOPICS}
    names = [f'"{field.name}"' for field in (*ROBOT_FIELDS, *READING_FIELDS)]
    return "\n".join(
        (
            page_elements(PAGES["live"] / "index.html"),
            interface("Topics", topics),
            f"type RowName = {' | '.join(names)};",
            declared.text,
        )
    )


DECLARED = {"lab": lab_declarations, "live": live_declarations}


def lay_out(name: str, folder: Path) -> Path:
    """Return a folder with all that a page loads, its declarations, and what deno is to check."""
    page = folder / name
    shutil.copytree(PAGES[name], page)
    if name != "live":
        shutil.copytree(PAGES["live"] / "shared", page / "shared")
    for library in (page / "codemirror").glob("*.js"):
        text = library.read_text(encoding="utf-8")
        library.write_text(f"// @ts-nocheck: it is third-party code\n{text}", encoding="utf-8")
    (page / "declared.d.ts").write_text(DECLARED[name](), encoding="utf-8")
    (page / "deno.json").write_text(
        json.dumps(
            {
                "compilerOptions": {
                    "checkJs": True, **CHECKS, "types": ["./declared.d.ts"],
                    "lib": ["esnext", "dom", "dom.iterable"],
                },
                "lint": {"rules": {"exclude": ["no-window", "no-window-prefix"]}},
                "exclude": ["codemirror", "declared.d.ts"],
            }
        ),
        encoding="utf-8",
    )  # fmt: skip
    return page


def deno(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run deno in a folder; it loads nothing from elsewhere."""
    assert DENO is not None
    return subprocess.run(
        [DENO, *arguments], cwd=folder, capture_output=True, text=True, check=False,
        env={"NO_COLOR": "1", "DENO_NO_UPDATE_CHECK": "1", "DENO_DIR": str(folder / ".deno"),
             "HOME": str(folder), "PATH": ""},
    )  # fmt: skip
