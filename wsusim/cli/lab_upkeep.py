"""``lab``: stop all robots, and save a lab or make one of what was saved."""

from __future__ import annotations

from pathlib import Path

import click

from wsusim.cli.options import FILE, FOLDER
from wsusim.cli.output import show


@click.command(short_help="Stop all robots of a lab, now.")
@click.argument("folder", type=FOLDER)
@click.option("--go-on", is_flag=True, help="Let them drive again.")
def halt(folder: Path, go_on: bool) -> int:
    """Stop all robots of the lab of FOLDER, and let none drive until they are released.

    It works at the terminal of the lab's computer, also when the lab's server is stuck, drowned in
    requests or out of disk.

    Exit code: 0 all robots stand, 1 the queue could not be held, 2 there is no such lab.

    \b
    Examples:
      python main.py lab halt my_lab
      python main.py lab halt --go-on my_lab
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.lab import halting

    if go_on:
        halting.go_on(folder)
        show("Robots may drive again.")
        return 0
    halted = halting.halt(folder)
    count = halted.ended + halted.killed
    show(
        "No robot was driving."
        if not count
        else f"{count} robot{'' if count == 1 else 's'} stopped."
    )
    if halted.killed:
        show(
            f"{halted.killed} of the processes did not listen and had to be killed; what watches "
            "over a real robot stops it within seconds. Look at the robots."
        )
    if not halted.is_held:
        show(
            f"The lab's server may start the next program: {folder} can't be written. Stop the "
            "server, too."
        )
        return 1
    show(f"No robot drives until you say so, on the page or here: lab halt --go-on {folder}")
    return 0


@click.command(short_help="Save a whole lab as one file.")
@click.argument("folder", type=FOLDER)
@click.argument("file", type=FILE, metavar="FILE.tar.gz")
@click.option("--overwrite", is_flag=True, help="Replace an existing file.")
def backup(folder: Path, file: Path, overwrite: bool) -> int:
    """Save the lab of FOLDER as FILE.tar.gz: people, programs, hand-ins, recordings, mazes.

    The lab may be at work meanwhile. Keep the file as private as the lab's folder.

    \b
    Example:
      python main.py lab backup my_lab my_lab.tar.gz
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.lab.backup import back_up

    saved = back_up(folder, file, overwrite=overwrite)
    show(f"Saved {saved.file} ({saved.size_mb:.1f} MB) with {saved.recordings} recordings.")
    return 0


@click.command(short_help="Make a lab of a saved one.")
@click.argument("file", type=FILE, metavar="FILE.tar.gz")
@click.argument("folder", type=FOLDER)
def restore(file: Path, folder: Path) -> int:
    """Restore the lab that was saved as FILE.tar.gz in an empty or new FOLDER.

    \b
    Example:
      python main.py lab restore my_lab.tar.gz new_lab
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.lab import backup as saved
    from wsusim.lab.private_folder import make_private

    saved.restore(file, folder)
    make_private(folder)
    show(f"Restored. Everybody's tokens still work. Start it: lab serve {folder} ...")
    return 0
