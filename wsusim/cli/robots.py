"""``robots``: list kinds of robots; check a robot file, or print an example."""

from __future__ import annotations

import json

import click

from wsusim.cli.output import show


@click.command()
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option("--show", "name", metavar="KIND", help="Print the file of a kind of robot.")
@click.option("--schema", is_flag=True, help="Print the JSON schema of robot files.")
def robots(files: tuple[str, ...], name: str | None, schema: bool) -> int:
    """List the kinds of robots that come with wsusim, or check robot files.

    \b
    Examples:
      python main.py robots
      python main.py robots --show epuck > my_robot.toml
      python main.py robots my_robot.toml
      python main.py run my_controller.py --robot my_robot.toml
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.formats.robot_file import load_robot
    from wsusim.formats.robot_file import schema as json_schema
    from wsusim.model.robot_kind import RobotKind
    from wsusim.robots import SHIPPED, robot_kind, shipped_text

    def tell(prefix: str, kind: RobotKind) -> None:
        motors = kind.motors
        show(
            f"{prefix}{kind.title}, {2.0 * kind.radius_mm:g} mm across, {len(kind.sensors)} "
            f"sensors, up to {motors.top_mm_s:.0f} mm/s (speeds up to {motors.max_speed}), "
            f"{'a gripper' if kind.gripper else 'no gripper'}"
        )

    if schema:
        show(json.dumps(json_schema(), indent=2))
    elif name is not None:
        show(shipped_text(robot_kind(name).name).rstrip("\n"))
    elif files:
        for file in files:
            kind = load_robot(file)
            tell(f"ok: {kind.name}: ", kind)
    else:
        for known in SHIPPED:
            tell(f"{known:10}", robot_kind(known))
    return 0
