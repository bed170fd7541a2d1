"""Explores a maze of cells or a net of lines, and writes its map and the shortest path.

Challenges 2, 3 and 4 of the course: `WallMapper` on walls, `LineMapper` on lines. Both know where
they are from the motors and the compass, and from the GPS where there is one.

    python main.py ciber match --challenge rmi-2122/C4 controllers/ciber/mapper.py:WallMapper
"""

import itertools
import math
from pathlib import Path

from wsusim.ciber import CiberController

CELL = 2.0
CLOCKWISE = [(1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1)]


def angle_between(goal, heading):
    """Return how far to turn, -pi to pi."""
    return (goal - heading + math.pi) % (2 * math.pi) - math.pi


class Mapper(CiberController):
    """What both have in common: where it is, driving from place to place, and exploring."""

    ways = CLOCKWISE
    rows, columns = 27, 55

    def setup(self):
        self.x = self.y = self.heading = 0.0
        self.out = [0.0, 0.0]  # what the motors give
        self.origin = None
        self.joined = {(0, 0): set()}  # a place and those that it leads to
        self.known = set()
        self.targets = {}
        self.goal = (0, 0)

    # Where it is

    def look(self):
        """Wait for the next cycle; work out where the motors have brought the robot."""
        if not self.next_cycle():
            self.write()
            raise SystemExit
        s = self.sensors
        self.x += sum(self.out) / 2 * math.cos(self.heading)
        self.y += sum(self.out) / 2 * math.sin(self.heading)
        self.heading += self.out[1] - self.out[0]
        if s.compass is not None:
            self.heading += 0.25 * angle_between(math.radians(s.compass), self.heading)
        if s.gps is not None:
            if self.origin is None:
                self.origin = s.gps
            self.x += 0.3 * (s.gps[0] - self.origin[0] - self.x)
            self.y += 0.3 * (s.gps[1] - self.origin[1] - self.y)

    def drive(self, left, right):
        """Give the motors powers for one cycle."""
        left, right = (max(-0.15, min(0.15, power)) for power in (left, right))
        self.motors.set_powers(left, right)
        self.out = [(left + self.out[0]) / 2, (right + self.out[1]) / 2]
        if self.sensors.bumper:
            self.out = [0.0, 0.0]
        self.look()

    def turn_to(self, heading):
        """Turn on the spot."""
        calm = 0
        while calm < 2:
            off = angle_between(heading, self.heading)
            calm = calm + 1 if abs(off) < 0.06 else 0
            power = max(-0.12, min(0.12, 0.4 * off))
            self.drive(-power, power)

    def go_to(self, place):
        """Drive straight to a place beside."""
        self.goal = place
        x, y = CELL * place[0], CELL * place[1]
        while (far := math.hypot(x - self.x, y - self.y)) > 0.12:
            off = angle_between(math.atan2(y - self.y, x - self.x), self.heading)
            if abs(off) > 1.0 and far < 0.6:
                break
            if abs(off) > 0.5:
                self.turn_to(math.atan2(y - self.y, x - self.x))
            turn = 0.25 * off + self.drift()
            speed = min(0.14, 0.04 + 0.2 * far)
            self.drive(speed - turn, speed + turn)
            self.correct()
        for _ in range(3):
            self.drive(0, 0)

    def drift(self):
        return 0.0

    def correct(self):
        pass

    # Exploring

    def run(self):
        self.look()
        here = (0, 0)
        while True:
            self.examine(here)
            road = self.road(here, lambda place: place not in self.known)
            if road is None:
                break
            for place in road[1:]:
                self.go_to(place)
                here = place
        for place in (self.road(here, lambda place: place == (0, 0)) or [])[1:]:
            self.go_to(place)
        self.write()
        self.finish()
        self.next_cycle()

    def examine(self, here):
        """Find out where a place leads to."""
        self.known.add(here)
        ground = self.sensors.ground
        if ground is not None and ground >= 0:
            self.targets.setdefault(ground, here)
        for dx, dy in self.open_ways(here):
            there = (here[0] + dx, here[1] + dy)
            self.joined.setdefault(there, set()).add(here)
            self.joined[here].add(there)

    def road(self, start, is_goal):
        """Return the shortest way from a place to one that is wanted; None: there is none."""
        queue, before, length = [start], {start: None}, {start: 0.0}
        while queue:
            queue.sort(key=length.get)
            place = queue.pop(0)
            if is_goal(place):
                road = [place]
                while before[road[-1]] is not None:
                    road.append(before[road[-1]])
                return road[::-1]
            for other in sorted(self.joined[place]):
                far = length[place] + math.dist(place, other)
                if far < length.get(other, math.inf):
                    before[other], length[other] = place, far
                    queue.append(other)
        return None

    # What is handed in

    def write(self):
        name = self.name
        Path(f"{name}.map").write_text("\n".join(self.map()) + "\n")
        Path(f"{name}.path").write_text("".join(f"{2 * x} {2 * y}\n" for x, y in self.path()))

    def path(self):
        """Return the shortest way through all targets and back."""
        stops = [place for number, place in sorted(self.targets.items()) if place != (0, 0)]
        best = [(0, 0)]
        shortest = math.inf
        for order in itertools.permutations(stops):
            whole, far = [(0, 0)], 0.0
            for stop in (*order, (0, 0)):
                part = self.road(whole[-1], lambda place, stop=stop: place == stop)
                if part is None:
                    break
                far += sum(map(math.dist, part, part[1:]))
                whole += part[1:]
            else:
                if far < shortest:
                    best, shortest = whole, far
        return best

    def map(self):
        rows = [[" "] * self.columns for _ in range(self.rows)]

        def put(x, y, sign):
            row, column = self.rows // 2 - y, self.columns // 2 + x
            if 0 <= row < self.rows and 0 <= column < self.columns:
                rows[row][column] = sign

        self.draw(put)
        put(0, 0, "I")
        if len(self.targets) > 1:  # challenges 3 and 4 ask for the targets, too
            for number, (x, y) in self.targets.items():
                put(2 * x, 2 * y, str(number))
        return ["".join(row) for row in rows]


