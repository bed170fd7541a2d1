"""Exchanges a second, and the age of a reading, with emulated robots in real time."""

from __future__ import annotations

import statistics
from time import perf_counter

from tests.end_to_end.emulator_bench import running
from wsusim.backends.serial_line.backend import SerialBackend
from wsusim.backends.serial_line.conversation import Language
from wsusim.backends.serial_line.epuck import EPUCK, EpuckConversation
from wsusim.backends.serial_line.epuck_wifi import EPUCK_WIFI
from wsusim.backends.serial_line.khepera import KHEPERA
from wsusim.backends.serial_line.port import open_port
from wsusim.backends.serial_line.robot_address import SerialAddress
from wsusim.backends.serial_line.thymio import THYMIO
from wsusim.emulator.emulation import EmulationRequest
from wsusim.model.readings import Quantity

SECONDS = 2.0
TURNS = 3

WAYS: dict[str, tuple[Language, EmulationRequest, bool]] = {
    "Khepera, 9600 baud": (KHEPERA, EmulationRequest(baud=9600), True),
    "Khepera, 38400": (KHEPERA, EmulationRequest(baud=38400), True),
    "e-puck, lines": (EPUCK, EmulationRequest(kind="epuck"), False),
    "e-puck, binary": (EPUCK, EmulationRequest(kind="epuck"), True),
    "e-puck2, Wi-Fi": (EPUCK_WIFI, EmulationRequest(kind="epuck2", tcp="0"), True),
    "Thymio, port": (THYMIO, EmulationRequest(kind="thymio"), True),
    "Thymio, network": (THYMIO, EmulationRequest(kind="thymio", tcp="0"), True),
}


def measure(language: Language, request: EmulationRequest, quick: bool) -> tuple[float, float]:
    """Return proximity readings a second, and the median age of one when it is there, in ms."""
    with running(request) as (emulation, _):
        port = emulation.ports[0]
        address = SerialAddress(port.address, port.baud, scheme=language.scheme)
        backend = SerialBackend(
            lambda: open_port(address), port.address, port.baud, language=language
        )
        backend.connect()
        if not quick and isinstance(backend._conversation, EpuckConversation):
            backend._conversation._is_binary = False
        conversation = backend._conversation
        assert conversation is not None
        ages_ms, begun_s = [], perf_counter()
        while perf_counter() - begun_s < SECONDS:
            asked_s = perf_counter()
            conversation.ask(Quantity.PROXIMITY, backend._clock.now_s() + 1.0)
            ages_ms.append((perf_counter() - asked_s) * 1000.0)
        backend.close()
    return len(ages_ms) / SECONDS, statistics.median(ages_ms)


def main() -> None:
    """Print the medians of some turns, each way once a turn."""
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in WAYS}
    for _ in range(TURNS):
        for name, way in WAYS.items():
            found[name].append(measure(*way))
    slowest = statistics.median(rate for rate, _ in found["e-puck, lines"])
    print(f"{'way':18} {'readings/s':>10} {'ratio':>6} {'age, ms':>8}")
    for name, figures in found.items():
        rate = statistics.median(figure[0] for figure in figures)
        age_ms = statistics.median(figure[1] for figure in figures)
        print(f"{name:18} {rate:10.0f} {rate / slowest:6.1f} {age_ms:8.2f}")


if __name__ == "__main__":
    main()
