"""A run that is alone waits for the others, and the others wait for it."""

from __future__ import annotations

import fcntl
import threading

from wsusim.runs.alone import alone, beside_others


def is_free(folder, name, how):
    """Return whether a lock could be had at once."""
    (file,) = folder.glob(f"wsusim-{name}-*.lock")
    with file.open("ab") as stream:
        try:
            fcntl.flock(stream.fileno(), how | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


def test_runs_go_on_side_by_side(tmp_path):
    """Two may run at once, and meanwhile none runs alone."""
    with beside_others(tmp_path), beside_others(tmp_path):
        assert is_free(tmp_path, "runs", fcntl.LOCK_SH)
        assert not is_free(tmp_path, "runs", fcntl.LOCK_EX)

    assert is_free(tmp_path, "runs", fcntl.LOCK_EX)


def test_none_begins_beside_one_that_is_alone(tmp_path):
    """Those that want to begin wait at the gate."""
    with alone(tmp_path):
        assert not is_free(tmp_path, "gate", fcntl.LOCK_SH)

    assert is_free(tmp_path, "gate", fcntl.LOCK_EX)


def test_one_that_wants_to_be_alone_comes_after_those_under_way(tmp_path):
    """It waits for them, and those behind it can't keep it waiting."""
    order = []

    def second_try():
        with alone(tmp_path):
            order.append("alone")

    with beside_others(tmp_path):
        waiting = threading.Thread(target=second_try)
        waiting.start()
        order.append("beside others")
    waiting.join(30.0)

    assert order == ["beside others", "alone"]


def test_where_nothing_can_be_written_runs_go_on(tmp_path):
    """Without the files no run waits."""
    with alone(tmp_path / "missing"), beside_others(tmp_path / "missing"):
        pass
