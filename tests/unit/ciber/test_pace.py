"""How long lock-step waits for an agent that has sent nothing yet."""

from __future__ import annotations

import pytest

from wsusim.ciber.pace import CAP_S, LEAST_S, LEAST_UNSEEN_S, PROBE_S, PROBES, Pace, Verdict

LIMIT_S = 5.0


def known(answer_s: float, *, is_seen: bool = True) -> Pace:
    """Return the pace of an agent that has answered often, and whose silences are known, too."""
    pace = Pace()
    for _ in range(PROBES):
        assert pace.judge(PROBE_S, LIMIT_S, is_waiting=True) is Verdict.SILENT
    for _ in range(20):
        pace.answered(answer_s, is_seen=is_seen)
    return pace


def test_a_strange_agent_gets_the_cycle_of_the_contest() -> None:
    """Until ten answers are known."""
    assert Pace().patience_s(is_seen=True) == CAP_S


@pytest.mark.parametrize(("is_seen", "least_s"), [(True, LEAST_S), (False, LEAST_UNSEEN_S)])
def test_the_silence_of_a_quick_agent_costs_little(is_seen: bool, least_s: float) -> None:
    """A few thousandths of a second where the kernel says that it waits."""
    pace = known(0.0005)
    is_waiting = True if is_seen else None
    assert pace.judge(least_s - 0.001, LIMIT_S, is_waiting=is_waiting) is Verdict.WAIT
    assert pace.judge(least_s, LIMIT_S, is_waiting=is_waiting) is Verdict.SILENT


def test_an_agent_that_computes_is_waited_for() -> None:
    """However quick it is otherwise; at the limit it is given up, and that is told as too slow."""
    pace = known(0.0005)
    assert pace.judge(1.0, LIMIT_S, is_waiting=False) is Verdict.WAIT
    assert pace.judge(LIMIT_S, LIMIT_S, is_waiting=False) is Verdict.SLOW
    assert (pace.slow_cycles, pace.silent_cycles) == (1, PROBES)


def test_an_agent_that_never_sleeps_is_judged_by_the_clock() -> None:
    """One that asks its socket again and again: after two long waits it costs its cap."""
    pace = Pace()
    for _ in range(2):
        pace.judge(LIMIT_S, LIMIT_S, is_waiting=False)
    for _ in range(PROBES):
        pace.judge(PROBE_S, LIMIT_S, is_waiting=False)
    assert pace.judge(CAP_S, LIMIT_S, is_waiting=False) is Verdict.SILENT


def test_the_first_silences_are_waited_out() -> None:
    """An agent that sleeps before it answers is found out; twice."""
    pace = Pace()
    assert pace.judge(PROBE_S - 0.01, LIMIT_S, is_waiting=True) is Verdict.WAIT
    assert pace.judge(PROBE_S, LIMIT_S, is_waiting=True) is Verdict.SILENT


def test_the_cap_grows_for_an_agent_that_answers_late() -> None:
    """To twice what it took, and only for that one."""
    pace = known(0.2)
    assert pace.patience_s(is_seen=True) == pytest.approx(0.4)
    assert known(0.03).patience_s(is_seen=True) == CAP_S


def test_where_silence_is_guessed_a_late_answer_is_doubtful() -> None:
    """It came when it would soon have been taken for silent: the match may differ next time."""
    pace = known(0.001, is_seen=False)
    pace.judge(1.0, LIMIT_S, is_waiting=None)
    pace.answered(0.004, is_seen=False)
    assert pace.doubtful_cycles == 0
    pace.answered(0.006, is_seen=False)
    assert pace.doubtful_cycles == 1
