"""Names that people bring along from other robots and packages, and what they are called here."""

from __future__ import annotations

_TURN = "To turn on the spot, write `self.motors.turn_deg(90)`; -90 turns to the right."
_DRIVE = "To drive, write `self.motors.set_speeds(5, 5)`, or `self.motors.drive_mm(200)`."
_WAIT = "To wait, write `self.sleep(1.0)`."
_PLACE = (
    "As a real robot, it doesn't know where it is: reckon from `self.start_pose` and the wheels "
    "(the ready controller odometry_square shows how)."
)

OF_CONTROLLER: dict[str, str] = {
    **dict.fromkeys(("turn", "turn_left", "turn_right", "rotate", "spin", "left", "right"), _TURN),
    **dict.fromkeys(
        ("forward", "backward", "drive", "move", "go", "forwards", "backwards"), _DRIVE
    ),
    **dict.fromkeys(("wait", "delay", "pause", "sleep_ms", "sleepTime"), _WAIT),
    **dict.fromkeys(("position", "gps", "heading", "odometry", "compass"), _PLACE),
    "stop": "To stand still, write `self.motors.stop()`; to end, `self.finish()`.",
    "set_speeds": "Write `self.motors.set_speeds(5, 5)`.",
    "setSpeed": "Write `self.motors.set_speeds(5, 5)`.",
    "proximity": "Write `self.sensors[2].proximity`, or `self.sensors.proximities` for all.",
    "prox_horizontal": "Write `self.sensors.proximities`: 0 to 1023, 1023 is touching.",
    "print": "Write `print(...)`, or `self.say(...)` to show it beside the robot.",
}
"""What a controller itself has not."""

OF_MOTORS: dict[str, str] = {
    **dict.fromkeys(("forward", "backward", "forwards", "backwards", "drive", "go"), _DRIVE),
    **dict.fromkeys(("turn", "turn_left", "turn_right", "rotate", "spin", "left", "right"), _TURN),
    **dict.fromkeys(
        ("set_speed", "setSpeed", "speed", "set_velocity", "setVelocity"),
        "Write `self.motors.set_speeds(5, 5)`: left wheel, right wheel.",
    ),
}

ROBOTS = frozenset(("robot", "khepera", "thymio", "epuck"))
"""What people call the robot; in a controller it is ``self``."""

PACKAGES: dict[str, str] = {
    "PIL": "pillow",
    "bs4": "beautifulsoup4",
    "cv2": "opencv-python-headless",
    "dateutil": "python-dateutil",
    "serial": "pyserial",
    "skimage": "scikit-image",
    "sklearn": "scikit-learn",
    "usb": "pyusb",
    "yaml": "PyYAML",
}
"""Modules whose package is called otherwise."""

SYSTEMS: dict[str, str] = {
    "controller": "Webots",
    "coppeliasim_zmqremoteapi_client": "CoppeliaSim",
    "sim": "CoppeliaSim",
    "ev3dev": "LEGO's EV3",
    "ev3dev2": "LEGO's EV3",
    "gpiozero": "the Raspberry Pi",
    "machine": "MicroPython",
    "microbit": "the micro:bit",
    "pybricks": "LEGO's hubs",
    "rclpy": "ROS",
    "RPi": "the Raspberry Pi",
    "rospy": "ROS",
    "tdmclient": "the Thymio",
    "thymiodirect": "the Thymio",
    "unifr_api_epuck": "the e-puck",
    "vex": "VEX robots",
}
"""Modules of other robots and simulators, and whose they are."""


def module_advice(name: str) -> str | None:
    """Return what to do about a module that isn't there and that we know; ``None``: we don't."""
    package = name.partition(".")[0]
    if package in SYSTEMS:
        return (
            f"{package!r} belongs to {SYSTEMS[package]}, which is not here. wsusim's own way: put "
            "`from wsusim import Controller` at the top, and drive with `self.motors` and "
            "`self.sensors` (manual/how-to/write-a-controller.md)."
        )
    if package == "soccer":
        return (
            "`Player` comes with wsusim: copy the folder controllers/soccer to where your file is "
            "(manual/how-to/soccer.md)."
        )
    if package in PACKAGES:
        return (
            f"{package!r} is in the package {PACKAGES[package]}, which is not installed here. Run: "
            f"python -m pip install {PACKAGES[package]}"
        )
    return None
