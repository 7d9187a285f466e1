"""Actions on the underlay of a hall plan, and on the plan as a picture."""

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.ui.action_table.contexts import FLOOR
from gpudesk.ui.toolkit.actions import ActionSpec, MenuSpec

_MENU = "floor/under"
_ADDS = ("project", "writable", "floor", "hall")
_EDITS = ("project", "writable", "floor", "underlay")

UNDERLAY_MENU = MenuSpec(_MENU, QT_TRANSLATE_NOOP("Actions", "Underlay"), group="under", icon="layers")

UNDERLAY_ACTIONS = (
    ActionSpec(
        "floor.underlay-add",
        QT_TRANSLATE_NOOP("Actions", "Add underlay…"),
        menu=_MENU,
        group="add",
        icon="import",
        shortcuts=("U",),
        context=FLOOR,
        needs=_ADDS,
        hint=QT_TRANSLATE_NOOP("Actions", "Add an image, a PDF page or a DXF drawing as a background for planning"),
        keywords=QT_TRANSLATE_NOOP("Actions", "underlay background image PDF DXF PNG JPEG architect floor plan"),
    ),
    ActionSpec(
        "floor.underlay-list",
        QT_TRANSLATE_NOOP("Actions", "Underlays…"),
        menu=_MENU,
        group="add",
        shortcuts=("Shift+U",),
        context=FLOOR,
        needs=("project", "floor", "hall"),
        hint=QT_TRANSLATE_NOOP("Actions", "Show, hide, choose or remove the underlays of this hall"),
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
        hint=QT_TRANSLATE_NOOP("Actions", "Click two points of the underlay and enter the distance between them"),
        keywords=QT_TRANSLATE_NOOP("Actions", "underlay calibrate size"),
    ),
    ActionSpec(
        "floor.underlay-scale-numbers",
        QT_TRANSLATE_NOOP("Actions", "Scale by coordinates…"),
        menu=_MENU,
        group="place",
        shortcuts=("Shift+S",),
        context=FLOOR,
        needs=_EDITS,
        hint=QT_TRANSLATE_NOOP("Actions", "Enter two points of the underlay and the actual distance between them"),
        keywords=QT_TRANSLATE_NOOP("Actions", "underlay calibrate size"),
    ),
    ActionSpec(
        "floor.underlay-move",
        QT_TRANSLATE_NOOP("Actions", "Move the underlay"),
        menu=_MENU,
        group="place",
        icon="move",
        needs=_EDITS,
        choice="floor-tool",
        hint=QT_TRANSLATE_NOOP("Actions", "Drag only the underlay with the pointer"),
        keywords=QT_TRANSLATE_NOOP("Actions", "underlay drag shift"),
    ),
    ActionSpec(
        "floor.underlay-hall",
        QT_TRANSLATE_NOOP("Actions", "Hall size from the underlay"),
        menu=_MENU,
        group="hall",
        icon="hall",
        needs=("project", "writable", "floor", "hall"),
        choice="floor-tool",
        hint=QT_TRANSLATE_NOOP("Actions", "Draw a rectangle from wall to wall; it becomes the hall"),
        keywords=QT_TRANSLATE_NOOP("Actions", "underlay room walls rectangle"),
    ),
    ActionSpec(
        "floor.underlay-hall-numbers",
        QT_TRANSLATE_NOOP("Actions", "Hall dimensions…"),
        menu=_MENU,
        group="hall",
        needs=("project", "writable", "floor", "hall"),
        hint=QT_TRANSLATE_NOOP("Actions", "Enter the wall positions; objects keep their positions on the plan"),
        keywords=QT_TRANSLATE_NOOP("Actions", "underlay room walls rectangle"),
    ),
    ActionSpec(
        "floor.underlay-show",
        QT_TRANSLATE_NOOP("Actions", "Show or hide"),
        menu=_MENU,
        group="look",
        icon="eye",
        shortcuts=("Ctrl+U",),
        context=FLOOR,
        needs=_EDITS,
        hint=QT_TRANSLATE_NOOP("Actions", "Show or hide the underlay"),
        keywords=QT_TRANSLATE_NOOP("Actions", "underlay visible"),
    ),
    ActionSpec(
        "floor.underlay-through",
        QT_TRANSLATE_NOOP("Actions", "Transparent paper"),
        menu=_MENU,
        group="look",
        needs=("project", "floor"),
        check=True,
        hint=QT_TRANSLATE_NOOP(
            "Actions", "Make the paper background of plans transparent, and invert plans in the dark theme; not for photographs"
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
        hint=QT_TRANSLATE_NOOP("Actions", "Save the hall as currently shown, as PNG, SVG or PDF; DXF is under File, Export"),
        keywords=QT_TRANSLATE_NOOP("Actions", "export image PNG SVG PDF print"),
    ),
)
