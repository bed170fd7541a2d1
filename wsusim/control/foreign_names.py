"""Names from other robots and packages that people try, and what they are called here."""

from __future__ import annotations

_TURN = "To turn on the spot, write `self.motors.turn_deg(90)`; -90 turns to the right."
_DRIVE = "To drive, write `self.motors.set_speeds(5, 5)`, or `self.motors.drive_mm(200)`."
_CURVE = "To drive a curve, let one wheel turn faster: `self.motors.set_speeds(3, 6)`."
_SPEEDS = "Write `self.motors.set_speeds(5, 5)`: left wheel, right wheel."
_STOP = "To stand still, write `self.motors.stop()`; to end, `self.finish()`."
_WAIT = "To wait, write `self.sleep(1.0)`."
_NEAR = "Write `self.sensors[2].proximity`, or `self.sensors.proximities` for all."
_FLOOR = "Write `self.floor.left.brightness`, on a robot that looks at the floor."
_LIGHT = "Write `self.sensors[2].ambient`: 500 is dark, 50 a lamp nearby."
_PICTURE = "Write `self.camera.pixels` (one line of grey), or `self.eye.picture` (colours)."
_LED = "Write `self.leds[0].on()`, `off()` or `toggle()`."
_TIME = "The robot's time in seconds is `self.time`."
_GO_ON = "Write your loop as `while self.active:`."
_END = "To end the program, leave run(), or write `self.finish()`."
_WHEELS = "How far the wheels have turned is `self.motors.left_position`, `right_position`."
_TALK = (
    "To send to other robots, write `self.radio.send(...)`; `self.radio.receive()` to hear them."
)
_SAY = "Write `print(...)`, or `self.say(...)` to show it beside the robot."
_SOUND = "This robot has no loudspeaker. To show a text beside it, write `self.say(...)`."
_RANDOM = "Write `self.random.randint(1, 6)`, or `self.random.random()`."
_NO_STEP = "The world goes on while you wait: write `self.sleep(0.05)` in your loop."
_PLACE = (
    "As a real robot, it doesn't know where it is: reckon from `self.start_pose` and the wheels "
    "(the ready controller odometry_square shows how)."
)


def _all(advice: str, names: str) -> dict[str, str]:
    return {plain_name(name): advice for name in names.split()}


def plain_name(name: str) -> str:
    """Return a name without its style: ``turnLeft``, ``turn_left``, ``TurnLeft``."""
    return name.replace("_", "").lower()


_DRIVING = {
    **_all(_TURN, "turn turn_left turn_right turn_degrees turn_angle turn_by rotate spin lt rt"),
    **_all(_TURN, "rotate_left rotate_right spin_left spin_right set_heading point_in_direction"),
    **_all(_DRIVE, "forward backward drive move go forwards backwards straight fd bk back"),
    **_all(_DRIVE, "go_forward go_backward move_forward move_backward drive_forward drive_back"),
    **_all(
        _DRIVE, "drive_straight move_steps run_angle run_target on_for_degrees on_for_rotations"
    ),
    **_all(_CURVE, "curve arc circle steer steering start_tank move_tank"),
    **_all(_SPEEDS, "set_speed set_velocity speed velocity set_power run_time start_motor dc"),
    **_all(_SPEEDS, "set_motors motor_on left_motor right_motor motor_left_target move_motors"),
    **_all(_STOP, "brake halt coast stop_motors motor_stop stop_moving"),
    **_all(_WHEELS, "encoder encoders left_encoder right_encoder get_encoders get_position"),
    **_all(_WHEELS, "get_value rotations degrees_counted"),
}

OF_CONTROLLER: dict[str, str] = {
    **_DRIVING,
    **_all(_TURN, "left right"),
    **_all(_SPEEDS, "set_speeds"),
    **_all(_STOP, "stop"),
    **_all(
        _WAIT, "wait delay pause sleep_ms sleep_time sleep_for wait_ms wait_for_seconds delay_ms"
    ),
    **_all(_PLACE, "position gps heading odometry compass get_position get_pose gyro yaw get_gps"),
    **_all(_PLACE, "get_robot_x_position get_robot_y_position get_robot_angle"),
    **_all(_PLACE, "get_robot_coordinates"),
    **_all(_NEAR, "proximity prox prox_horizontal prox_sensor get_proximity get_prox distance ir"),
    **_all(_NEAR, "get_distance distance_sensor distance_sensors read_sensor get_sensor sonar"),
    **_all(_NEAR, "ultrasonic ultrasonic_sensor touch_sensor bumper bump read_sensors get_sensors"),
    **_all(_LIGHT, "light_sensor get_light light_level"),
    **_all(_FLOOR, "ground prox_ground line_sensor ground_sensor color_sensor colour_sensor"),
    **_all(_PICTURE, "get_image take_picture picture image"),
    **_all(_LED, "led led_on led_off set_led leds_top leds_top_left light_on"),
    **_all(_TIME, "get_time clock timer elapsed millis ticks_ms running_time"),
    **_all(_NO_STEP, "get_basic_time_step time_step basic_time_step simulation_step"),
    **_all(_GO_ON, "running is_running is_active stopped should_stop keep_going"),
    **_all(_END, "quit exit end terminate"),
    **_all(_TALK, "send receive send_message emitter receiver broadcast"),
    **_all(_SAY, "print log write show display"),
    **_all(_SOUND, "beep play_sound speak sound play_tone speaker buzzer"),
    **_all(_RANDOM, "randint random_int randrange choice uniform"),
}
"""What a controller itself has not, by ``plain_name``."""

