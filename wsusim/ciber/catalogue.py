"""The labs that come with wsusim, and how a lab, its grid and its parameters are found by name."""

from __future__ import annotations

from pathlib import Path

from wsusim.ciber.contest_lab import Lab, Place, grid_to_xml, read_grid, read_lab
from wsusim.ciber.conversion import lab_of
from wsusim.errors import BadInput
from wsusim.formats.atomic import check_replaceable, write_whole
from wsusim.formats.maze_reader import read_maze
from wsusim.model.typed_names import in_quotes
from wsusim.shipped import shipped_folder

_LAB, _GRID = ".lab.xml", ".grid.xml"


def ready_labs() -> dict[str, Path]:
    """Return the labs that come with wsusim by their names."""
    folder = shipped_folder("templates") / "ciber"
    return {path.name.removesuffix(_LAB): path for path in sorted(folder.glob(f"*{_LAB}"))}


def find_lab(name: str) -> tuple[Lab, Path]:
    """Return a lab by its name or file, which may be a maze of ours; raises ``BadInput``."""
    ready = ready_labs()
    path = ready.get(name, Path(name))
    if name not in ready and not path.exists():
        raise BadInput(
            f"There is no lab {in_quotes(name)}. Give the path of a lab file, or one of: "
            f"{', '.join(ready)}."
        )
    return (lab_of(read_maze(path))[0] if _is_maze(path) else read_lab(path)), path


def find_grid(grid: str | None, lab_path: Path) -> tuple[Place, ...]:
    """Return the starts of a grid file, or of that beside a lab; raises ``BadInput``."""
    if grid is not None:
        return read_grid(Path(grid))
    if _is_maze(lab_path):
        places = lab_of(read_maze(lab_path))[1]
        if not places:
            raise BadInput(f"The maze {lab_path.name} has no robots: where do they start?")
        return places
    beside = grid_beside(lab_path)
    if beside is None:
        raise BadInput(
            f"Where do the robots start in {lab_path.name}? Name the grid file: --grid FILE."
        )
    return read_grid(beside)


def grid_beside(lab_path: Path) -> Path | None:
    """Return the grid beside a lab's file, which is called alike; ``None``: there is none.

    Example: ``C1-grid.xml`` beside ``C1-lab.xml``, ``FinalGrid.xml`` beside ``FinalLab.xml``.
    """
    before, lab, after = lab_path.name.lower().rpartition("lab")
    if not lab:
        return None
    wanted = {f"{before}grid{after}", f"{before}grd{after}"}
    beside = (one for one in sorted(lab_path.parent.iterdir()) if one.name.lower() in wanted)
    return next((one for one in beside if one.is_file()), None)


def write_lab(lab: Lab, grid: tuple[Place, ...], path: Path, *, overwrite: bool) -> list[Path]:
    """Write a lab, and its grid beside it where ``find_grid`` looks; return the files.

    Raises:
        BadInput: The name is wrong, a file is there already, or it can't be written.
    """
    if not path.name.endswith(_LAB):
        raise BadInput(f"A lab's file is called NAME{_LAB}, so {path.name!r} won't do.")
    files = {path: lab.to_xml()}
    if grid:
        files[path.with_name(path.name.removesuffix(_LAB) + _GRID)] = grid_to_xml(grid)
    for file, text in files.items():
        if file.exists() and not overwrite:
            raise BadInput(f"{file} already exists. Add --overwrite to replace it.")
        check_replaceable(file, ".xml")
        write_whole(file, text.encode("ascii"))
    return [*files]


def _is_maze(path: Path) -> bool:
    return path.suffix.lower() == ".json"
