"""Choosing a robot: what there is, what address it gives, and what is said when it has a flaw."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from wsusim.backends.serial_line.robot_address import SerialAddress
from wsusim.backends.serial_line.search import FoundPort, ListedPort
from wsusim.gui.features.robots.robot_selector import RobotSelector, Way


@pytest.fixture
def device(tmp_path: Path) -> str:
    """Return the path of something that stands for a port."""
    file = tmp_path / "ttyUSB0"
    file.touch()
    return str(file)


def make_selector(qtbot: QtBot, *ports: ListedPort, may_use: bool = True) -> RobotSelector:
    """Return a selector on a computer with these ports."""
    selector = RobotSelector(list_them=lambda: list(ports), may_use_port=lambda _device: may_use)
    qtbot.addWidget(selector)
    selector.show()
    return selector


def test_the_simulated_robot_is_the_usual_one(qtbot: QtBot) -> None:
    """Nothing else is asked for then."""
    selector = make_selector(qtbot)

    assert not selector.is_real
    assert not selector.ports.isVisible()
    assert not selector.network.isVisible()
    assert not selector.baud.isVisible()


def test_ports_are_listed_with_their_descriptions(qtbot: QtBot, device: str) -> None:
    """The first one is chosen; searching them all is the last choice."""
    selector = make_selector(qtbot, ListedPort(device, "FT232R USB UART"), ListedPort("/x", "n/a"))
    selector.choose(Way.SERIAL)

    assert [selector.ports.itemText(i) for i in range(selector.ports.count())] == [
        f"{device}  FT232R USB UART",
        "/x",
        "Any port: search for a Khepera",
    ]
    assert selector.address == f"serial:{device}?baud=9600"
    assert not selector.trouble.isVisible()


def test_a_port_that_was_plugged_in_later_is_listed(qtbot: QtBot, device: str) -> None:
    """Whenever the list opens; what was chosen stays."""
    ports = [ListedPort(device, "")]
    selector = RobotSelector(list_them=lambda: ports)
    qtbot.addWidget(selector)
    selector.choose(Way.SERIAL)
    ports.insert(0, ListedPort("/dev/earlier", ""))
    selector.ports.refresh()

    assert selector.ports.itemText(0) == "/dev/earlier"
    assert selector.ports.port == device


def chosen_again(qtbot: QtBot, folder: Path, *ports: ListedPort) -> RobotSelector:
    """Return the selector of the next session, in which a serial port is chosen."""
    selector = make_selector(qtbot, *ports)
    selector.remember_in(folder)
    selector.choose(Way.SERIAL)
    return selector


@pytest.mark.parametrize("port", ["listed", "written", "auto"])
def test_the_last_port_is_remembered(qtbot: QtBot, tmp_path: Path, device: str, port: str) -> None:
    """One of the list, one that was written, or any."""
    listed = [ListedPort("/dev/ttyS0", "on board"), ListedPort(device, "FT232R")]
    written = tmp_path / "khepera"
    written.touch()
    text = {"listed": device, "written": str(written), "auto": "auto"}[port]
    first = chosen_again(qtbot, tmp_path, *listed)
    first.ports.setCurrentIndex(first.ports.findData(text))
    first.ports.setEditText(text)
    first.baud.setCurrentIndex(first.baud.findData(38400))

    again = chosen_again(qtbot, tmp_path, *listed)

    assert again.ports.port == text
    assert again.baud.currentData() == 38400


def test_a_port_that_is_not_there_any_more_is_not_proposed(
    qtbot: QtBot, tmp_path: Path, device: str
) -> None:
    """The first of the list is."""
    first = chosen_again(qtbot, tmp_path)
    first.ports.setEditText(str(tmp_path / "ttyUSB7"))

    assert chosen_again(qtbot, tmp_path, ListedPort(device, "")).ports.port == device


def test_the_last_address_is_remembered_but_not_that_a_real_robot_was_chosen(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """A session begins with the simulated robot."""
    first = chosen_again(qtbot, tmp_path)
    first.choose(Way.NETWORK)
    first.network.setText("127.0.0.1:5331")

    again = make_selector(qtbot)
    again.remember_in(tmp_path)

    assert again.network.text() == "127.0.0.1:5331"
    assert not again.is_real


def test_another_port_can_be_written(qtbot: QtBot, device: str) -> None:
    """An emulator's link is in no list."""
    selector = make_selector(qtbot)
    selector.choose(Way.SERIAL)
    selector.ports.setEditText(device)
    selector.baud.setCurrentIndex(selector.baud.findData(38400))

    assert selector.address == f"serial:{device}?baud=38400"


def test_any_port_is_searched_at_every_speed(qtbot: QtBot) -> None:
    """So no speed can be chosen."""
    selector = make_selector(qtbot)
    selector.choose(Way.SERIAL)

    assert selector.address == "serial:auto"
    assert not selector.baud.isEnabled()


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:5331", "serial:socket://127.0.0.1:5331?baud=9600"),
        (" rfc2217://lab:2217 ", "serial:rfc2217://lab:2217?baud=9600"),
    ],
)
def test_a_network_address(qtbot: QtBot, text: str, address: str) -> None:
    """Computer and port are enough; other protocols are written out."""
    selector = make_selector(qtbot)
    selector.choose(Way.NETWORK)
    selector.network.setText(text)

    assert selector.address == address
    assert not selector.trouble.isVisible()


