"""The kernel's rows, the player and the live simulation agree in every field."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from tests.pictures import drawn, on_floor
from tests.unit.recording.streams import WriterInside
from wsusim.engine.history_feed import History
from wsusim.engine.simulation import Simulation
from wsusim.model.commands import RobotCommand, SetArm, SetGrip, SetLed, SetSpeeds
from wsusim.model.geometry import Pose
from wsusim.model.interventions import ObjectMoved
from wsusim.model.snapshot import Snapshot
from wsusim.model.world import Arena, Ball, Cap, GoalRegion, Light, Mission, RobotStart, Wall, World
from wsusim.recording.header import RunHeader
from wsusim.recording.reader import Recording
from wsusim.recording.recorder import Recorder
from wsusim.recording.restore import drive, simulation_at
from wsusim.recording.rows import RowPlan, samples_of_rows
from wsusim.recording.samples import from_json, from_snapshots, snapshot_at, to_json

WORLD = World(
    name="caps and walls",
    arena=Arena.rectangle(1219.2, 1219.2),
    walls=(Wall(1, 100.0, 0.1, 100.0, 700.0 / 3), Wall(2, 0.0, 900.0, 500.0, 900.0)),
    lights=(Light(3, 1000.0, 1000.0),),
    caps=(Cap(4, 600.0, 600.0), Cap(5, 352.0, 250.0, resistivity=77)),
    balls=(Ball(6, 700.0, 200.0),),
    robots=(
        RobotStart(7, Pose(300.0, 250.0, 0.0)),
        RobotStart(8, Pose(900.0, 300.0, 0.1)),
        RobotStart(11, Pose(200.0, 1050.0, 0.0), kind="epuck"),
        RobotStart(12, Pose(500.0, 1050.0, 0.0), kind="thymio"),
    ),
    goals=(GoalRegion(9, Pose(1000.0, 300.0), 300.0, 300.0),),
    mission=Mission("deliver_caps"),
    floor_pictures=(replace(on_floor(drawn("#.", ".+"), 400.0, 280.0, 50.0), id=10),),
    next_id=13,
)

ORDERS: dict[int, list[tuple[int, RobotCommand]]] = {
    0: [(0, SetArm(255)), (1, SetSpeeds(20, 20))],
    200: [(0, SetGrip(True))],
    350: [(0, SetArm(150))],
    600: [(0, SetSpeeds(30, 20)), (0, SetLed(1, 1))],
}
"""Robot 0 grabs a cap and drives off with it; robot 1 drives into the wall."""

TICKS = 1500


def live_run(on_tick: Callable[[Simulation], None]) -> tuple[Simulation, list[Snapshot]]:
    """Run the orders tick by tick; return the simulation and a snapshot of every tick."""
    simulation = Simulation(WORLD, seed=3)
    on_tick(simulation)
    live = []
    for tick in range(TICKS):
        for robot, order in ORDERS.get(tick, []):
            simulation.apply(robot, order)
        simulation.advance(1)
        live.append(simulation.snapshot())
    return simulation, live


@pytest.mark.parametrize("sample_ticks", [1, 2, 7])
def test_rows_give_exactly_the_snapshots_of_the_live_run(sample_ticks):
    """A cap is carried, a wall is hit, a goal is reached: rows and snapshots are equal."""
    plan = RowPlan.of(WORLD, sample_ticks, seed=3)
    blocks = []

    def keep(first_tick, rows):
        blocks.append(samples_of_rows(plan, first_tick, rows.copy()))

    simulation, live = live_run(
        lambda s: s.keep_history(History(WORLD, first_tick=0, span_ticks=50, on_rows=keep))
    )
    simulation.keep_history(None)

    played = [snapshot_at(block, index) for block in blocks for index in range(len(block.ticks))]
    assert played == [snapshot for snapshot in live if snapshot.tick % sample_ticks == 0]
    assert {snapshot.robots[0].held_object_id for snapshot in live} == {None, 5}
    assert len({snapshot.robots[0].floor_left for snapshot in live}) > 50
    assert any(snapshot.robots[1].contact_front for snapshot in live)
    assert live[-1].mission.robots_in_goal == (8,)


def test_a_block_holds_the_floor_only_where_there_is_something_on_it():
    """Messages of mazes without a floor picture are as they were; those with one come back."""
    simulation = Simulation(WORLD, seed=3)
    bare = Simulation(replace(WORLD, floor_pictures=()), seed=3)
    block, bare_block = (from_snapshots([one.snapshot()]) for one in (simulation, bare))

    assert b"floor" not in to_json(bare_block)
    again = from_json(to_json(block))
    assert snapshot_at(again, 0) == simulation.snapshot()
    assert snapshot_at(from_json(to_json(bare_block)), 0) == bare.snapshot()


def test_keeping_a_history_changes_nothing_in_the_run():
    """A recorded run is the same run."""
    alone, _ = live_run(lambda simulation: None)
    watched, _ = live_run(
        lambda s: s.keep_history(
            History(WORLD, first_tick=0, span_ticks=50, on_rows=lambda tick, rows: None)
        )
    )

    assert watched.trace_sha256() == alone.trace_sha256()


def test_spans_do_not_depend_on_how_ticks_are_batched():
    """One long advance hands over the same rows as many short ones."""
    spans: list[tuple[int, bytes]] = []

    def collect(simulation):
        simulation.keep_history(
            History(
                WORLD,
                first_tick=0,
                span_ticks=50,
                on_rows=lambda tick, rows: spans.append((tick, rows.tobytes())),
            )
        )

    one, _ = live_run(collect)
    one.keep_history(None)
    singly, spans = spans, []
    many = Simulation(WORLD, seed=3)
    collect(many)
    drive(many, [(tick, *order) for tick, orders in ORDERS.items() for order in orders])
    many.advance_to(TICKS)
    many.keep_history(None)

    assert spans == singly


def test_what_a_person_moves_is_told():
    """A cap that is dragged during the run is told with its tick."""
    heard = []
    simulation = Simulation(WORLD, seed=3)
    simulation.on_intervention = lambda *what: heard.append(what)

    simulation.advance(10)
    simulation.move_object(4, 650.0, 610.0)

    assert heard == [(10, -1, ObjectMoved(4, 650.0, 610.0))]


@pytest.mark.parametrize("tick", [0, 349, 350, 351, 777, 1500])
def test_a_simulation_taken_to_a_moment_has_its_exact_state(tick, tmp_path):
    """All tables are equal, bit by bit, to those of the live run at that tick."""
    recorder = Recorder(tmp_path / "r.mcap", RunHeader(WORLD, seed=3), link=WriterInside())
    states = {}

    def begin(simulation):
        recorder.take_snapshots([simulation.snapshot()])
        recorder.end_span(0)
        history = History(WORLD, first_tick=0, span_ticks=50, on_rows=recorder.take_rows)
        simulation.keep_history(history)
        states[0] = simulation.save_state()

    simulation = Simulation(WORLD, seed=3)
    begin(simulation)
    for now in range(TICKS):
        for robot, order in ORDERS.get(now, []):
            simulation.apply(robot, order)
            recorder.take_input(now, robot, order)
        simulation.advance(1)
        states[now + 1] = simulation.save_state()
    simulation.keep_history(None)
    recorder.close({})

    with Recording(tmp_path / "r.mcap") as recording:
        taken, _ = simulation_at(recording, tick)

    again = taken.save_state()
    assert all(np.array_equal(again[name], table) for name, table in states[tick].items())
