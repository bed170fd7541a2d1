"""Keeps a lab from growing for ever: removes what is old or exceeds a person's share.

What was handed in stays, with its runs and recordings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

from sqlalchemy import delete, func, select

from wsusim.lab.course_tables import HAND_INS
from wsusim.lab.job import ENDED
from wsusim.lab.lab_files import Files
from wsusim.lab.quotas import remove_runs
from wsusim.lab.rules import RuleBook
from wsusim.lab.store import AUDIT, JOBS, PAIRS, PROGRAMS, SESSIONS, Store

TIDY_S = 600.0
DAY_S = 24 * 3600.0

MOST_RUNS = 2000
"""Of one person."""

MOST_DEEDS = 20_000


class Tidying:
    """Tidies a lab from time to time."""

    def __init__(
        self, store: Store, files: Files, rules: RuleBook, now_s: Callable[[], float]
    ) -> None:
        self._store = store
        self._files = files
        self._rules = rules
        self._now_s = now_s
        self.used_mb: dict[int, float] = {}
        """What each person's recordings take, by the person's number."""

    def tidy(self) -> None:
        """Remove what is too old or too much; raises ``DBAPIError`` if that can't be stored."""
        runs, handed_in = self._runs()
        self._remove(self._outdated([one for one in runs if _work_of(one) not in handed_in]))
        runs, handed_in = self._runs()
        self._keep_shares(runs, handed_in)
        with self._store.writing() as connection:
            connection.execute(delete(SESSIONS).where(SESSIONS.c.until_s < self._now_s()))
            newest = connection.execute(select(func.max(AUDIT.c.id))).scalar_one() or 0
            connection.execute(delete(AUDIT).where(AUDIT.c.id <= newest - MOST_DEEDS))

    def _runs(self) -> tuple[list[Any], set[tuple[int, str]]]:
        """Return all runs, the oldest first, and whose programs were handed in."""
        with self._store.reading() as connection:
            runs = connection.execute(
                select(JOBS.c.id, JOBS.c.person, JOBS.c.state, JOBS.c.ended_s, PROGRAMS.c.sha256)
                .join(PROGRAMS, PROGRAMS.c.id == JOBS.c.program)
                .order_by(JOBS.c.id)
            ).all()
            handed_in = connection.execute(
                select(HAND_INS.c.person, PAIRS.c.first, PAIRS.c.second, PROGRAMS.c.sha256)
                .join(PROGRAMS, PROGRAMS.c.id == HAND_INS.c.program)
                .outerjoin(PAIRS, PAIRS.c.id == HAND_INS.c.pair)
            ).all()
        return list(runs), {
            (person, row.sha256)
            for row in handed_in
            for person in (row.person, row.first, row.second)
        }

    def _outdated(self, runs: list[Any]) -> list[int]:
        """Return the runs that are too old, or too many of one person."""
        keep_days = self._rules.now().keep_days
        limit_s = self._now_s() - keep_days * DAY_S if keep_days else -1.0
        of_person: dict[int, list[Any]] = defaultdict(list)
        for run in runs:
            if run.state in ENDED:
                of_person[run.person].append(run)
        gone = {run.id for one in of_person.values() for run in one[:-MOST_RUNS]}
        return sorted(gone | {run.id for run in runs if _ended_before(run, limit_s)})

    def _remove(self, runs: list[int]) -> None:
        if runs:
            with self._store.writing() as connection:
                programs = select(JOBS.c.program).where(JOBS.c.id.in_(runs))
                unused = list(connection.execute(programs).scalars())
                remove_runs(connection, runs)
                connection.execute(
                    delete(PROGRAMS).where(
                        PROGRAMS.c.id.in_(unused),
                        PROGRAMS.c.id.not_in(select(JOBS.c.program)),
                        PROGRAMS.c.id.not_in(select(HAND_INS.c.program)),
                    )
                )

    def _keep_shares(self, runs: list[Any], handed_in: set[tuple[int, str]]) -> None:
        """Remove recordings without an owner, and the oldest of people above their share."""
        kept = self._files.recordings()
        by_id = {run.id: run for run in runs}
        for number in [number for number in kept if number not in by_id]:
            self._files.remove_recordings(number)
        sizes = {number: size for number, size in kept.items() if number in by_id}
        used: dict[int, int] = defaultdict(int)
        for number, size in sizes.items():
            used[by_id[number].person] += size
        most = self._rules.now().recordings_mb * 1e6
        for number in sorted(sizes):
            run = by_id[number]
            if used[run.person] > most and run.state in ENDED and _work_of(run) not in handed_in:
                self._files.remove_recordings(number)
                used[run.person] -= sizes[number]
        self.used_mb = {person: size / 1e6 for person, size in used.items()}


def _work_of(run: Any) -> tuple[int, str]:
    return run.person, run.sha256


def _ended_before(run: Any, limit_s: float) -> bool:
    return run.state in ENDED and (run.ended_s or 0.0) < limit_s