def test_a_missing_address_is_asked_for(qtbot: QtBot) -> None:
    """With an example."""
    selector = make_selector(qtbot)
    selector.choose(Way.NETWORK)

    assert selector.trouble.isVisible()
    assert "127.0.0.1:5331" in selector.trouble.text()


def test_a_port_that_may_not_be_used_comes_with_the_remedy(qtbot: QtBot, device: str) -> None:
    """Before anybody has tried to run."""
    selector = make_selector(qtbot, ListedPort(device, ""), may_use=False)
    selector.choose(Way.SERIAL)

    assert f"You don't have permission to use {device}" in selector.trouble.text()
    assert "usermod -aG dialout" in selector.trouble.text()


def test_a_port_that_is_not_there(qtbot: QtBot, device: str) -> None:
    """Written wrongly, or unplugged."""
    selector = make_selector(qtbot)
    selector.choose(Way.SERIAL)
    selector.ports.setEditText(device + "9")

    assert "There is no port" in selector.trouble.text()


def test_the_trouble_goes_with_the_choice(qtbot: QtBot, device: str) -> None:
    """The simulated robot has none."""
    selector = make_selector(qtbot, ListedPort(device, ""), may_use=False)
    selector.choose(Way.SERIAL)
    selector.choose(Way.SIMULATED)

    assert not selector.trouble.isVisible()


def kinds(selector: RobotSelector) -> list[str]:
    """Return the kinds of robots that are offered."""
    return [selector.kind.itemText(row) for row in range(selector.kind.count())]


def test_the_kinds_of_robots_that_can_be_reached_are_offered(qtbot: QtBot, device: str) -> None:
    """Those on a port, and those in the network; the simulated one's kind is the maze's."""
    selector = make_selector(qtbot, ListedPort(device, ""))
    is_asked_before = selector.kind.isVisible()
    selector.choose(Way.SERIAL)
    on_ports = kinds(selector)
    selector.choose(Way.NETWORK)

    assert not is_asked_before
    assert on_ports == ["Khepera", "e-puck", "Thymio"]
    assert kinds(selector) == ["Khepera", "e-puck2", "Thymio"]


@pytest.mark.parametrize(
    ("way", "kind", "place", "address"),
    [
        (Way.SERIAL, "epuck", "", "epuck:{device}"),
        (Way.SERIAL, "thymio", "", "thymio:{device}"),
        (Way.NETWORK, "epuck2", "192.168.1.20", "epuck2:192.168.1.20"),
        (Way.NETWORK, "thymio", "127.0.0.1:33333", "thymio:127.0.0.1:33333"),
    ],
)
def test_an_address_for_each_kind(
    qtbot: QtBot, device: str, way: Way, kind: str, place: str, address: str
) -> None:
    """As the commands take it; only a Khepera's line has a speed to choose."""
    selector = make_selector(qtbot, ListedPort(device, ""))
    selector.choose(way)
    selector.kind.show_value(kind)
    selector.network.setText(place)

    assert selector.address == address.format(device=device)
    assert not selector.trouble.isVisible()
    assert not selector.baud.isVisible()


def test_an_address_that_makes_no_sense_is_refused_with_an_example(qtbot: QtBot) -> None:
    """Before anybody runs."""
    selector = make_selector(qtbot)
    selector.choose(Way.NETWORK)
    selector.kind.show_value("thymio")
    selector.network.setText("over there")

    assert "is not the address of a Thymio" in selector.trouble.text()
    assert selector.network.placeholderText() == "127.0.0.1:33333"


def test_what_answers_is_chosen(qtbot: QtBot, device: str) -> None:
    """With its kind, and in words."""
    selector = make_selector(qtbot, ListedPort("/dev/other", ""), ListedPort(device, ""))
    selector.choose(Way.SERIAL)
    silent = FoundPort(SerialAddress("/dev/other"), None)
    selector.show_found([silent, FoundPort(SerialAddress(device, scheme="thymio"), "thymio")])

    assert selector.address == f"thymio:{device}"
    assert selector.trouble.text() == f"Thymio answers on {device}."


def test_where_nothing_answers_it_is_said_what_to_look_at(qtbot: QtBot, device: str) -> None:
    """And why a port could not be asked; the choice stays."""
    selector = make_selector(qtbot, ListedPort(device, ""))
    selector.choose(Way.SERIAL)
    before = selector.address
    selector.show_found([FoundPort(SerialAddress(device), None, "Another program uses it.")])
    with_ports = selector.trouble.text()
    selector.show_found([])

    assert f"No robot answers on {device}." in with_ports
    assert with_ports.endswith("Another program uses it.")
    assert "no serial port" in selector.trouble.text()
    assert selector.address == before


def test_the_last_kind_is_remembered(qtbot: QtBot, tmp_path: Path, device: str) -> None:
    """A class has one kind of robots for years."""
    first = chosen_again(qtbot, tmp_path, ListedPort(device, ""))
    first.kind.show_value("epuck")

    assert chosen_again(qtbot, tmp_path, ListedPort(device, "")).scheme == "epuck"
