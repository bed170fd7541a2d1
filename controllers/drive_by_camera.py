"""Drive to the green field by the camera above the arena, which sees robot and goal from above.

Each picture shows where the robot is, which way it looks and where the goal is; nothing has to be
remembered. Run it in a maze with such a camera:
python main.py run drive_by_camera --maze overhead
"""

from math import atan2, pi, remainder

from wsusim import Controller


class DriveByCamera(Controller):
    def run(self):
        while self.active:
            self.sleep(0.04)  # until the next picture
            picture = self.arena_camera.picture.astype(int)  # numbers that don't overflow
            red, green, blue = picture[:, :, 0], picture[:, :, 1], picture[:, :, 2]
            body = self.middle(blue > red + 100)  # robot 1 is blue
            front = self.middle(red + green + blue < 100)  # and has a black mark in front
            goal = self.middle((green > red + 60) & (green > blue + 10))
            if body is None or front is None or goal is None:
                self.say("I can't see the robot or the goal.")
                self.motors.stop()
            else:
                self.steer(body, front, goal)

    def middle(self, is_wanted):
        """Return the point in the middle of all wanted pixels, in mm; None if there are none."""
        rows, columns = is_wanted.nonzero()
        if len(rows) == 0:
            return None
        return self.arena_camera.point_at(rows.mean(), columns.mean())

    def steer(self, body, front, goal):
        """Turn towards the goal, and drive when it is ahead."""
        heading = atan2(front[1] - body[1], front[0] - body[0])
        wanted = atan2(goal[1] - body[1], goal[0] - body[0])
        error = remainder(wanted - heading, 2 * pi)  # -pi to pi, to the left if above 0
        turn = max(-40, min(40, 64 * error))  # mm/s
        ahead = 80 if abs(error) < 0.4 else 0
        self.motors.set_speeds_mm_s(ahead - turn, ahead + turn)
