"""The groups of a class: a folder each, with the course's ``run.sh``, or a Python file."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass
from pathlib import Path

from wsusim.ciber.run_script import SCRIPT
from wsusim.errors import BadInput

LARGEST_GROUP_MB = 50
MOST_FILES = 5000

LEFT_OUT = (".git", "__pycache__", ".venv", "node_modules")


@dataclass(frozen=True, slots=True)
class Group:
    """What one group handed in.

    Attributes:
        name: Of its folder or file.
        packed: All its files as a ZIP archive, which can be sent to other computers.
        agent: What is started, within its folder: ``.`` for ``run.sh``, or a Python file.
    """

    name: str
    packed: bytes
    agent: str

    def unpack(self, folder: Path) -> Path:
        """Write its files into an empty folder; return what is started."""
        with zipfile.ZipFile(io.BytesIO(self.packed)) as archive:
            for info in archive.infolist():
                place = Path(archive.extract(info, folder))
                if not info.is_dir():
                    place.chmod(0o755 if info.external_attr >> 16 & 0o100 else 0o644)
        return folder / self.agent


def find_groups(folder: Path) -> tuple[list[Group], list[str]]:
    """Return the groups of a folder, and what was left out, a sentence each.

    Raises:
        BadInput: There is no group.
    """
    groups: list[Group] = []
    left_out: list[str] = []
    if not folder.is_dir():
        raise BadInput(f"There is no folder {str(folder)!r} with the groups' work.")
    for place in sorted(folder.iterdir()):
        if place.name.startswith("."):
            continue
        try:
            groups.append(_group(place))
        except BadInput as error:
            left_out.append(f"{place.name}: {error}")
    if not groups:
        why = f" ({left_out[0]})" if left_out else ""
        raise BadInput(
            f"The folder {str(folder)!r} has no group's work: a folder with a {SCRIPT} each, or a "
            f"Python file with a CiberController{why}."
        )
    return groups, left_out


def _group(place: Path) -> Group:
    if place.suffix == ".py" and place.is_file():
        return Group(place.stem, _packed(place.parent, [place]), place.name)
    if not place.is_dir():
        raise BadInput(f"It is neither a folder with a {SCRIPT} nor a Python file.")
    files = [
        file
        for file in sorted(place.rglob("*"))
        if file.is_file()
        and not file.is_symlink()
        and not set(file.relative_to(place).parts) & {*LEFT_OUT}
    ]
    if len(files) > MOST_FILES:
        raise BadInput(f"It has {len(files):,} files, more than {MOST_FILES:,}.")
    size_mb = sum(file.stat().st_size for file in files) / 1e6
    if size_mb > LARGEST_GROUP_MB:
        raise BadInput(f"It has {size_mb:.0f} MB, more than {LARGEST_GROUP_MB}.")
    if place / SCRIPT in files:
        return Group(place.name, _packed(place, files), ".")
    programs = [file for file in place.glob("*.py") if "CiberController" in _text(file)]
    if len(programs) != 1:
        raise BadInput(
            f"It has no {SCRIPT}"
            + (", and several files with a CiberController." if programs else ".")
        )
    return Group(place.name, _packed(place, files), programs[0].name)


def _text(file: Path) -> str:
    return file.read_bytes()[:200_000].decode("utf-8", "replace")


def _packed(folder: Path, files: list[Path]) -> bytes:
    """Return files as an archive that is reproducible."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            info = zipfile.ZipInfo(file.relative_to(folder).as_posix())
            info.external_attr = (file.stat().st_mode & 0o777) << 16
            archive.writestr(info, file.read_bytes(), zipfile.ZIP_DEFLATED)
    return stream.getvalue()