OF_MOTORS: dict[str, str] = {
    **_DRIVING,
    **_all(_SPEEDS, "run on start left right drive_tank set"),
    **_all(_STOP, "off"),
    **_all(_WHEELS, "position positions left_position_mm angle left_angle right_angle"),
}
"""What the motors have not, by ``plain_name``."""

_OF_FREE_FUNCTIONS = {
    **_all(_NEAR, "analog_read kproximity kgetproximity readsensors"),
    **_all(_SPEEDS, "k_set_speed digital_write analog_write pin_mode motor_right_target"),
    **_all(_SAY, "Serial basic lcd"),
}


def name_advice(name: str) -> str | None:
    """Return advice about an unknown name that other packages have; ``None``: none do."""
    plain = plain_name(name)
    return _OF_FREE_FUNCTIONS.get(plain) or OF_CONTROLLER.get(plain)


ROBOTS = frozenset(
    ("robot", "khepera", "thymio", "epuck", "rob", "bot", "my_robot", "hub", "brick")
)
"""What people call the robot; in a controller it is ``self``."""

PACKAGES: dict[str, str] = {
    "PIL": "pillow",
    "bs4": "beautifulsoup4",
    "cv2": "opencv-python-headless",
    "dateutil": "python-dateutil",
    "keyboard": "keyboard",
    "serial": "pyserial",
    "skimage": "scikit-image",
    "sklearn": "scikit-learn",
    "usb": "pyusb",
    "yaml": "PyYAML",
}
"""Modules whose package is called otherwise."""


def _of(system: str, modules: str) -> dict[str, str]:
    return dict.fromkeys(modules.split(), system)


SYSTEMS: dict[str, str] = {
    **_of("Webots", "controller vehicle supervisor webots deepbots"),
    **_of("CoppeliaSim", "coppeliasim_zmqremoteapi_client coppeliasim zmqRemoteApi b0RemoteApi"),
    **_of("CoppeliaSim", "sim simConst vrep vrepConst"),
    **_of("Player and Stage", "playerc playercpp stage"),
    **_of("a KiKS or WSU simulator", "kiks wsu wsusimulator kheperasim"),
    **_of("another simulator", "enki pyenki argos simbad irsim gazebo karel reeborg robot_world"),
    **_of("another simulator", "pyroborobo pybullet pybullet_data pypot mmsim mujoco"),
    **_of("ROS", "rclpy rospy geometry_msgs sensor_msgs std_msgs nav_msgs tf tf2_ros cv_bridge"),
    **_of("LEGO's EV3", "ev3dev ev3dev2 ev3"),
    **_of("LEGO's hubs", "pybricks hub spike runloop motor motor_pair buildhat mindstorms"),
    **_of("LEGO's hubs", "color_sensor distance_sensor force_sensor nxt"),
    **_of("the micro:bit", "microbit maqueen kitronik"),
    **_of("MicroPython", "machine micropython pyb utime network umqtt neopixel"),
    **_of("CircuitPython", "board digitalio analogio pwmio adafruit_motor"),
    **_of("the Arduino", "arduino Arduino pyfirmata pyfirmata2 nanpy"),
    **_of("the Raspberry Pi", "RPi gpiozero pigpio smbus smbus2 picamera picamera2 explorerhat"),
    **_of("the Raspberry Pi", "gopigo easygopigo3 jetbot picrawler"),
    **_of("the mBot", "mbot mblock cyberpi codey mbuild"),
    **_of("the CiberMouse contest", "croblink CiberAV pyrobsock"),
    **_of("the Thymio", "tdmclient thymiodirect thymio aseba pyaseba pythymiodw"),
    **_of("the e-puck", "unifr_api_epuck epuck pyepuck ePuckComm ePuck e_puck pyvrep_epuck"),
    **_of("the Khepera", "khepera khepera4 pykhepera kheperax gym_kheperaposition"),
    **_of("the iRobot Create", "irobot_edu_sdk pycreate2 create"),
    **_of("the Sphero", "spherov2 sphero_sdk"),
    **_of("the Edison robot", "Ed edpy"),
    **_of("the Finch", "finch BirdBrain"),
    **_of("DJI's robots", "robomaster djitellopy tello"),
    **_of("VEX robots", "vex vexiq"),
    **_of("FIRST robots", "wpilib robotpy"),
    **_of("another robot", "myro Myro pyrobot cozmo anki_vector zumi marty barobo linkbot naoqi"),
    **_of("another robot", "pepper AriaPy codrone_edu robodk robotc robot"),
}
"""Modules of other robots and simulators, and whose they are."""

