"""``octave``: drive a Khepera from Octave or Matlab."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from pathlib import Path

import click

from wsusim.cli.output import show
from wsusim.cli.renamed import renamed
from wsusim.errors import BadInput
from wsusim.formats.atomic import draft_of, make_folder, new_folder
from wsusim.shipped import shipped_folder


@click.command()
@click.option(
    "--install",
    "folder",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Copy the functions into this folder.",
)
@renamed(
    "--overwrite", old="--force", is_flag=True, help="Replace files in that folder that differ."
)
def octave(folder: Path | None, *, overwrite: bool) -> None:
    """Show where the functions kopen, ksend, kSetSpeed ... are, or copy them into a folder.

    They drive a real Khepera, or a simulated one of "python main.py emulate", from Octave or
    Matlab, under the names that kMatlab and KiKS gave them.

    \b
    Example:
      python main.py octave --install khepera
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    source = shipped_folder("templates") / "octave"
    if folder is None:
        folder = source
    else:
        count = install(source, folder, overwrite=overwrite)
        show(f"{count} files copied to {folder}.")
    show("In Octave or Matlab:")
    show(f"  addpath('{folder.resolve().as_posix()}')")
    show("  ref = kopen([-1, 9600, 1]);")
    show("-1 is the simulated robot of: python main.py emulate --link /tmp/khepera")
    show("(under Windows: python main.py emulate --tcp 5331). 0 is the first serial port.")


def install(source: Path, folder: Path, *, overwrite: bool) -> int:
    """Copy the files of ``source`` into a folder and return how many there are.

    Raises:
        BadInput: The folder is a file, or holds another file under one of the names; then nothing
            is copied.
    """
    files = [file.relative_to(source) for file in sorted(source.rglob("*.m"))]
    places = sorted({(folder / file).parent for file in files})
    for file in files:
        there = folder / file
        is_other = there.exists() and there.read_bytes() != (source / file).read_bytes()
        if is_other and not overwrite:
            raise BadInput(
                f"{there} is there already and differs from the one that comes with wsusim. "
                "Choose another folder, or add --overwrite to replace it."
            )
    with ExitStack() as made:
        for place in (folder, *places):
            try:
                made.enter_context(new_folder(place))
            except OSError:
                make_folder(place)  # which says why there can be none
        for file in files:
            if not (folder / file).exists():
                made.push(partial(_take_back, folder / file))
            try:
                with draft_of(folder / file) as draft:  # a link there leads to another's file
                    draft.write_bytes((source / file).read_bytes())
            except OSError as error:
                raise BadInput(
                    f"{folder / file} can't be written ({error.strerror or error}). Choose "
                    "another folder, or make room there."
                ) from None
    return len(files)


def _take_back(file: Path, failure: type[BaseException] | None, *_: object) -> None:
    """Remove a new file if a later one could not be written."""
    if failure is not None:
        file.unlink(missing_ok=True)
