"""``doctor``: check that everything wsusim needs is installed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from wsusim.cli.options import AS_JSON
from wsusim.cli.output import show
from wsusim.model.text import counted

if TYPE_CHECKING:
    from wsusim.doctor.finding import Finding

EXIT_PROBLEM = 1


@click.command()
@AS_JSON
def doctor(*, as_json: bool) -> int:
    """Check Python, packages, kernels, Qt, display, folders and serial ports.

    Each line says "ok", or what is wrong and how to fix it. Exit code: 0 all is well, 1 it isn't.

    \b
    Example:
      python main.py doctor
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.doctor.computer import look_at_everything

    findings = []
    for finding in look_at_everything():
        findings.append(finding)
        if not as_json:
            for line in lines_of(finding):
                show(line)
    problems = sum(not finding.is_ok for finding in findings)
    if as_json:
        checks = [{"ok": finding.is_ok, **asdict(finding)} for finding in findings]
        show(json.dumps({"ok": problems == 0, "checks": checks}))
    else:
        show(f"{counted(problems, 'problem')} found." if problems else "All is well.")
    return EXIT_PROBLEM if problems else 0


def lines_of(finding: Finding) -> Iterator[str]:
    """Yield what was found, and the remedy on a line of its own."""
    mark = "ok     " if finding.is_ok else "PROBLEM"
    yield f"{mark}  {finding.subject}: {finding.found}"
    if not finding.is_ok:
        yield f"         -> {finding.remedy}"