_RUNS_AS_IT_IS: dict[str, str] = {
    "the CiberMouse contest": "`python main.py ciber match` plays such agents as they are "
    "(manual/how-to/last-years-agent.md).",
    "the Thymio": "Started by itself, a program with `thymiodirect` drives a simulated one: "
    "python main.py emulate --robot thymio (manual/reference/emulated-robots.md).",
    "the e-puck": "Started by itself, it drives a simulated one: python main.py emulate --robot "
    "epuck, or epuck2 (manual/reference/emulated-robots.md).",
    "the Khepera": "Started by itself, it drives a simulated one, if it speaks to a serial port: "
    "python main.py emulate (manual/how-to/emulator.md).",
}
"""How the programs of a system run here, unchanged."""

_LEARNING = (
    "wsusim's own environments are for Gymnasium, and `gymnasium.make` knows them "
    "(manual/how-to/evolve-and-learn.md)."
)

_OF_PYTHON_2: dict[str, str] = {
    "BaseHTTPServer": "http.server",
    "ConfigParser": "configparser",
    "HTMLParser": "html.parser",
    "Queue": "queue",
    "SocketServer": "socketserver",
    "StringIO": "io",
    "Tkinter": "tkinter",
    "cPickle": "pickle",
    "thread": "threading",
    "tkFileDialog": "tkinter.filedialog",
    "tkMessageBox": "tkinter.messagebox",
    "ttk": "tkinter.ttk",
    "urllib2": "urllib.request",
    "urlparse": "urllib.parse",
}
"""Modules of Python 2, and what they are now."""

OURS = frozenset(
    ("controller", "controllers", "motors", "sensors", "robotcontroller", "wsusimm", "wsusim")
)
"""What people take for modules of wsusim, and how they write it, in small letters."""

_ALSO_OWN = frozenset(
    (
        *("arduino", "board", "create", "finch", "hub", "karel", "machine", "marty", "motor"),
        *("network", "robot", "sim", "spike", "stage", "supervisor", "tf", "vehicle"),
        *("color_sensor", "distance_sensor", "force_sensor"),
        *("controllers", "motors", "sensors", "thread"),
    )
)
"""Of all these, what a student may well have called a file of his own."""

_IMPORTS: dict[str, str] = {
    **dict.fromkeys(("np", "nupmy", "num"), "import numpy as np"),
    **dict.fromkeys(("plt", "pyplot"), "import matplotlib.pyplot as plt"),
    "pd": "import pandas as pd",
    "sleep": "self.sleep(1.0), without an import",
    "randint": "from random import randint",
    "wsusim_controller": "from wsusim import Controller",
}
"""What is no module, and what is written instead."""


_OUR_WAY = (
    "put `from wsusim import Controller` at the top, and drive with `self.motors` and "
    "`self.sensors`"
)


def is_foreign(name: str) -> bool:
    """Return whether a module isn't wsusim's, and hardly a file of the student's own."""
    package = name.partition(".")[0]
    return package not in _ALSO_OWN and module_advice(name) is not None


def runs_as_it_is(system: str) -> str:
    """Return how programs of another system (of ``SYSTEMS``) run here; empty: they don't."""
    return _RUNS_AS_IT_IS.get(system, "")


def module_advice(name: str) -> str | None:
    """Return advice about a missing module that we know; ``None``: we don't know it."""
    package = name.partition(".")[0]
    if package in _OF_PYTHON_2:
        return f"{package!r} was a module of Python 2; Python 3 has {_OF_PYTHON_2[package]}."
    if package == "gym":
        return f"'gym' is not installed here. {_LEARNING}"
    if as_it_is := runs_as_it_is(SYSTEMS.get(package, "")):
        return (
            f"{package!r} belongs to {SYSTEMS[package]}. {as_it_is} As a controller of wsusim: "
            f"{_OUR_WAY} (manual/how-to/write-a-controller.md). If it is a file of your own, put "
            f"{package}.py into the controller's folder."
        )
    if package in SYSTEMS:
        return (
            f"{package!r} belongs to {SYSTEMS[package]}, which is not here. wsusim's own way: "
            f"{_OUR_WAY} (manual/how-to/write-a-controller.md). If it is a file of your own, put "
            f"{package}.py into the controller's folder."
        )
    if package in _IMPORTS:
        return f"There is no module called {package!r}. Write: {_IMPORTS[package]}"
    if package.lower() in OURS:
        return f"There is no module called {package!r}. In wsusim, {_OUR_WAY}."
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
