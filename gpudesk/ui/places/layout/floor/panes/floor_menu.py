"""What the menu over the floor offers for what is under the pointer."""

from gpudesk.ui.toolkit.object_ref import ObjectRef

_CLIPBOARD = ("edit.copy", "edit.paste", "edit.duplicate", "edit.delete", "edit.rename", "|")
_OF_HALL = ("file.floor-plan", "file.hall-summary", "file.hand-over")
_OF_RACKS = ("file.elevations", "file.worklist", "file.hand-over")
_TURN = ("floor.turn", "floor.turn-back")


def context_actions(ref: ObjectRef | None) -> tuple[str, ...]:
    """The actions for an object, or for the floor itself; "|" parts groups."""
    if ref is None:
        new = ("floor.new-row", "floor.new-rack", "project.insert-template", "floor.add-item", "floor.underlay-add", "edit.paste", "|")
        return (*new, "edit.select-all", "floor.select-hall", "view.zoom-fit", "|", *_OF_HALL)
    if ref.table == "floor_item":
        return (*_CLIPBOARD, *_TURN, "floor.item-outline", "|", "floor.select-hall")
    if ref.table == "pathway":
        return ("edit.duplicate", "edit.delete", "edit.rename", "|", "floor.next-way", "floor.show-ways", "floor.select-hall")
    return (
        *("edit.cut", *_CLIPBOARD),
        *(*_TURN, "floor.mirror", "floor.repeat", "floor.extend-row", "floor.to-row", "floor.to-hall", "|"),
        *("floor.align-front", "floor.distribute", "|", "place.status", "place.phase", "project.remarks", "project.save-template"),
        *("|", *_OF_RACKS),
    )
