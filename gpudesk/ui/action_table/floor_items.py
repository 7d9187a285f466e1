"""Actions on floor items: what is drawn, added by numbers, reshaped, and gone through by keys; names of racks by a pattern."""

from gpudesk.core.floor_items import FloorItemKind
from gpudesk.core.message import QT_TRANSLATE_NOOP
from gpudesk.ui.action_table.contexts import FLOOR
from gpudesk.ui.actions import ActionSpec

DRAWN = {
    FloorItemKind.COLUMN: "column",
    FloorItemKind.OBSTACLE: "obstacle",
    FloorItemKind.KEEP_OUT: "keep-out",
    FloorItemKind.DOOR: "door",
    FloorItemKind.ROUTE: "route",
    FloorItemKind.COLD_CONTAINMENT: "cold",
    FloorItemKind.HOT_CONTAINMENT: "hot",
}
"""The end of the action's id for each kind that is drawn."""

FLOOR_ITEM_ACTIONS = (
    *(
        ActionSpec(
            f"floor.draw-{key}",
            text,
            menu="floor/draw",
            group="draw",
            icon=f"draw-{key}",
            shortcuts=(keys,),
            context=FLOOR,
            needs=("project", "writable", "floor"),
            choice="floor-tool",
            hint=hint,
            keywords=words,
        )
        for key, keys, text, hint, words in (
            (
                "column",
                "C",
                QT_TRANSLATE_NOOP("Actions", "Column"),
                QT_TRANSLATE_NOOP("Actions", "Draw columns: drag a rectangle, or click corner by corner"),
                QT_TRANSLATE_NOOP("Actions", "draw tool pillar building"),
            ),
            (
                "obstacle",
                "O",
                QT_TRANSLATE_NOOP("Actions", "Obstacle"),
                QT_TRANSLATE_NOOP("Actions", "Draw obstacles: drag a rectangle, or click corner by corner"),
                QT_TRANSLATE_NOOP("Actions", "draw tool wall stairs ramp building"),
            ),
            (
                "keep-out",
                "K",
                QT_TRANSLATE_NOOP("Actions", "Keep-out area"),
                QT_TRANSLATE_NOOP("Actions", "Draw areas on which nothing may stand"),
                QT_TRANSLATE_NOOP("Actions", "draw tool forbidden free escape way"),
            ),
            (
                "door",
                "G",
                QT_TRANSLATE_NOOP("Actions", "Door"),
                QT_TRANSLATE_NOOP("Actions", "Put doors into the walls of the hall: click, or drag along the wall for the width"),
                QT_TRANSLATE_NOOP("Actions", "draw tool gate opening entrance"),
            ),
            (
                "route",
                "T",
                QT_TRANSLATE_NOOP("Actions", "Delivery route"),
                QT_TRANSLATE_NOOP("Actions", "Draw the way by which crates come, point by point"),
                QT_TRANSLATE_NOOP("Actions", "draw tool path corridor crate bring in"),
            ),
            (
                "cold",
                "Shift+C",
                QT_TRANSLATE_NOOP("Actions", "Cold aisle containment"),
                QT_TRANSLATE_NOOP("Actions", "Draw the containment of a cold aisle"),
                QT_TRANSLATE_NOOP("Actions", "draw tool air cooling"),
            ),
            (
                "hot",
                "Shift+H",
                QT_TRANSLATE_NOOP("Actions", "Hot aisle containment"),
                QT_TRANSLATE_NOOP("Actions", "Draw the containment of a hot aisle"),
                QT_TRANSLATE_NOOP("Actions", "draw tool air cooling chimney"),
            ),
        )
    ),
    ActionSpec(
        "floor.add-item",
        QT_TRANSLATE_NOOP("Actions", "Add floor item…"),
        menu="floor/draw",
        group="numbers",
        icon="plus",
        shortcuts=("Ctrl+Shift+Ins",),
        context=FLOOR,
        needs=("project", "writable", "floor"),
        hint=QT_TRANSLATE_NOOP("Actions", "Add a column, obstacle, keep-out area, door, route or containment by its numbers"),
        keywords=QT_TRANSLATE_NOOP("Actions", "new column door route keep-out obstacle containment"),
    ),
    ActionSpec(
        "floor.item-outline",
        QT_TRANSLATE_NOOP("Actions", "Make it an outline"),
        menu="floor/draw",
        group="shape",
        needs=("project", "writable", "floor", "floor box"),
        hint=QT_TRANSLATE_NOOP("Actions", "Let the selected rectangle have corners that are dragged one by one"),
        keywords=QT_TRANSLATE_NOOP("Actions", "polygon shape corners"),
    ),
    ActionSpec(
        "floor.next-item",
        QT_TRANSLATE_NOOP("Actions", "Next floor item"),
        menu="floor/draw",
        group="go",
        shortcuts=("I",),
        context=FLOOR,
        needs=("project", "floor", "floor items"),
        hint=QT_TRANSLATE_NOOP("Actions", "Select the next column, obstacle, area, door, route or containment of the hall"),
        keywords=QT_TRANSLATE_NOOP("Actions", "select go column door route keep-out"),
    ),
    ActionSpec(
        "floor.previous-item",
        QT_TRANSLATE_NOOP("Actions", "Previous floor item"),
        menu="floor/draw",
        group="go",
        shortcuts=("Shift+I",),
        context=FLOOR,
        needs=("project", "floor", "floor items"),
        hint=QT_TRANSLATE_NOOP("Actions", "Select the floor item before"),
        keywords=QT_TRANSLATE_NOOP("Actions", "select go column door route keep-out"),
    ),
    ActionSpec(
        "floor.select-hall",
        QT_TRANSLATE_NOOP("Actions", "Select the hall"),
        menu="floor",
        group="new",
        icon="hall",
        shortcuts=("Shift+Esc",),
        context=FLOOR,
        needs=("project", "floor"),
        hint=QT_TRANSLATE_NOOP("Actions", "Show the properties of the hall in the inspector"),
        keywords=QT_TRANSLATE_NOOP("Actions", "room size height floor load tile properties"),
    ),
    ActionSpec(
        "floor.name-racks",
        QT_TRANSLATE_NOOP("Actions", "Name racks by pattern…"),
        menu="floor",
        group="copy",
        icon="rename",
        needs=("project", "writable", "floor"),
        hint=QT_TRANSLATE_NOOP("Actions", "Name the racks of the hall, or of the selected rows, after where they stand"),
        keywords=QT_TRANSLATE_NOOP("Actions", "rename position number label"),
    ),
)
