from __future__ import annotations

import pytest

from tests.unit.emulator.fakes import FakeBody
from wsusim.emulator.body import SimulatedBody
from wsusim.emulator.firmware import POSITION_PID, SPEED_PID, Firmware
from wsusim.engine.simulation import Simulation
from wsusim.model.commands import (
    SendRadio,
    SetArm,
    SetCounters,
    SetGrip,
    SetLed,
    SetProfile,
    SetPwm,
    SetSpeeds,
    SetTargets,
)
from wsusim.model.geometry import Pose
from wsusim.model.readings import Quantity
from wsusim.model.world import Arena, RobotStart, World
from wsusim.protocol.command_table import TOOLS


@pytest.fixture
def body():
    """Return a robot that remembers its orders."""
    return FakeBody()


@pytest.fixture
def firmware(body):
    """Return a Khepera I just switched on."""
    return Firmware(body)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (b"B", b"b,5.02,5.01"),
        (b"E", b"e,5,-5"),
        (b"H", b"h,1000,-1000"),
        (b"I,0", b"i,0"),
        (b"I,1", b"i,1"),
        (b"I,2", b"i,500"),
        (b"I,6", b"i,240"),
        (b"K", b"k,1,1,0,0,0,-3"),
        (b"N", b"n,1,2,3,4,5,6,7,1023"),
        (b"O", b"o,500,450,400,350,300,250,200,50"),
        (b"R,5", b"r,0"),
        (b"T,1,B", b"t,1,b,1,0"),
        (b"T,1,F", b"t,1,f,127"),
        (b"T,1,G", b"t,1,g,120"),
        (b"T,1,H,0", b"t,1,h,1"),
        (b"T,1,H,1", b"t,1,h,249"),
        (b"T,1,J", b"t,1,j,0"),
        (b"T,2,B", b"t,2,b,1,0"),
        (b"T,2,L", b"t,2,l,2,188"),
        (b"T,2,O", b"t,2,o,64"),
        (b"T,2,P", b"t,2,p,1"),
        (b"T,2,Q,1", b"t,2,q,64,65,66,67,68,69,70,71"),
        (b"T,99,B", b"t,99,b,1,0"),
        (b"T,99,S", b"t,99,s,100,250,90,223,-1,-1,-1"),
        (b"T,2,Q,57", b"t,2,q,120,121,122,123,124,125,126,127"),
    ],
)
def test_readings_are_answered(firmware, line, answer):
    """Every reading has its one line of answer."""
    assert firmware.answer(line) == (answer,)


@pytest.mark.parametrize(
    ("line", "answer", "order"),
    [
        (b"C,1000,-1000", b"c", SetTargets(1000, -1000)),
        (b"D,5,-5", b"d", SetSpeeds(5, -5)),
        (b"G,1,2", b"g", SetCounters(1, 2)),
        (b"J,10,20,30,40", b"j", SetProfile(10, 20, 30, 40)),
        (b"L,0,2", b"l", SetLed(0, 2)),
        (b"P,255,-255", b"p", SetPwm(255, -255)),
        (b"T,1,D,1", b"t,1,d", SetGrip(True)),
        (b"T,1,E,249", b"t,1,e", SetArm(249)),
    ],
)
def test_orders_reach_the_robot_and_are_answered(firmware, body, line, answer, order):
    """Every order is handed on, and its answer is its letter."""
    assert firmware.answer(line) == (answer,)
    assert body.orders == [order]


@pytest.mark.parametrize(("resistivity", "said"), [(255, b"t,1,f,0"), (40, b"t,1,f,215")])
def test_empty_jaws_conduct_nothing(firmware, body, resistivity, said):
    """Programs for real grippers take more than 20 for something that conducts."""
    body.values[Quantity.RESISTIVITY] = (resistivity,)

    assert firmware.answer(b"T,1,F") == (said,)


@pytest.mark.parametrize(("letter", "count"), [("M", 32), ("N", 64), ("S", 32), ("T", 16)])
def test_the_camera_sends_its_pixels(firmware, letter, count):
    """The ways to read the image differ in the number of pixels."""
    (line,) = firmware.answer(f"T,2,{letter}".encode())

    assert len(line.split(b",")) == 3 + count


def test_a_position_error_wraps_to_32_bits(firmware, body):
    """From a counter near 2^31 to a target below zero: the robot reckons with 32 bits."""
    body.values[Quantity.MOTION] = (0, 1, -(2**31) - 5, 0, 1, 7)

    assert firmware.answer(b"K") == (b"k,0,1,2147483643,0,1,7",)


def test_the_camera_reads_sixteen_pixels_from_a_first_one(firmware):
    """T,2,R,49 are the last sixteen pixels."""
    (line,) = firmware.answer(b"T,2,R,49")

    assert line == b"t,2,r," + b",".join(str(pixel).encode() for pixel in range(112, 128))


def test_the_cameras_period_is_set_by_its_code(firmware, body):
    """T,2,U,5 means an image each 500 ms; after a reset it is automatic, 200 ms."""
    assert body.camera_period_ms == 200

    assert firmware.answer(b"T,2,U,5") == (b"t,2,u",)

    assert body.camera_period_ms == 500


def test_bytes_on_the_bus_are_kept_data_first(firmware):
    """W has the data first and the address second; R finds it there."""
    assert firmware.answer(b"W,77,5") == (b"w",)

    assert firmware.answer(b"R,5") == (b"r,77",)
    assert firmware.answer(b"R,6") == (b"r,0",)