class WallMapper(Mapper):
    """Cells between walls: looks to four sides with its obstacle sensors."""

    ir_angles_deg = (0, 90, -90, 180)
    ways = ((1, 0), (0, 1), (-1, 0), (0, -1))

    def setup(self):
        super().setup()
        self.walls = set()

    def open_ways(self, here):
        nearest = round(self.heading / (math.pi / 2)) * math.pi / 2
        self.turn_to(nearest)
        sums = [0.0] * 4
        for _ in range(4):
            self.drive(0, 0)
            sums = [total + value for total, value in zip(sums, self.sensors.obstacle)]
        for total, aside in zip(sums, (0, math.pi / 2, -math.pi / 2, math.pi)):
            way = (round(math.cos(nearest + aside)), round(math.sin(nearest + aside)))
            if total / 4 > 1.2:
                self.walls.add((2 * here[0] + way[0], 2 * here[1] + way[1]))
            else:
                yield way

    def correct(self):
        """Two walls beside the robot say where the middle of the cell is."""
        if self.sensors.gps is not None:
            return
        see = self.sensors.obstacle
        nearest = round(self.heading / (math.pi / 2)) * math.pi / 2
        if abs(angle_between(nearest, self.heading)) > 0.15:
            return
        asides = [
            side * (1 / value + 0.5 - 0.9)
            for side, value in ((-1, see.left), (1, see.right))
            if value > 1.6
        ]
        for off in asides:  # to the left of the middle is positive
            if nearest % math.pi < 0.1 or nearest % math.pi > 3.0:
                middle = CELL * round(self.y / CELL)
                sign = math.cos(nearest)
                self.y += 0.1 * (middle + sign * off - self.y)
            else:
                middle = CELL * round(self.x / CELL)
                sign = -math.sin(nearest)
                self.x += 0.1 * (middle + sign * off - self.x)
        if see.front > 1.6:  # a wall ahead says how far the next middle is
            ahead = 1 / see.front + 0.5 - 0.9
            if nearest % math.pi < 0.1 or nearest % math.pi > 3.0:
                sign = math.cos(nearest)
                goal = CELL * round((self.x + sign * ahead) / CELL)
                self.x += 0.15 * (goal - sign * ahead - self.x)
            else:
                sign = math.sin(nearest)
                goal = CELL * round((self.y + sign * ahead) / CELL)
                self.y += 0.15 * (goal - sign * ahead - self.y)

    def draw(self, put):
        for x, y in self.known:
            put(2 * x, 2 * y, "X")
            for dx, dy in self.ways:
                is_wall = (2 * x + dx, 2 * y + dy) in self.walls
                put(2 * x + dx, 2 * y + dy, ("|" if dx else "-") if is_wall else "X")


class LineMapper(Mapper):
    """A net of lines: turns round once at each crossing and looks where lines lead to."""

    rows, columns = 21, 49

    def open_ways(self, here):
        """Turn round once; yield the directions in which the middle of the sensor saw a line."""
        dark, turned, before = [], 0.0, self.heading
        while turned < 2 * math.pi + 0.1:
            self.drive(-0.08, 0.08)
            turned += angle_between(self.heading, before)
            before = self.heading
            if sum(self.sensors.line[2:5]) >= 2:
                dark.append(self.heading)
        for _ in range(3):
            self.drive(0, 0)
        for dx, dy in self.ways:
            heading = math.atan2(dy, dx)
            if sum(abs(angle_between(heading, seen)) < 0.15 for seen in dark) >= 1:
                yield dx, dy

    def drift(self):
        """Steer a little towards the line."""
        seen = [3 - place for place, dark in enumerate(self.sensors.line) if dark]
        return 0.004 * sum(seen) / len(seen) if 0 < len(seen) < 5 else 0.0

    def correct(self):
        """The line ahead says how far beside it the robot is."""
        seen = [3 - place for place, dark in enumerate(self.sensors.line) if dark]
        x, y = CELL * self.goal[0], CELL * self.goal[1]
        way = round(math.atan2(y - self.y, x - self.x) / (math.pi / 4)) * math.pi / 4
        off = angle_between(self.heading, way)
        if not 0 < len(seen) < 5 or abs(off) > 0.3 or math.hypot(x - self.x, y - self.y) < 0.5:
            return
        measured = -0.08 * sum(seen) / len(seen) - 0.438 * math.sin(off)
        aside = (self.y - y) * math.cos(way) - (self.x - x) * math.sin(way)
        self.x -= 0.2 * (measured - aside) * math.sin(way)
        self.y += 0.2 * (measured - aside) * math.cos(way)

    def draw(self, put):
        signs = {(1, 0): "-", (0, 1): "|", (1, 1): "/", (1, -1): "\\"}
        for (x, y), others in self.joined.items():
            for u, v in others:
                way = (u - x, v - y)
                put(x + u, y + v, signs.get(way) or signs[-way[0], -way[1]])
