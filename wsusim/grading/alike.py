"""Finds programs that look alike, as pairs for a person to inspect, with copydetect.

copydetect compares fingerprints of the programs' tokens (winnowing: Schleimer, Wilkerson and Aiken,
2003), so that other names and comments change nothing. Short programs, and parts that were given to
all, are alike by chance: only pairs with much in common are named, and the teacher judges.
"""

from __future__ import annotations

import contextlib
import io
import tempfile
import tokenize
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from wsusim.errors import NotInstalled
from wsusim.grading.submissions import Submission

LEAST_PERCENT = 70.0
"""Of the shorter program that must be in the other one, too (guess)."""

LEAST_TOKENS = 150
"""Of a program (guess: some 25 lines); two shorter ones for one task are alike by themselves."""

NOISE_TOKENS = 25
"""Matches that are shorter don't count: copydetect's own usual figure."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two students whose programs have much in common."""

    first: str
    second: str
    percent: float


def find_pairs(submissions: Sequence[Submission], given: Sequence[Path] = ()) -> list[Pair]:
    """Return the pairs that have most in common, the most similar first.

    Args:
        submissions: What was handed in.
        given: Programs that all students were given; common parts with these don't count.

    Raises:
        NotInstalled: copydetect is missing.
    """
    try:
        import tqdm
        from copydetect import CopyDetector
    except ImportError:
        what = "Looking for programs that are alike"
        raise NotInstalled(what, "copydetect", "cluster") from None
    tqdm.tqdm.monitor_interval = 0  # its invisible bars would leave a thread behind
    with tempfile.TemporaryDirectory(prefix="wsusim-") as folder:
        files: dict[str, str] = {}
        for number, one in enumerate(submissions):
            if one.program is not None and not _is_short(one.program.files[one.program.main]):
                file = Path(folder) / f"{number}.py"
                file.write_bytes(one.program.files[one.program.main])
                files[str(file)] = one.student
        if len(files) < 2:
            return []
        detector = CopyDetector(
            noise_t=NOISE_TOKENS, guarantee_t=NOISE_TOKENS + 5, disable_filtering=False,
            silent=True, autoopen=False, display_t=LEAST_PERCENT / 100,
        )  # fmt: skip
        for name in files:
            detector.add_file(name, "testref")
        for known in given:
            detector.add_file(str(known), "boilerplate")
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            detector.run()
        found = detector.get_copied_code_list()
    pairs: dict[tuple[str, str], float] = {}
    for first_share, second_share, first, second, *_ in found:
        names = sorted((files[str(first)], files[str(second)]))
        share = max(first_share, second_share)
        pairs[names[0], names[1]] = max(share, pairs.get((names[0], names[1]), 0.0))
    likest = sorted(pairs.items(), key=lambda pair: (-pair[1], pair[0]))
    return [
        Pair(*names, float(100 * share)) for names, share in likest if 100 * share >= LEAST_PERCENT
    ]


def _is_short(program: bytes) -> bool:
    """Return whether a program is too short to be compared, or missing."""
    try:
        return sum(1 for _ in tokenize.tokenize(io.BytesIO(program).readline)) < LEAST_TOKENS
    except (tokenize.TokenError, SyntaxError):
        return True
