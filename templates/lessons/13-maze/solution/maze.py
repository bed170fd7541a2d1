"""Find the goal of a maze: always go to the cell that is nearest to it on the map."""

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
        self.walls = set()  # (cell, way) for each wall that the robot has seen
        while self.active and self.cell != self.goal_cell:
            self.flood()
            way = self.best_way()
            if self.is_open(way):
                self.drive(way)
            else:
                self.note_wall(self.cell, way)

    def flood(self):
        """Let water run from the goal: count the steps from there to each cell."""
        self.steps = {self.goal_cell: 0}
        cells = [self.goal_cell]
        for cell in cells:  # the list grows while we go through it
            for way in range(4):
                next_cell = self.neighbour(cell, way)
                if next_cell and next_cell not in self.steps and (cell, way) not in self.walls:
                    self.steps[next_cell] = self.steps[cell] + 1
                    cells.append(next_cell)
        rows = [[self.steps.get((c, r), 0) for c in range(CELLS)] for r in range(CELLS)]
        self.draw.grid(rows, origin=(CORNER_MM, CORNER_MM), size=CELL_MM)

    def best_way(self):
        """Return the way to the open neighbour with the fewest steps."""
        best = None
        for turn in (0, 1, -1, 2):
            way = (self.facing + turn) % 4
            cell = self.neighbour(self.cell, way)
            if cell not in self.steps or (self.cell, way) in self.walls:
                continue
            if best is None or self.steps[cell] < self.steps[self.neighbour(self.cell, best)]:
                best = way
        return best

    def note_wall(self, cell, way):
        """Remember a wall, from both of its sides."""
        self.walls.add((cell, way))
        other = self.neighbour(cell, way)
        if other:
            self.walls.add((other, (way + 2) % 4))

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
