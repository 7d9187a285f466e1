"""Actions on what lies under the plan of a hall, and on the plan as a picture."""

from gpudesk.core.message import QT_TRANSLATE_NOOP
from gpudesk.ui.action_table.contexts import FLOOR
from gpudesk.ui.actions import ActionSpec, MenuSpec

_MENU = "floor/under"
_ADDS = ("project", "writable", "floor", "hall")
_EDITS = ("project", "writable", "floor", "underlay")

UNDERLAY_MENU = MenuSpec(_MENU, QT_TRANSLATE_NOOP("Actions", "Under the plan"), group="under", icon="layers")

UNDERLAY_ACTIONS = (
    ActionSpec(
        "floor.underlay-add",
        QT_TRANSLATE_NOOP("Actions", "Lay a picture or drawing under the plan…"),
        menu=_MENU,
        group="add",
        icon="import",
        shortcuts=("U",),
        context=FLOOR,
        needs=_ADDS,
        hint=QT_TRANSLATE_NOOP("Actions", "A picture, a page of a PDF or a DXF drawing, to plan on"),
        keywords=QT_TRANSLATE_NOOP("Actions", "underlay background image PDF DXF PNG JPEG architect floor plan"),
    ),
    ActionSpec(
        "floor.underlay-list",
        QT_TRANSLATE_NOOP("Actions", "What lies under the plan…"),
        menu=_MENU,
        group="add",
        shortcuts=("Shift+U",),
        context=FLOOR,
        needs=("project", "floor", "hall"),
        hint=QT_TRANSLATE_NOOP("Actions", "All pictures and drawings under this hall: show, hide, choose, take away"),
        keywords=QT_TRANSLATE_NOOP("Actions", "underlay list layers"),
    ),
    ActionSpec(
        "floor.underlay-scale",
        QT_TRANSLATE_NOOP("Actions", "Scale by two points"),
        menu=_MENU,
        group="place",
        icon="measure",
        shortcuts=("S",),
        context=FLOOR,
        needs=_EDITS,
        choice="floor-tool",
        hint=QT_TRANSLATE_NOOP("Actions", "Click two points of the picture under the plan and say how far they lie apart"),
        keywords=QT_TRANSLATE_NOOP("Actions", "underlay calibrate size"),
    ),
    ActionSpec(
        "floor.underlay-scale-numbers",
        QT_TRANSLATE_NOOP("Actions", "Scale by numbers…"),
        menu=_MENU,
        group="place",
        shortcuts=("Shift+S",),
        context=FLOOR,
        needs=_EDITS,
        hint=QT_TRANSLATE_NOOP("Actions", "Type two points of the picture under the plan and their true distance"),
        keywords=QT_TRANSLATE_NOOP("Actions", "underlay calibrate size"),
    ),
    ActionSpec(
        "floor.underlay-move",
        QT_TRANSLATE_NOOP("Actions", "Move what lies under the plan"),
        menu=_MENU,
        group="place",
        icon="move",
        needs=_EDITS,
        choice="floor-tool",
        hint=QT_TRANSLATE_NOOP("Actions", "The pointer drags the picture under the plan, and nothing else"),
        keywords=QT_TRANSLATE_NOOP("Actions", "underlay drag shift"),
    ),
    ActionSpec(
        "floor.underlay-hall",
        QT_TRANSLATE_NOOP("Actions", "Hall's size from the drawing"),
        menu=_MENU,
        group="hall",
        icon="hall",
        needs=("project", "writable", "floor", "hall"),
        choice="floor-tool",
        hint=QT_TRANSLATE_NOOP("Actions", "Draw a rectangle from wall to wall: it becomes the hall"),
        keywords=QT_TRANSLATE_NOOP("Actions", "underlay room walls rectangle"),
    ),
    ActionSpec(
        "floor.underlay-hall-numbers",
        QT_TRANSLATE_NOOP("Actions", "Hall's size by numbers…"),
        menu=_MENU,
        group="hall",
        needs=("project", "writable", "floor", "hall"),
        hint=QT_TRANSLATE_NOOP("Actions", "Type where the walls are; everything keeps its place on the plan"),
        keywords=QT_TRANSLATE_NOOP("Actions", "underlay room walls rectangle"),
    ),
    ActionSpec(
        "floor.underlay-show",
        QT_TRANSLATE_NOOP("Actions", "Hide or show it"),
        menu=_MENU,
        group="look",
        icon="eye",
        shortcuts=("Ctrl+U",),
        context=FLOOR,
        needs=_EDITS,
        hint=QT_TRANSLATE_NOOP("Actions", "Hide what lies under the plan, or show it again"),
        keywords=QT_TRANSLATE_NOOP("Actions", "underlay visible"),
    ),
    ActionSpec(
        "floor.underlay-through",
        QT_TRANSLATE_NOOP("Actions", "Without paper"),
        menu=_MENU,
        group="look",
        needs=("project", "floor"),
        check=True,
        hint=QT_TRANSLATE_NOOP(
            "Actions", "The floor shows through the paper of plans, and the dark theme turns them light on dark; not for photographs"
        ),
        keywords=QT_TRANSLATE_NOOP("Actions", "underlay dark invert transparent white"),
    ),
    ActionSpec(
        "floor.picture",
        QT_TRANSLATE_NOOP("Actions", "Save the floor as a picture…"),
        menu="floor",
        group="under",
        icon="export",
        needs=("project", "floor", "hall"),
        hint=QT_TRANSLATE_NOOP("Actions", "The hall as it is painted now, as PNG, SVG or PDF; DXF is under File, Export"),
        keywords=QT_TRANSLATE_NOOP("Actions", "export image PNG SVG PDF print"),
    ),
)
