"""``self.radio`` as a student meets it."""

from __future__ import annotations

import pytest

from wsusim.backends.contract import RobotInfo
from wsusim.backends.fake import FakeBackend
from wsusim.control.robot import Robot
from wsusim.errors import MisuseType, MisuseValue
from wsusim.model.commands import SendRadio
from wsusim.model.radio import Heard, to_values


def radio_that_hears(*scripts):
    """Return a radio, its robot's backend, and what it has heard after each second."""
    fake = FakeBackend({float(s): {"radio": values} for s, values in enumerate(scripts)})
    robot = Robot(fake)
    return robot, robot.radio


def test_a_text_is_sent_to_all():
    """Unless it is told to whom."""
    fake = FakeBackend()
    radio = Robot(fake).radio

    radio.send("hi")
    radio.send("hi", to=2)

    assert [sent.command for sent in fake.commands] == [
        SendRadio(0, (104, 105)),
        SendRadio(2, (104, 105)),
    ]


def test_messages_come_one_by_one_the_oldest_first():
    """After the last one there is none."""
    _, radio = radio_that_hears(to_values(2, [Heard(2, b"one"), Heard(3, b"two")]))

    first, second = radio.receive(), radio.receive()

    assert (first, first.sender) == ("one", 2)
    assert (second, second.sender) == ("two", 3)
    assert radio.receive() is None


def test_only_new_messages_are_handed_out():
    """What was read before does not come again."""
    one = [Heard(2, b"one")]
    robot, radio = radio_that_hears(to_values(1, one), to_values(2, [*one, Heard(2, b"two")]))

    assert radio.receive() == "one"
    assert radio.receive() is None
    robot.sleep(1.0)
    assert radio.receive() == "two"


def test_who_asks_too_late_has_lost_some():
    """The last eight are there."""
    heard = [Heard(2, bytes([65 + number])) for number in range(8)]
    _, radio = radio_that_hears(to_values(20, heard))

    assert [radio.receive() for _ in range(9)] == [*"ABCDEFGH", None]


@pytest.mark.parametrize(
    ("text", "to", "error", "words"),
    [
        (
            "a text that is long",
            None,
            MisuseValue,
            "takes 19 bytes, but .* at most 16",
        ),
        ("ääääääääö", None, MisuseValue, "takes 18 bytes"),
        (5, None, MisuseType, r"radio.send\(str"),
        ("hi", 0, MisuseValue, "1 to 1000"),
        ("hi", "all", MisuseType, "takes a number"),
    ],
)
def test_what_cant_be_sent_is_explained(text, to, error, words):
    """What was given, what is possible, what to do."""
    with pytest.raises(error, match=words):
        Robot(FakeBackend()).radio.send(text, to)


def test_sixteen_bytes_are_enough_room_for_sixteen_letters():
    """The limit itself is allowed."""
    fake = FakeBackend()

    Robot(fake).radio.send("0123456789abcdef")

    assert len(fake.commands[0].command.data) == 16


@pytest.mark.parametrize(
    ("robots", "to", "told"),
    [
        (2, 9, "`to` is 9, but there are 2 in this maze"),
        (1, 2, "`to` is 2, but this robot is alone in this maze"),
        (3, 1, "`to` is 1, but that is this robot itself"),
    ],
)
def test_a_message_without_a_possible_receiver_is_refused(robots, to, told):
    """Instead of being lost without a word."""
    radio = Robot(FakeBackend(), RobotInfo(0, "khepera1", "fake", robots=robots)).radio

    with pytest.raises(MisuseValue, match=told):
        radio.send("hello", to=to)


def test_any_number_will_do_if_the_number_of_robots_is_unknown():
    """A real robot doesn't count the others."""
    fake = FakeBackend()

    Robot(fake, RobotInfo(0, "khepera1", "serial")).radio.send("hello", to=9)

    assert fake.commands[-1].command.to == 9
