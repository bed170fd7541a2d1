"""Twenty minutes of measuring survive a line that falls silent, and a program that ends."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.calibrated import Bench
from tests.faulty_port import FaultyPort
from tests.line_faults import KINDS, Spoiler
from wsusim.backends.serial_line.port import Port, PortGone
from wsusim.backends.serial_line.thymio import THYMIO
from wsusim.calibration.measurements import Measurements, read_csv, write_csv
from wsusim.calibration.patience import PATIENCE_S
from wsusim.calibration.turn_steps import READINGS
from wsusim.errors import BadInput, LinkLost

FAR_MM = (25.0,)


class Cable:
    """A port that is cut from one moment to another; what the robot says meanwhile is lost."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._open = bench.wire.open_port
        self.cut_s: tuple[float, float] = (0.0, 0.0)
        self._inner: Port | None = None
        bench.wire.backend._opener = self.open

    def open(self) -> Port:
        """Open the line behind the cable."""
        self._inner = self._open()
        return self

    def cut(self, seconds: float) -> None:
        """Let nothing pass for so long."""
        now_s = self._bench.wire.clock.now_s()
        self.cut_s = now_s, now_s + seconds

    @property
    def is_cut(self) -> bool:
        """Whether nothing passes."""
        return self.cut_s[0] <= self._bench.wire.clock.now_s() < self.cut_s[1]

    def send(self, data: bytes) -> None:
        """Pass it on, or not."""
        assert self._inner is not None
        if not self.is_cut:
            self._inner.send(data)

    def receive(self, wait_s: float) -> bytes:
        """Return what has come in, unless it is lost."""
        assert self._inner is not None
        data = self._inner.receive(wait_s)
        return b"" if self.is_cut else data

    def close(self) -> None:
        """Let the line go."""
        assert self._inner is not None
        self._inner.close()


def after(bench: Bench, readings: int, do: Callable[[], None]) -> None:
    """Do something once the robot has been asked for its proximities so often."""
    answer = bench.wire.robot.firmware.answer
    asked = Counter[str]()

    def counted(line: bytes) -> tuple[bytes, ...]:
        asked["N"] += line.startswith(b"N")
        if asked["N"] == readings and not asked["done"]:
            asked["done"] += 1
            do()
        return answer(line)

    bench.wire.robot.firmware.answer = counted  # type: ignore[method-assign]


def once(do: Callable[[], None], begin: str) -> Callable[[str], None]:
    """Return what does something at the first text that begins so."""
    left = [begin]

    def first(text: str) -> None:
        if left and text.startswith(begin):
            left.clear()
            do()

    return first


@pytest.fixture(scope="module")
def undisturbed() -> Measurements:
    """Measure a robot over a good line, once."""
    return Bench().measure(FAR_MM)


def headings(measured: Measurements) -> list[int]:
    """Return the headings at which was read, to the degree."""
    return sorted({round(reading.heading_deg / 5.0) * 5 for reading in measured.turned})


@pytest.mark.parametrize("silence_s", [0.7, 8.0])
def test_a_silence_repeats_the_step(silence_s: float, undisturbed: Measurements) -> None:
    """A hiccup in a turn: every heading is read as often as usual, and no person is called."""
    bench = Bench()
    cable = Cable(bench)
    after(bench, 40, lambda: cable.cut(silence_s))

    measured = bench.measure(FAR_MM)

    assert len(measured.turned) == len(undisturbed.turned)
    assert headings(measured) == headings(undisturbed)
    assert bench.placed_mm == [25.0]
    assert any("has stopped answering" in text for text in bench.told)


def test_a_silence_while_it_drives_has_it_put_back(undisturbed: Measurements) -> None:
    """It has driven on meanwhile: the person is asked for room, and the speed is measured again."""
    bench = Bench()
    cable = Cable(bench)
    bench.on_told = once(lambda: cable.cut(0.8), "Measuring the motors at speed 10")

    measured = bench.measure(FAR_MM)

    assert len(measured.speeds) == len(undisturbed.speeds)
    assert len(measured.steps) == len(undisturbed.steps)
    assert bench.cleared > 1


