"""``ports``: list serial ports, and find out where a robot answers."""

from __future__ import annotations

import click

from wsusim.cli.output import show


@click.command()
@click.option("--ask", is_flag=True, help="Look for a Khepera, e-puck or Thymio on every port.")
def ports(*, ask: bool) -> int:
    """List this computer's serial ports; with --ask, find out where a robot answers.

    Exit code: 1 if there is no port or, with --ask, no robot.

    \b
    Examples:
      python main.py ports
      python main.py ports --ask
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.backends.serial_line.search import list_ports, search

    listed = list_ports()
    if not listed:
        show(
            "This computer has no serial port. Plug in the adapter. If you have no robot, try: "
            "python main.py emulate --link /tmp/khepera"
        )
        return 1
    if not ask:
        for port in listed:
            hint = f"  (--robot {port.robot}:{port.device})" if port.robot else ""
            show(f"{port.device}  {port.description}{hint}")
        return 0
    found = 0
    for result in search(port.device for port in listed):
        answer = (
            "no robot answers"
            if result.kind is None
            else f"{result.kind} at {result.address.baud} baud: --robot {result.address}"
        )
        show(f"{result.address.port}  {result.trouble or answer}")
        found += result.kind is not None
    return 0 if found else 1
