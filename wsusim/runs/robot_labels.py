"""Labels lines of several robots in one text."""

from __future__ import annotations


class RobotLabels:
    """Puts a robot's number before each of its lines.

    Attributes:
        at_line_start: Whether the text so far ends with a complete line; set it when others write.
    """

    def __init__(self) -> None:
        self.at_line_start = True
        self._last_robot: int | None = None

    def label(self, robot: int, text: str) -> str:
        r"""Return the next piece of the text.

        Args:
            robot: The speaker, from 0.
            text: Its words: lines, parts of one, or both.

        Example:
            >>> labels = RobotLabels()
            >>> labels.label(0, "wall ") + labels.label(0, "ahead\n") + labels.label(1, "ball\n")
            'robot 1: wall ahead\nrobot 2: ball\n'
        """
        if not text:
            return ""
        label = f"robot {robot + 1}: "
        lines = text.split("\n")
        body = "\n".join(label + line if line else line for line in lines[1:])
        continues = not self.at_line_start and self._last_robot == robot
        first = lines[0] if continues or not lines[0] else label + lines[0]
        if not self.at_line_start and not continues:
            first = "\n" + first
        self._last_robot = robot
        self.at_line_start = text.endswith("\n")
        return first if len(lines) == 1 else f"{first}\n{body}"