def test_a_reset_begins_the_distance_again(undisturbed: Measurements) -> None:
    """Its counters are gone, so the person puts it before the wall once more."""
    bench = Bench()
    after(bench, 200, lambda: bench.wire.robot.line.receive(b"restart\n", bench.wire.clock.now_s()))

    measured = bench.measure(FAR_MM)

    assert bench.placed_mm == [25.0, 25.0]
    assert len(measured.turned) == len(undisturbed.turned)


def test_a_robot_without_counters_begins_the_distance_again() -> None:
    """A Thymio that was silent for a while has turned by an unknown angle."""
    bench = Bench(language=THYMIO)
    cable = Cable(bench)
    bench.on_told = once(lambda: cable.cut(3.0), "Half")

    bench.measure((44.0,))

    assert bench.placed_mm == [44.0, 44.0]


def test_a_line_with_faults_of_all_kinds_is_no_hindrance(undisturbed: Measurements) -> None:
    """One exchange of a hundred is spoilt: all is measured, and each heading as often."""
    bench = Bench()
    happened = Counter[str]()
    kinds = tuple(kind for kind in KINDS if kind not in ("reset", "unplug"))
    spoiler = Spoiler(random.Random(3), 0.01, kinds, happened)
    opened = bench.wire.open_port
    bench.wire.backend._opener = lambda: FaultyPort(opened(), bench.wire.clock, spoiler)

    measured = bench.measure(FAR_MM)

    assert happened.total() > 10
    assert len(measured.turned) == len(undisturbed.turned)


def test_a_robot_that_stays_away_ends_it() -> None:
    """After a minute; the error is the line's."""
    bench = Bench()
    cable = Cable(bench)
    after(bench, 40, lambda: cable.cut(1e9))

    with pytest.raises(LinkLost):
        bench.measure(FAR_MM)
    assert bench.wire.clock.now_s() - cable.cut_s[0] < PATIENCE_S + 15.0


def test_each_step_is_kept_and_the_next_start_goes_on(tmp_path: Path) -> None:
    """What was kept is not measured again, and comes out as if nothing had happened."""
    first = Bench()
    half = first.measure((25.0,))
    write_csv(half, tmp_path / "kept.csv")
    second = Bench()

    whole = second.measure((25.0, 32.0), before=read_csv(tmp_path / "kept.csv"))

    assert len(first.kept) == 1 + 6 + 1  # way, speeds, distance
    assert first.kept == sorted(first.kept)
    assert second.placed_mm == [32.0]
    assert second.cleared == 0
    assert whole.turned[: len(half.turned)] == half.turned
    assert {reading.clearance_mm for reading in whole.turned} == {25.0, 32.0}


def test_another_robots_table_is_refused() -> None:
    """Before anything moves."""
    bench = Bench()

    with pytest.raises(BadInput, match="--save-table"):
        bench.measure(FAR_MM, before=Measurements("epuck"))
    assert bench.cleared == 0


def test_a_pulled_plug_is_waited_for(undisturbed: Measurements) -> None:
    """A port that breaks and is back ten seconds later."""
    bench = Bench()
    cable = Cable(bench)
    opened = cable.open

    def open_again() -> Port:
        if cable.is_cut:
            raise BadInput("There is no port of this name.")
        return opened()

    bench.wire.backend._opener = open_again

    def pull() -> None:
        cable.cut(10.0)
        raise PortGone("the cable is out")

    after(bench, 40, pull)

    assert len(bench.measure(FAR_MM).turned) == len(undisturbed.turned)


def test_readings_are_as_many_as_ever(undisturbed: Measurements) -> None:
    """At each of 72 headings, 6 times or, where a sensor faces the wall, 30 times."""
    times = Counter(reading.heading_deg for reading in undisturbed.turned if reading.sensor == 0)

    assert len(headings(undisturbed)) == 72
    assert set(times.values()) <= {READINGS, 30, 36}
