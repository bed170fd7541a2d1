"""Games of soccer: goals count, halves, sides change, stuck balls are freed, and it repeats."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from wsusim.engine.simulation import Simulation
from wsusim.errors import BadInput
from wsusim.formats.maze_catalogue import find_maze
from wsusim.formats.world_check import find_problems
from wsusim.hosting.sandbox import trouble
from wsusim.model.snapshot import Score
from wsusim.model.soccer_field import soccer_field
from wsusim.runs import soccer_matches
from wsusim.runs.report import RunError, RunReport
from wsusim.runs.request import RunRequest
from wsusim.runs.soccer_matches import Game, play_match, team


def shot(vx_mm_s: float, game_s: float = 120.0) -> Simulation:
    """Return a game without players whose ball is on its way."""
    simulation = Simulation(replace(soccer_field(1, game_s), robots=()), ideal=True)
    simulation.state.bodies[0].vx_mm_s = vx_mm_s
    return simulation


@pytest.mark.parametrize(("vx_mm_s", "score"), [(700.0, Score(1, 0, 1)), (-700.0, Score(0, 1, 1))])
def test_a_ball_in_a_goal_counts_for_the_other_side(vx_mm_s: float, score: Score) -> None:
    """It counts once, and the ball lies on the centre spot again."""
    simulation = shot(vx_mm_s)

    simulation.advance(400)

    ball = simulation.snapshot().objects[0]
    assert simulation.mission.score == score
    assert (ball.x_mm, ball.y_mm) == (605.0, 340.0)


def test_a_stuck_ball_is_put_back() -> None:
    """A ball that lies still for too long away from the middle comes back to it."""
    simulation = shot(0.0)
    simulation.move_object(1, 300.0, 100.0)

    simulation.advance(600)

    assert simulation.snapshot().objects[0].x_mm == 605.0


def test_the_second_half_begins_with_a_kick_off() -> None:
    """After half of the time the robots stand where they began, and it is the second half."""
    simulation = Simulation(soccer_field(2, 20.0), ideal=True)
    simulation.move_robot(0, replace(simulation.pose(0), x_mm=300.0))

    simulation.advance(1010)

    assert simulation.mission.score == Score(0, 0, 2)
    assert simulation.pose(0).x_mm == 455.0


def test_the_shipped_field_is_that_of_a_match() -> None:
    """``--maze soccer`` is the field for two teams of two."""
    assert find_maze("soccer") == soccer_field()


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_all_teams_have_room(players: int) -> None:
    """A field for one to five players a team is a good maze."""
    assert find_problems(soccer_field(players)) == []


def test_programs_are_dealt_out_in_turn() -> None:
    """Two programs for three players: the first one plays twice."""
    assert team("a, b", 3) == ("a", "b", "a")


@pytest.mark.parametrize(("programs", "players"), [("a", 0), ("a", 6), (" , ", 2)])
def test_a_team_is_one_to_five(programs: str, players: int) -> None:
    """Anything else is refused."""
    with pytest.raises(BadInput):
        team(programs, players)


def test_a_match_repeats_and_changes_sides() -> None:
    """The same match gives the same games; the first team plays from the left, then the right."""
    teams = ("striker", "goalkeeper")
    played = [
        [
            (game.first_is_left, game.goals, game.report.trace_sha256)
            for game in play_match(teams, players=1, games=2, game_s=5.0)
        ]
        for _ in range(2)
    ]

    assert played[0] == played[1]
    assert [game[0] for game in played[0]] == [True, False]


def test_ready_players_score() -> None:
    """In two games of half a minute the strikers of two and two score at least once.

    In one it is a matter of luck: three of the first eight games end without a goal.
    """
    teams = ("striker,goalkeeper", "striker,goalkeeper")

    first, second = play_match(teams, players=2, games=2, game_s=30.0)

    assert sum(first.goals) + sum(second.goals) > 0
    assert (first.report.outcome, second.report.outcome) == ("time", "time")


def player(folder: Path, name: str, body: str) -> str:
    """Write a player who does something and then waits for the end."""
    file = folder / f"{name}.py"
    file.write_text(
        "import ctypes, os, sys\nfrom wsusim import Controller\n\n\nclass P(Controller):\n"
        f"    def run(self):\n{body}        while self.active:\n            self.sleep(0.1)\n"
    )
    return str(file)


CHEATS = {
    "a referee who sees what he is told": (
        "        import wsusim.engine.referee as referee\n"
        "        referee.Referee.look = lambda *_: 1 / 0\n"
    ),
    "no more modules": "        sys.modules.clear()\n",
    "signals to the others": (
        "        for n in range(-9, 10):\n"
        "            if n: ctypes.CDLL(None).kill(os.getpid() + n, 9)\n"
    ),
    "a signal to all": "        ctypes.CDLL(None).kill(-1, 9)\n",
    "another program for the opponent": (
        "        above = os.path.dirname(os.getcwd()).encode()\n"
        "        for n in b'0', b'1':\n"
        "            ctypes.CDLL(None).open(above + b'/' + n + b'/honest.py', 0o1001)\n"
    ),
}


@pytest.mark.skipif(bool(trouble()), reason=trouble())
@pytest.mark.parametrize("cheat", CHEATS)
def test_a_cheat_changes_neither_the_game_nor_the_opponent(tmp_path: Path, cheat: str) -> None:
    """The honest team comes to its end as against an idle one, and is blamed for nothing."""
    honest = player(tmp_path, "honest", "        self.motors.set_speeds(5, 5)\n")
    teams = player(tmp_path, "cheat", CHEATS[cheat]), honest

    (game,) = play_match(teams, players=1, games=1, game_s=10.0, is_sandboxed=True)

    cheater, other = game.report.robots
    assert game.scored == (0, 0)
    assert game.goals == ((0, 0) if cheater.error is None else (0, 3))
    assert other.outcome == "time"
    assert other.error is None
    assert cheater.controller == teams[0]


def test_the_culprit_is_named_with_its_own_file(tmp_path: Path) -> None:
    """The message names the program itself, not a copy, and no other."""
    teams = player(tmp_path, "broken", "        1 / 0\n"), player(tmp_path, "idle", "")

    (game,) = play_match(teams, players=1, games=1, game_s=10.0)

    broken, idle = game.report.robots
    assert broken.error is not None
    assert (broken.error.file, broken.error.line) == (teams[0], 7)
    assert idle.error is None
    assert (game.forfeited_by, game.scored, game.goals) == (0, (0, 0), (0, 3))


@pytest.fixture(scope="module")
def played() -> Game:
    """Return a game of two and two."""
    teams = ("striker", "striker")
    (game,) = play_match(teams, players=2, games=1, game_s=10.0, is_isolated=False)
    return game


GONE = RunError("p.py", 1, "failed", (), "failed", "")


@pytest.mark.parametrize(
    ("gone", "first_is_left", "scored", "goals"),
    [
        ((0, 1), True, (5, 0), (0, 3)),
        ((0, 1), False, (0, 5), (3, 0)),
        ((0, 1), False, (5, 0), (5, 0)),
        ((2, 3), True, (0, 0), (3, 0)),
        ((0, 1), True, (0, 4), (0, 4)),
        ((0, 1), True, (1, 3), (0, 3)),
        ((0,), True, (5, 0), (5, 0)),
        ((0, 2), True, (1, 2), (1, 2)),
        ((0, 1, 2, 3), True, (1, 2), (1, 2)),
    ],
)
def test_a_team_without_a_program_has_lost(
    played: Game,
    gone: tuple[int, ...],
    first_is_left: bool,
    scored: tuple[int, int],
    goals: tuple[int, int],
) -> None:
    """By three goals, or by more; who still has a player plays on, and two such teams are even."""
    robots = tuple(
        replace(robot, error=GONE if number in gone else None)
        for number, robot in enumerate(played.report.robots)
    )
    report = replace(played.report, robots=robots)

    ended = replace(played, report=report, first_is_left=first_is_left, scored=scored)

    assert ended.goals == goals


def test_a_player_has_its_data_but_not_the_other_players(tmp_path: Path) -> None:
    """Data beside a program goes with it; other programs there stay where they are."""
    (tmp_path / "plan.txt").write_text("attack")
    looks = player(tmp_path, "looks", "        raise ValueError(sorted(os.listdir('.')))\n")
    player(tmp_path, "other", "")

    (game,) = play_match((looks, "goalkeeper"), players=1, games=1, game_s=10.0)

    error = game.report.robots[0].error
    assert error is not None
    assert "['looks.py', 'plan.txt']" in error.message


def test_recordings_are_not_replaced_in_silence(tmp_path: Path) -> None:
    """A folder that holds one of the games is refused before the first is played."""
    (tmp_path / "game-2.mcap").write_text("precious")
    teams = "striker", "goalkeeper"

    with pytest.raises(BadInput, match=r"game-2\.mcap already.*--overwrite"):
        list(play_match(teams, players=1, games=2, game_s=10.0, folder=tmp_path))

    assert [file.name for file in tmp_path.iterdir()] == ["game-2.mcap"]


ENDLESS = "        self.sleep(1)\n        while True:\n            pass\n"


def test_a_player_in_an_endless_loop_is_ended_by_count(tmp_path: Path) -> None:
    """At the same round on every computer: the game can be repeated, and is no matter of luck."""
    teams = player(tmp_path, "endless", ENDLESS), player(tmp_path, "idle", "")

    (game,) = play_match(teams, players=1, games=1, game_s=10.0)

    assert game.report.robots[0].outcome == "unresponsive"
    assert game.report.is_reproducible
    assert game.forfeited_by == 0


@pytest.mark.parametrize(("ends", "tries"), [((False,), 1), ((True, False), 2), ((True, True), 2)])
def test_a_game_in_which_the_clock_ended_a_player_is_played_again(
    played: Game,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    ends: tuple[bool, ...],
    tries: int,
) -> None:
    """Once, with the computer to itself; its recording takes the place of the first."""
    left, overwrites = list(ends), []

    def play(request: RunRequest, observers: object) -> tuple[RunReport, bool]:
        assert request.record is not None
        overwrites.append(request.record.overwrite)
        return played.report, left.pop(0)

    monkeypatch.setattr(soccer_matches, "_play", play)
    teams = "striker", "goalkeeper"

    list(play_match(teams, players=1, games=1, game_s=10.0, folder=tmp_path / "games"))

    assert overwrites == [False, True][:tries]
