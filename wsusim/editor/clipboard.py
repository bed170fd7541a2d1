"""Objects as text: what copy puts on the clipboard and paste reads, also in another window.

The text is a small maze file that holds only the copied objects, so that what is pasted is
checked by the rules for files.
"""

from __future__ import annotations

from collections.abc import Collection

from wsusim.editor.objects import WorldObject, all_objects, chosen, with_added
from wsusim.errors import MazeError
from wsusim.model.world import World

_NAME = "wsusim clipboard"


def objects_to_text(world: World, ids: Collection[int]) -> str:
    """Return the text of some objects: a maze file that holds nothing else."""
    from wsusim.formats.maze_file import world_to_text

    bare = World(_NAME, world.arena, cell_mm=world.cell_mm)
    carrier, _ = with_added(bare, chosen(world, ids))
    return world_to_text(carrier)


def objects_from_text(text: str) -> tuple[WorldObject, ...]:
    """Return the objects in a copied text; empty when the text is something else."""
    from wsusim.formats.maze_file import world_from_text

    try:
        return tuple(all_objects(world_from_text(text)))
    except MazeError:
        return ()