def test_controller_settings_are_kept(firmware):
    """A and F set the two controllers' gains."""
    assert (firmware.speed_pid, firmware.position_pid) == (SPEED_PID, POSITION_PID)

    assert firmware.answer(b"A,1,2,3") == (b"a",)
    assert firmware.answer(b"F,4,5,6") == (b"f",)

    assert (firmware.speed_pid, firmware.position_pid) == ((1, 2, 3), (4, 5, 6))


def test_restart_resets_and_answers_with_the_banner(firmware, body):
    """After restart all settings are those of a robot just switched on, and it says so."""
    firmware.answer(b"A,1,2,3")
    firmware.answer(b"W,77,5")
    firmware.answer(b"T,2,U,5")
    firmware.answer(b"serial 38400")

    assert firmware.answer(b"restart") == firmware.banner

    assert body.orders == [
        SetSpeeds(0, 0),
        SetCounters(0, 0),
        SetProfile(),
        SetLed(0, 0),
        SetLed(1, 0),
    ]
    assert firmware.speed_pid == SPEED_PID
    assert firmware.baud == 9600
    assert body.camera_period_ms == 200
    assert firmware.answer(b"R,5") == (b"r,0",)


@pytest.mark.parametrize(
    ("line", "answer", "baud"),
    [
        (b"serial 19200", b"Serial line: 19200 baud", 19200),
        (b"serial 57600", b"z,Protocol error", 9600),
        (b"serial", b"z,Protocol error", 9600),
        (b"serial fast", b"z,Protocol error", 9600),
    ],
)
def test_serial_changes_the_speed_of_the_line(firmware, line, answer, baud):
    """The Khepera I knows three speeds; others are refused."""
    assert firmware.answer(line) == (answer,)
    assert firmware.baud == baud


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_every_tool_answers_with_text(body, tool):
    """Each word of the table has an answer of one line or more."""
    lines = Firmware(body, "khepera2").answer(tool.name.encode())

    assert lines
    assert b"Command not found" not in lines


def test_net_lists_the_turrets(firmware):
    """The turrets are shown with their numbers."""
    assert firmware.answer(b"net") == (
        b"Turrets:",
        b"  1  gripper",
        b"  2  K213 linear camera",
        b"  4  radio",
        b" 99  KiKS's battle turret",
    )


def test_a_message_that_came_by_radio_is_handed_out_once(firmware):
    """T,4,R gives sender, length and 16 bytes; after that there is nothing, and T,4,F says so."""
    assert firmware.answer(b"T,4,F") == (b"t,4,f,3",)
    assert firmware.answer(b"T,4,R") == (b"t,4,r,2,2,104,105" + 14 * b",0",)
    assert firmware.answer(b"T,4,R") == (b"t,4,r" + 18 * b",0",)
    assert firmware.answer(b"T,4,F") == (b"t,4,f,1",)


def test_a_message_is_sent_with_its_length(firmware, body):
    """T,4,S takes receiver, length and 16 bytes; those beyond the length are left out."""
    assert firmware.answer(b"T,4,S,0,2,104,105" + 14 * b",0") == (b"t,4,s",)
    assert body.orders[-1] == SendRadio(0, (104, 105))


def test_a_message_without_all_its_bytes_is_refused(firmware):
    """The turret wants 16 bytes, whatever the length says."""
    assert firmware.answer(b"T,4,S,0,2,104,105") == (b"z,Protocol error",)


def test_floor_sensors_are_at_the_first_free_inputs(firmware, body):
    """I,3 and I,4, in a maze with a picture on its floor."""
    assert firmware.answer(b"I,3") == (b"i,0",)
    body.sees_floor = True
    assert firmware.answer(b"I,3") == (b"i,60",)
    assert firmware.answer(b"I,4") == (b"i,990",)
    assert firmware.answer(b"I,5") == (b"i,0",)


def test_help_explains_a_letter(firmware):
    """Who types ``help d`` reads what D does, what to send and what comes back."""
    assert firmware.answer(b"help d") == (
        b"D         set the wheel speeds",
        b"          send D,left,right",
        b"          answer d",
    )


def test_help_explains_one_word(firmware):
    """Help with a word explains that word only."""
    assert firmware.answer(b"help net") == (b"net       list the turrets with their numbers",)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (b"hello", b"Command not found"),
        (b"D,1", b"z,Protocol error"),
        (b"T,9,B", b"z,Turret order not supported"),
        (b"\xff\xfe", b"Command not found"),
    ],
)
def test_refusals_have_the_words_of_the_table(firmware, body, line, answer):
    """A line that can't be obeyed changes nothing."""
    assert firmware.answer(line) == (answer,)
    assert body.orders == []


def test_the_khepera_2_tells_its_version(body):
    """B tells the two kinds apart."""
    assert Firmware(body, "khepera2").answer(b"B") == (b"b,6.01,6.01",)


def test_a_robot_without_a_protocol_speaks_a_khepera_s_lines_with_its_own_counts():
    """A Thymio answers seven readings and takes speeds to 500; a Khepera's versions."""
    start = RobotStart(1, Pose(500.0, 500.0), "thymio")
    simulation = Simulation(World("hall", Arena.rectangle(1000.0, 1000.0), robots=(start,)))
    thymio = Firmware(SimulatedBody(simulation, 0), "thymio")

    answers = [thymio.answer(line) for line in (b"B", b"N", b"D,500,-900")]
    simulation.advance(100)

    assert answers == [(b"b,5.02,5.01",), (b"n,0,0,0,0,0,0,0",), (b"d",)]
    assert simulation.state.robots[0].left.order == 500 * 0.0332
    assert simulation.state.robots[0].right.order == -500 * 0.0332
    assert abs(int(thymio.answer(b"E")[0].split(b",")[1]) - 500) < 100
