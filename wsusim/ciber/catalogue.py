"""The labs that come with wsusim, and how a lab, its grid and its parameters are found by name."""

from __future__ import annotations

from pathlib import Path

from wsusim.ciber.lab import Lab, Place, read_grid, read_lab
from wsusim.errors import BadInput
from wsusim.shipped import shipped_folder

_LAB, _GRID = ".lab.xml", ".grid.xml"


def ready_labs() -> dict[str, Path]:
    """Return the labs that come with wsusim by their names."""
    folder = shipped_folder("templates") / "ciber"
    return {path.name.removesuffix(_LAB): path for path in sorted(folder.glob(f"*{_LAB}"))}


def find_lab(name: str) -> tuple[Lab, Path]:
    """Return a lab by its name or file; raises ``BadInput``."""
    ready = ready_labs()
    path = ready.get(name, Path(name))
    if name not in ready and not path.exists():
        raise BadInput(
            f"There is no lab {name!r}. Give the path of a lab file, or one of: {', '.join(ready)}."
        )
    return read_lab(path), path


def find_grid(grid: str | None, lab_path: Path) -> tuple[Place, ...]:
    """Return the starts of a grid file, or of that beside a lab; raises ``BadInput``."""
    if grid is not None:
        return read_grid(Path(grid))
    beside = lab_path.with_name(lab_path.name.removesuffix(_LAB) + _GRID)
    if not lab_path.name.endswith(_LAB) or not beside.is_file():
        raise BadInput(
            f"Where do the robots start in {lab_path.name}? Name the grid file: --grid FILE."
        )
    return read_grid(beside)
