from __future__ import annotations

import pytest

from wsusim.emulator.emulation import EmulationRequest, open_emulation
from wsusim.errors import BadInput


@pytest.mark.parametrize(
    ("request_made", "message"),
    [
        (EmulationRequest(robots=0), "at least 1 robot"),
        (EmulationRequest(speed=0.0), "--speed"),
        (EmulationRequest(rfc2217=True), "--tcp"),
        (EmulationRequest(kind="roomba"), "roomba"),
        (EmulationRequest(baud=115200), "9600, 19200, 38400"),
        (EmulationRequest(baud=57600, kind="khepera1"), "Khepera I works at"),
        (EmulationRequest(maze="nowhere"), "nowhere"),
        (EmulationRequest(tcp="here"), "Example"),
    ],
)
def test_what_cannot_be_had_is_told(request_made, message):
    """Each impossible request has its message with what to do instead."""
    with pytest.raises(BadInput, match=message):
        open_emulation(request_made)


@pytest.fixture
def opened():
    """Return a function that opens an emulation and closes it at the end."""
    emulations = []

    def open_one(**options):
        emulation = open_emulation(EmulationRequest(**options))
        emulations.append(emulation)
        return emulation

    yield open_one
    for emulation in emulations:
        emulation.emulator.close()


def test_a_khepera_2_works_at_115200_baud(opened):
    """The Khepera II knows two more speeds."""
    assert opened(kind="khepera2", baud=115200).ports[0].title == "Khepera II"


def test_links_of_several_robots_are_numbered(opened, tmp_path):
    """Robot 1 is at LINK1, robot 2 at LINK2."""
    ports = opened(robots=2, link=tmp_path / "khepera").ports

    assert [port.address for port in ports] == [str(tmp_path / f"khepera{n}") for n in (1, 2)]


def test_a_link_that_leads_to_another_port_is_not_taken_silently(opened, tmp_path):
    """Two emulators with the same link: the second one says where it led."""
    first = opened(link=tmp_path / "khepera")
    notices: list[str] = []

    for _, port in first.emulator._ports:
        port.show()
    second = open_emulation(EmulationRequest(link=tmp_path / "khepera"), notices.append)
    second.emulator.close()

    assert first.ports[0].address == second.ports[0].address
    assert [notice for notice in notices if "used to point to /dev/" in notice] == notices
    assert len(notices) == 1


def test_with_tcp_there_is_no_pseudo_terminal_unless_a_link_is_wanted(opened, tmp_path):
    """--tcp alone opens a network port; with --link both are there, for the same robot."""
    assert [port.address[:9] for port in opened(tcp="0").ports] == ["socket://"]

    ports = opened(tcp="0", rfc2217=True, link=tmp_path / "khepera").ports

    assert [port.robot for port in ports] == [0, 0]
    assert ports[0].address == str(tmp_path / "khepera")
    assert ports[1].address.startswith("rfc2217://127.0.0.1:")


def test_a_failed_start_leaves_no_port_behind(tmp_path):
    """When the second robot's link can't be made, the first one's is removed."""
    (tmp_path / "khepera2").write_text("mine")

    with pytest.raises(BadInput, match="there is a file"):
        open_emulation(EmulationRequest(robots=2, link=tmp_path / "khepera"))
    assert [path.name for path in tmp_path.iterdir()] == ["khepera2"]
