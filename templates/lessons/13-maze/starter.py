"""Find the goal of a maze. Right now with the left hand on the wall, without a map."""

import math

from wsusim import Controller

CELL_MM = 100
CORNER_MM = 6  # lower-left corner of cell (0, 0)
CELLS = 5
WALL = 200  # a front sensor that reads more sees the cell's wall
STEPS = [(1, 0), (0, 1), (-1, 0), (0, -1)]  # to the right, up, to the left, down


class Maze(Controller):
    def run(self):
        self.cell = self.cell_of(self.pose)
        self.goal_cell = self.cell_of(self.goal)
        self.facing = 1  # STEPS[1]: up
        while self.active and self.cell != self.goal_cell:
            came_by = self.facing
            for turn in (1, 0, -1, 2):  # left, straight on, right, back
                way = (came_by + turn) % 4
                if self.is_open(way):
                    self.drive(way)
                    break

    def cell_of(self, place):
        """Return the cell, as (column, row), in which a place is."""
        return int((place.x_mm - CORNER_MM) // CELL_MM), int((place.y_mm - CORNER_MM) // CELL_MM)

    def neighbour(self, cell, way):
        """Return the cell next to a cell, or None outside of the maze."""
        column, row = cell[0] + STEPS[way][0], cell[1] + STEPS[way][1]
        return (column, row) if 0 <= column < CELLS and 0 <= row < CELLS else None

    def is_open(self, way):
        """Turn to a side of the cell and look whether there is no wall."""
        self.turn_to(way)
        return max(self.sensors.front_left.proximity, self.sensors.front_right.proximity) < WALL

    def turn_to(self, way):
        """Look along STEPS[way]."""
        self.facing = way
        while self.active:
            wrong = math.remainder(90 * way - self.pose.heading_deg, 360)
            if abs(wrong) < 2:
                break
            speed = max(1, min(8, abs(wrong) / 6)) * (1 if wrong > 0 else -1)
            self.motors.set_speeds(-speed, speed)
            self.sleep(0.02)
        self.motors.stop()
        self.sleep(0.06)  # until the sensors have looked again

    def drive(self, way):
        """Drive to the middle of the next cell; the robot already looks there."""
        self.cell = self.neighbour(self.cell, way)
        x_mm, y_mm = (CORNER_MM + CELL_MM * (number + 0.5) for number in self.cell)
        while self.active:
            away_x, away_y = x_mm - self.pose.x_mm, y_mm - self.pose.y_mm
            ahead = away_x * STEPS[way][0] + away_y * STEPS[way][1]
            if ahead < 2:
                break
            wanted = math.degrees(math.atan2(away_y, away_x)) if ahead > 30 else 90 * way
            turn = math.remainder(wanted - self.pose.heading_deg, 360) / 10
            self.motors.set_speeds(12 - turn, 12 + turn)
            self.sleep(0.02)
        self.motors.stop()
