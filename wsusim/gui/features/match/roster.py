"""The table of all robots: what they do, their points, and the state of their agents."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QIcon

from wsusim.ciber.arena_server import SILENT_CYCLES
from wsusim.ciber.picture import MatchPicture, RobotPicture
from wsusim.gui.widgets.icons import swatch
from wsusim.gui.widgets.row_table import RowTable
from wsusim.gui.widgets.theme import current_theme, robot_colour

NUMBER = Qt.ItemDataRole.UserRole


class Roster(RowTable):
    """One row per robot. The selected row says whose thoughts are shown."""

    def __init__(self) -> None:
        super().__init__(
            self.tr("Robots of the match"),
            (
                *(self.tr("Robot"), self.tr("State"), self.tr("Score"), self.tr("Hits")),
                *(self.tr("Lamps"), self.tr("Requests"), self.tr("Agent")),
            ),
        )
        self._states = {
            "Stopped": self.tr("waits"),
            "Running": self.tr("under way"),
            "Waiting": self.tr("on target"),
            "Returning": self.tr("going home"),
            "Finished": self.tr("done"),
            "Removed": self.tr("taken out"),
        }
        self.setToolTip(
            self.tr(
                "Requests: sensors asked for in this cycle, out of those allowed; in brackets, "
                "requests over the limit in the whole match."
            )
        )
        self.horizontalHeader().setStretchLastSection(True)

    @property
    def robot(self) -> int | None:
        """Number of the robot whose row is chosen."""
        return None if self.chosen is None else int(self.cell(self.chosen, 0).data(NUMBER))

    def show_moment(self, picture: MatchPicture, budget: int, gone: dict[int, int]) -> None:
        """Show all robots; ``budget``: requests a cycle, ``gone``: exit codes of ended agents."""
        theme = current_theme()
        self.show_rows([self._texts(robot, budget, gone) for robot in picture.robots])
        for row, robot in enumerate(picture.robots):
            name, agent = self.cell(row, 0), self.cell(row, 6)
            if name.data(NUMBER) != robot.number:
                name.setData(NUMBER, robot.number)
                name.setIcon(QIcon(swatch(robot_colour(robot.number - 1))))
            is_bad = robot.silent_cycles >= SILENT_CYCLES or robot.number in gone
            agent.setForeground(QColor(theme.bad if is_bad else theme.text))

    def _texts(self, robot: RobotPicture, budget: int, gone: dict[int, int]) -> tuple[str, ...]:
        lamps = (
            (robot.visiting_led, self.tr("visiting")),
            (robot.returning_led, self.tr("returning")),
            (robot.end_led, self.tr("end")),
        )
        asked = f"{robot.requests}/{budget}" if budget else "–"
        if robot.requests_refused:
            asked += self.tr(" (+{count})").format(count=robot.requests_refused)
        return (
            f"{robot.number}  {robot.name}",
            self._states[robot.state.value],
            str(robot.score),
            str(robot.collisions),
            ", ".join(name for is_on, name in lamps if is_on) or "–",
            asked,
            self._agent(robot, gone),
        )

    def _agent(self, robot: RobotPicture, gone: dict[int, int]) -> str:
        if robot.number in gone:
            return self.tr("has ended (code {code})").format(code=gone[robot.number])
        if robot.silent_cycles >= SILENT_CYCLES:
            return self.tr("silent for {count} cycles").format(count=robot.silent_cycles)
        return self.tr("answers")
