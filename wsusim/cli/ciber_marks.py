"""``ciber labs`` and ``ciber mark``: what can be played, and what agents wrote for it."""

from __future__ import annotations

from pathlib import Path

import click

from wsusim.cli.options import FOLDER, MadeFile, together
from wsusim.cli.renamed import renamed
from wsusim.errors import BadInput

CYCLES_HELP = (
    "Length of a match in cycles, the contest's unit: 20 are a second of its time. Default: as the "
    "rules say."
)
GRID = click.option(
    "--grid", metavar="FILE", help="Start positions, if they are not next to the labyrinth's file."
)
CHALLENGE = together(
    click.option(
        "--challenge",
        metavar="NAME",
        help="A challenge of the course or a classic, such as rmi-2122/C4; see ciber labs.",
    ),
    renamed(
        "--tools",
        "labs_folder",
        old="--from",
        type=FOLDER,
        metavar="FOLDER",
        help="A clone of the official tools: play in its labyrinths, not in ours of the same kind.",
    ),
)


@click.command(short_help="Mark a map or path that an agent wrote.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--scoring",
    type=click.Choice(["2", "3", "5", "6"]),
    help="2 map, 3 path; 5 and 6 the same on lines.",
)
@click.option("--lab", metavar="NAME|FILE", help="Built-in labyrinth, or a labyrinth's file.")
@GRID
@CHALLENGE
@renamed(
    "--position",
    "pos",
    old="--pos",
    default=1,
    metavar="N",
    help="The robot's start position, by its number in the grid.",
)
@click.option(
    "--map", "is_map", is_flag=True, help="FILE is a map, also where a path is asked for."
)
@click.option("--show-map", is_flag=True, help="Also print the map that would be right.")
@renamed(
    "--html",
    "picture",
    old="--picture",
    type=MadeFile(".html"),
    metavar="FILE.html",
    help="Save a page that draws it over the labyrinth, character by character, for a browser.",
)
def mark(
    file: Path,
    scoring: str | None,
    lab: str | None,
    grid: str | None,
    challenge: str | None,
    labs_folder: Path | None,
    pos: int,
    is_map: bool,
    show_map: bool,
    picture: Path | None,
) -> int:
    """Mark a mapping.out or planning.out: ten points for each right character, or a path's share.

    A path gets 1 if it is the shortest through all targets and back. A file called .map is a map.

    \b
    Example:
      python main.py ciber mark mapping.out --challenge rmi-2122/C2 --html mark.html
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.ciber.catalogue import find_grid, find_lab
    from wsusim.ciber.marking import LINE_MODES, MAPPING, PLANNING, mark_file
    from wsusim.ciber.match_choice import scene_of
    from wsusim.ciber.true_maps import true_map

    if challenge is not None:
        scene = scene_of(challenge, labs_folder)
        lab, grid, scoring = lab or scene.lab, grid or scene.grid, scoring or scene.scoring
    if lab is None or scoring is None:
        raise BadInput("Name the lab and the scoring (--lab, --scoring), or --challenge NAME.")
    if scoring not in MAPPING + PLANNING:
        raise BadInput(f"Challenge {challenge} asks for no map or path: there is nothing to mark.")
    found, path = find_lab(lab)
    places = find_grid(grid, path)
    if not 1 <= pos <= len(places):
        raise BadInput(
            f"--position is {pos}, but this grid has start positions 1 to {len(places)}."
        )
    maps = True if is_map or file.suffix == ".map" else None
    result = mark_file(file, found, places[pos - 1], scoring, is_map=maps)
    click.echo(f"{result.points:g} points" + f". {result.remark}" * bool(result.remark))
    if show_map:
        lines, planning = scoring in LINE_MODES, scoring in PLANNING
        click.echo("\n".join(true_map(found, places[pos - 1], lines=lines, planning=planning)))
    if picture is not None:
        from wsusim.ciber.mark_picture import mark_page
        from wsusim.ciber.marking import read_written
        from wsusim.formats.atomic import write_whole

        is_drawn = maps or scoring in MAPPING
        text = read_written(file)
        page = mark_page(
            file.name,
            found,
            places[pos - 1],
            lines=scoring in LINE_MODES,
            planning=scoring in PLANNING,
            map_text=text if is_drawn else None,
            path_text=None if is_drawn else text,
        )
        write_whole(picture, page.encode("utf-8", "replace"))
        click.echo(f"Picture: {picture}")
    return 0


@click.command(short_help="List the labyrinths and challenges.")
@renamed(
    "--tools",
    "labs_folder",
    old="--from",
    type=FOLDER,
    metavar="FOLDER",
    help="List the labyrinths of a clone of the official tools.",
)
def labs(labs_folder: Path | None) -> int:
    """List the labyrinths that come with wsusim, and the challenges of the course by name and year.

    With --tools, or WSUSIM_CIBER_LABS in the environment, the labyrinths of a clone of the official
    tools are listed: each of their names is a --challenge.

    \b
    Example:
      python main.py ciber labs
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.ciber.catalogue import ready_labs
    from wsusim.ciber.challenges import challenges, clone_labs, find_challenge

    folder = labs_of(labs_folder)
    for name in ready_labs() if folder is None else ():
        click.echo(f"{name:10} {_described(name, None)}")
    if folder is None:
        click.echo("\nChallenges, in our own labs of the same kind (the official ones: --tools):")
        for one in challenges().values():
            click.echo(f"{one.name:21} scoring {one.scoring:9}  {one.task}  ({one.stand_in})")
        return 0
    for name, files in clone_labs(folder).items():
        one = find_challenge(name, folder)
        try:
            what = _described(str(files.lab), str(files.grid))
        except BadInput as error:
            what = f"can't be read: {error}"
        click.echo(f"{name:25} scoring {one.scoring:9}  {what}")
    return 0


def _described(lab: str, grid: str | None) -> str:
    from wsusim.ciber.catalogue import find_grid, find_lab

    found, path = find_lab(lab)
    starts = len(find_grid(grid, path))
    return (
        f"{found.width:g} x {found.height:g} robot diameters, {len(found.walls)} walls, "
        f"{len(found.targets)} targets, {len(found.beacons)} beacons, {starts} start positions"
    )


def labs_of(folder: Path | None) -> Path | None:
    """Return the labs of a clone of the official tools; ``None`` if none is named."""
    from wsusim.ciber.challenges import clone_folder

    return clone_folder(folder)
