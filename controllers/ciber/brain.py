"""Brain: five of them explore the arena together, and who finds the target tells the others.

After Luis Rei and Luis Paulo Reis, "Brain: A Deliberative CiberMouse Agent": a filter for the place
(``brain_pose``), a map of probabilities and A* (``brain_map``), waypoints, behaviours with
priorities, and messages that hop from robot to robot (``brain_talk``).
"""

import math

import numpy as np
from brain_map import Map
from brain_pose import Pose, wrapped
from brain_talk import Talk

from wsusim.ciber import CiberController

CRUISE = 0.1
NEAR = 0.5  # a waypoint is reached from here
PLAN_EVERY = 25
ASKED = (
    ("IRSensor0", "IRSensor1"),
    ("IRSensor0", "IRSensor2"),
    ("IRSensor0", "Ground"),
    ("IRSensor1", "IRSensor2"),
    ("IRSensor0", "Compass"),
    ("IRSensor0", "IRSensor1"),
    ("IRSensor0", "IRSensor2"),
    ("IRSensor0", "Beacon0"),
)


class Brain(CiberController):
    talks = True

    def setup(self):
        p = self.parameters
        self.pose = Pose(p.gps_noise_um, p.compass_noise_deg, p.compass.latency_cycles)
        self.talk = Talk(self.number)
        self.map = None
        self.target = None  # where the target is, once that is known
        self.is_sure = False
        self.seen = {}  # the newest value of each obstacle sensor, and its cycle
        self.path = []
        self.plan_at = 0
        self.sightings = []
        self.powers = (0.0, 0.0)
        self.arrived_at = None
        self.compass = None

    def step(self):
        self.request(*ASKED[self.time % len(ASKED)])
        if not self.look():
            return
        if self.talks:
            self.listen()
            self.say(
                self.talk.message(
                    self.time, self.pose, self.seen, self.target if self.is_sure else None
                )
            )
        for behave in (self.rest_on_target, self.avoid_obstacles, self.follow_path):
            powers = behave()
            if powers is not None:
                self.drive(*powers)
                return

    # Looking

    def look(self):
        """Take in this cycle's readings; False until the first place is known."""
        if self.sensors.compass is not None:
            self.compass = self.sensors.compass
        if self.sensors.gps is None:
            return False
        if self.map is None:
            if self.compass is None and self.time < 20:
                return False
            self.pose.begin(self.sensors.gps, self.compass)
            self.map = Map(self.pose.place)
        else:
            self.pose.drive(*self.powers, self.sensors.bumper)
            self.pose.see_gps(self.sensors.gps)
            if self.sensors.compass is not None:
                self.pose.see_compass(self.sensors.compass)
        for sensor, value in self.sensors.measures.obstacles.items():
            self.seen[sensor] = (self.time, value)
            self.map.see(*self.eye(self.pose.place, self.pose.heading, sensor), value)
        self.map.drive_over(self.pose.place)
        if self.sensors.ground is not None and self.sensors.ground >= 0:
            self.target, self.is_sure = self.pose.place.copy(), True
        elif self.sensors.beacon is not None and not self.is_sure:
            self.see_beacon(self.sensors.beacon)
        return True

    def eye(self, place, heading, sensor):
        """Return where an obstacle sensor is and where it looks."""
        look = heading + math.radians(self.ir_angles_deg[sensor])
        return place + 0.5 * np.array([math.cos(look), math.sin(look)]), look

    def see_beacon(self, angle_deg):
        """Cross the directions in which the beacon was seen."""
        look = self.pose.heading + math.radians(angle_deg)
        self.sightings = [*self.sightings[-40:], (*self.pose.place, look)]
        x, y, look = np.array(self.sightings).T
        normal = np.stack([-np.sin(look), np.cos(look)])
        matrix = normal @ normal.T
        if np.linalg.eigvalsh(matrix)[0] > 0.3:
            self.target = np.linalg.solve(matrix, normal @ np.sum(normal * (x, y), axis=0))
        else:
            self.target = self.pose.place + 4.0 * np.array([math.cos(look[-1]), math.sin(look[-1])])

    def listen(self):
        """Take in what the others have told: their places, what they see, and the target."""
        for told in self.talk.hear(self.messages, self.time):
            self.map.drive_over(told.place)
            for sensor, value in told.seen.items():
                self.map.see(*self.eye(told.place, told.heading, sensor), value)
            if told.target is not None and not self.is_sure:
                self.target, self.is_sure = np.array(told.target), True
                self.plan_at = 0

    # Behaviours, the most urgent first: each returns powers, or None for "not my turn"

    def rest_on_target(self):
        ground = self.sensors.ground
        if ground is not None and ground >= 0 and self.arrived_at is None:
            self.arrived_at = self.time
            self.set_visiting_led()
        if self.arrived_at is None:
            return None
        if self.time - self.arrived_at > 12 or self.newest(0) > 1.6:
            return 0.0, 0.0  # deep enough inside to leave room for the others
        return CRUISE, CRUISE

    def avoid_obstacles(self):
        front, left, right = (self.newest(sensor) for sensor in (0, 1, 2))
        if self.sensors.bumper:
            side = 1.0 if left < right else -1.0
            return -0.06 - 0.06 * side, -0.06 + 0.06 * side
        if front > 2.2 or left > 4.0 or right > 4.0:
            side = 1.0 if left < right else -1.0
            self.plan_at = min(self.plan_at, self.time + 6)
            return -0.1 * side, 0.1 * side
        return None

    def follow_path(self):
        if self.time >= self.plan_at or not self.path:
            self.plan()
        while self.path and np.hypot(*(self.path[0] - self.pose.place)) < NEAR:
            self.path.pop(0)
        for later in range(min(6, len(self.path)) - 1, 0, -1):
            # Passing over a later waypoint, go on from there.
            if np.hypot(*(self.path[later] - self.pose.place)) < NEAR:
                del self.path[: later + 1]
                break
        if not self.path:
            return 0.05, 0.1
        aim = self.path[min(1, len(self.path) - 1)] - self.pose.place
        off = wrapped(math.atan2(aim[1], aim[0]) - self.pose.heading)
        if abs(off) > 0.7:
            turn = math.copysign(0.1, off)
            return -turn, turn
        slow = CRUISE if self.newest(0) < 1.2 else 0.6 * CRUISE
        return slow - 0.08 * off, slow + 0.08 * off

    def plan(self):
        """Find a way to the target where it is known, else to the nearest unknown place."""
        self.plan_at = self.time + PLAN_EVERY
        here = self.pose.place
        goal = self.target
        if goal is None:
            goal = self.map.frontier(here, self.likes)
        self.path = [] if goal is None else self.map.way(here, goal)

    def likes(self, x, y):
        """Each robot prefers its own part of the arena, and to be away from the others."""
        lane = (self.number - 3) * 2.5
        off = abs((y - self.talk.middle_y(self.pose.place[1])) - lane)
        crowd = sum(4.0 for place in self.talk.places(self.time) if math.dist(place, (x, y)) < 4.0)
        return 0.8 * off + crowd

    def newest(self, sensor):
        time, value = self.seen.get(sensor, (-99, 0.0))
        return value if self.time - time <= 4 else 0.0

    def drive(self, left, right):
        self.powers = tuple(float(np.clip(power, -0.15, 0.15)) for power in (left, right))
        self.motors.set_powers(*self.powers)


class LoneBrain(Brain):
    """The same without a word to the others, to see what talking is worth."""

    talks = False
