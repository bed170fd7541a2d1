"""``lab serve``: the lab's server."""

from __future__ import annotations

import errno
import os
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from wsusim.cli.lab_folder import OF_A_LAB, require_lab
from wsusim.cli.options import FILE, PORT
from wsusim.cli.output import show, tell
from wsusim.cli.renamed import listen, renamed
from wsusim.errors import BadInput
from wsusim.interrupts import INTERRUPTS
from wsusim.slow_imports import slow_import

NO_TLS = (
    "Without TLS, anyone on the same network as your students can read their tokens and yours, "
    "and stop or drive the robots in your name. Give a certificate (--cert and --key), put a proxy "
    "in front (--behind-proxy), or, on a network where that doesn't matter, add --no-tls."
)


@click.command(short_help="Serve a lab.")
@OF_A_LAB
@click.option(
    "--robot",
    "robots",
    multiple=True,
    metavar="serial:PORT|emulated|simulated",
    help="A robot of the lab; repeat it for several. Default: simulated.",
)
@click.option(
    "--maze",
    "stands_in",
    metavar="MAZE",
    multiple=True,
    default=("rooms",),
    help="The maze the robots are in.",
)
@renamed(
    "--also-maze",
    "mazes",
    old="--course",
    multiple=True,
    metavar="MAZE",
    help="Another maze, for simulations only.",
)
@click.option(
    "--profile",
    metavar="FILE|NAME",
    help="The robot's measured profile (see calibrate). Default: none.",
)
@renamed(
    "--time",
    "time_limit_s",
    old="--time-limit",
    metavar="S",
    default=120.0,
    help="Seconds that a run lasts at most.",
)
@click.option(
    "--hours", metavar="TEXT", help="When robots may drive: 'mon-fri 8:00-18:00'. Default: always."
)
@click.option(
    "--check-start/--no-check-start",
    default=None,
    help="After each run, wait until someone says that the robot is back. Default: real robots.",
)
@click.option(
    "--students-put-back",
    "can_students_put_back",
    is_flag=True,
    help="Also let the student whose program is next say that the robot is back.",
)
@click.option(
    "--homing",
    default="",
    show_default=False,
    metavar="CONTROLLER",
    help="Your own controller that drives a robot back to its start after each run.",
)
@click.option(
    "--camera",
    default="",
    show_default=False,
    metavar="URL|DEVICE",
    help="A camera that looks at the robots: an MJPEG stream (http://...), or /dev/video0.",
)
@click.option("--simulations", default=4, help="Simulations that run at the same time.")
@click.option(
    "--cluster",
    metavar="ADDRESS|local",
    help="Do simulations on a Dask cluster: its scheduler's address, or start one here.",
)
@click.option(
    "--kremote",
    type=PORT,
    metavar="PORT",
    help="Let clients of the old WSU lab drive, over TCP (they used 2600). They have no tokens.",
)
@listen("127.0.0.1:8600", "Where browsers reach the lab; 0.0.0.0:8600 lets other computers in.")
@click.option("--cert", type=FILE, metavar="FILE", help="TLS certificate; with --key.")
@click.option("--key", type=FILE, metavar="FILE", help="The certificate's private key.")
@click.option("--behind-proxy", is_flag=True, help="A proxy on this computer handles TLS.")
@click.option(
    "--no-tls",
    is_flag=True,
    help="Let other computers in without TLS: anyone on the network can read tokens.",
)
@click.option(
    "--trust-uploads",
    is_flag=True,
    help="Run programs without a sandbox, as if you had written them yourself.",
)
def serve(
    folder: Path,
    robots: tuple[str, ...],
    stands_in: tuple[str, ...],
    hours: str | None,
    check_start: bool | None,
    cluster: str | None,
    kremote: int | None,
    listen: tuple[str, int],
    cert: Path | None,
    key: Path | None,
    behind_proxy: bool,
    no_tls: bool,
    trust_uploads: bool,
    store: str | None,
    **setting: Any,
) -> int:
    """Serve a lab from FOLDER, which keeps people, programs and recordings.

    The first time, an invitation for a teacher is printed. Programs run in a sandbox; without one
    the lab only listens to this computer, unless you trust everyone who sends programs.

    \b
    Examples:
      python main.py lab serve my_lab --robot emulated --maze rooms
      python main.py lab serve my_lab --listen 0.0.0.0:8600 --cert lab.crt --key lab.key
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    require_lab()
    for library in ("wsusim.lab.web.serving", "alembic.command"):
        slow_import(library)  # a second and more
    from wsusim.backends.serial_line.robot_address import is_serial_address
    from wsusim.jobs.cluster import ClusterWorkers
    from wsusim.lab.act_log import kept_in
    from wsusim.lab.alone import folder_alone, store_alone
    from wsusim.lab.cluster_work import Cluster
    from wsusim.lab.disk import Disk
    from wsusim.lab.homing import tried
    from wsusim.lab.kremote import RemoteDoor
    from wsusim.lab.lab import Lab
    from wsusim.lab.lab_plan import Plan
    from wsusim.lab.opening_hours import ALWAYS_OPEN, parse_hours
    from wsusim.lab.private_folder import make_private, refuse_if_shown
    from wsusim.lab.school_accounts import SchoolAccounts, SchoolSettings
    from wsusim.lab.store import Store
    from wsusim.lab.web.serving import Certificate, Server
    from wsusim.live.watch_address import Place

    if (cert is None) != (key is None):
        raise BadInput("TLS needs both: --cert FILE --key FILE.")
    if len(stands_in) > 1:
        raise BadInput(
            "--maze is there twice, but all robots of a lab stand in the one in which programs are "
            "tried. For another maze, serve another lab (folder and port); --also-maze MAZE adds "
            "mazes for simulations."
        )
    at_school = SchoolSettings.of(os.environ)
    school = None if at_school is None else SchoolAccounts(at_school)
    host, port = listen
    place = Place(host, port)
    if not (place.is_loopback or cert or behind_proxy or no_tls):
        raise BadInput(NO_TLS)
    names = robots or ("simulated",)
    is_moved_back = bool(setting["homing"]) or any(map(is_serial_address, names))
    plan = Plan(
        folder,
        names,
        stands_in[0],
        hours=ALWAYS_OPEN if hours is None else parse_hours(hours),
        is_start_checked=is_moved_back if check_start is None else check_start,
        is_sandboxed=not trust_uploads,
        **setting,
    )
    if not trust_uploads:
        refuse_if_shown(_secret_places(folder, cert, key, store))
    tell(_words_about_sandbox(trust_uploads, is_alone=place.is_loopback and not behind_proxy))
    _require_devices(names, plan.camera)
    if plan.homing and (note := tried(plan)):
        tell(f"note: {note}")
    with INTERRUPTS.held_back(), ExitStack() as stack:
        stack.enter_context(folder_alone(folder))
        if mended := make_private(folder):
            tell(f"note: {mended}")
        stack.enter_context(kept_in(folder))
        if (disk := Disk.of(folder)).state != "ok":
            tell(f"warning: there is little room: {disk.text}.")
        far = None
        if cluster is not None:
            far = Cluster(ClusterWorkers(cluster, plan.simulations), is_sandboxed=not trust_uploads)
            stack.enter_context(far)
        rows = Store.in_folder(folder) if store is None else Store(store)
        stack.enter_context(store_alone(rows))
        INTERRUPTS.look()
        served = Lab(plan, rows, cluster=far)
        stack.callback(served.close)
        certificate = None if cert is None or key is None else Certificate(cert, key)
        server = Server(served, place, certificate, is_behind_proxy=behind_proxy, school=school)
        door = None if kremote is None else RemoteDoor(served.guests, host, kremote)
        if door is not None:
            stack.callback(door.close)
        INTERRUPTS.look()
        show(f"The lab is at {server.address}")
        if not any(person.is_teacher for person in served.people.all()):
            first = served.people.invite(["Teacher"], time.time(), is_teacher=True)[0]
            show(f"To sign in as its teacher, open {server.address}#token={first.token}")
        served.open()
        if door is not None:
            show(f"Old clients connect to port {door.port}. Anyone who can reach it may drive.")
        stack.callback(tell, "Stopping all robots ...")
        with INTERRUPTS.calls(server.stop):  # how one ends it
            server.run()
        INTERRUPTS.answer()
    show("Stopped. All robots stand.")
    return 0


def _words_about_sandbox(trust_uploads: bool, *, is_alone: bool) -> str:
    """Return the message about the sandbox; ``is_alone``: no other computer can connect.

    Raises:
        BadInput: There is none, and no option allows running without.
    """
    from wsusim.hosting.sandbox import lock_here, trouble, trouble_with

    if trust_uploads:
        return "Programs run WITHOUT a sandbox: each can do what you can do on this computer."
    if not (reason := trouble()):
        said = "Programs run in a sandbox: no network, no files, no other programs."
        if lock_here() == "landlock":
            said += (
                f" {trouble_with('bubblewrap')} Until then Landlock locks programs in: they can't "
                "write files of their own, and see that other programs and files exist."
            )
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            said += " Don't run the lab as root: it is safer as a user of its own."
        return said
    if is_alone:
        raise BadInput(f"{reason} To try the lab with your own programs, add --trust-uploads.")
    raise BadInput(
        f"{reason} Without a sandbox the lab won't let other computers in. Install it, or add "
        "--trust-uploads if you trust everybody who sends programs."
    )


def _secret_places(
    folder: Path, cert: Path | None, key: Path | None, store: str | None
) -> list[tuple[str, Path]]:
    """Return the places that students' programs must not see, with their names."""
    found = [("The lab's folder", folder)]
    found += [("The file for --cert", cert)] if cert is not None else []
    found += [("The file for --key", key)] if key is not None else []
    if store is not None and store.startswith("sqlite:///"):
        found.append(("The database", Path(store.removeprefix("sqlite:///"))))
    return found


def _require_devices(robots: tuple[str, ...], camera: str) -> None:
    """Raise ``BadInput`` if a port or a camera of this computer is missing."""
    from wsusim.backends.serial_line.port import explain_open
    from wsusim.backends.serial_line.robot_address import is_serial_address, parse_address
    from wsusim.lab.camera.camera_address import parse_camera

    for port in (parse_address(robot).port for robot in robots if is_serial_address(robot)):
        if port.startswith("/") and not Path(port).exists():
            raise BadInput(explain_open(port, FileNotFoundError(errno.ENOENT, "")))
    if camera and parse_camera(camera).is_device and not Path(parse_camera(camera).place).exists():
        raise BadInput(
            f"There is no camera {parse_camera(camera).place}. Is it plugged in? Linux lists "
            "cameras with: ls /dev/video*"
        )
