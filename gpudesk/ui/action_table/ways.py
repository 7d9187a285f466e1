"""Actions on ways for cables: drawn, hung above rows, led between halls, shown and gone through by keys."""

from gpudesk.core.message import QT_TRANSLATE_NOOP
from gpudesk.ui.action_table.contexts import FLOOR
from gpudesk.ui.actions import ActionSpec

WAY_ACTIONS = (
    ActionSpec(
        "floor.draw-tray",
        QT_TRANSLATE_NOOP("Actions", "Way for cables"),
        menu="floor/draw",
        group="ways",
        icon="draw-tray",
        shortcuts=("W",),
        context=FLOOR,
        needs=("project", "writable", "floor"),
        choice="floor-tool",
        hint=QT_TRANSLATE_NOOP("Actions", "Draw trays for cables, point by point; the inspector says what they are"),
        keywords=QT_TRANSLATE_NOOP("Actions", "draw tool tray ladder basket conduit pathway cabling"),
    ),
    ActionSpec(
        "floor.hang-trays",
        QT_TRANSLATE_NOOP("Actions", "Hang trays above the rows"),
        menu="floor/draw",
        group="ways",
        needs=("project", "writable", "floor"),
        hint=QT_TRANSLATE_NOOP("Actions", "Add a tray above every row of the hall, and trays across them that join the rows"),
        keywords=QT_TRANSLATE_NOOP("Actions", "propose pathway ladder cabling tray"),
    ),
    ActionSpec(
        "floor.join-halls",
        QT_TRANSLATE_NOOP("Actions", "Join the halls by ducts"),
        menu="floor/draw",
        group="ways",
        needs=("project", "writable", "floor"),
        hint=QT_TRANSLATE_NOOP("Actions", "Lead a duct of 50 m between the trays of each two halls; the inspector takes its true length"),
        keywords=QT_TRANSLATE_NOOP("Actions", "duct conduit building between halls cabling"),
    ),
    ActionSpec(
        "floor.next-way",
        QT_TRANSLATE_NOOP("Actions", "Next way for cables"),
        menu="floor/draw",
        group="go",
        shortcuts=("J",),
        context=FLOOR,
        needs=("project", "floor", "ways"),
        hint=QT_TRANSLATE_NOOP("Actions", "Select the next tray, duct or riser of the hall"),
        keywords=QT_TRANSLATE_NOOP("Actions", "select go tray ladder duct"),
    ),
    ActionSpec(
        "floor.previous-way",
        QT_TRANSLATE_NOOP("Actions", "Previous way for cables"),
        menu="floor/draw",
        group="go",
        shortcuts=("Shift+J",),
        context=FLOOR,
        needs=("project", "floor", "ways"),
        hint=QT_TRANSLATE_NOOP("Actions", "Select the tray, duct or riser before"),
        keywords=QT_TRANSLATE_NOOP("Actions", "select go tray ladder duct"),
    ),
    ActionSpec(
        "floor.show-ways",
        QT_TRANSLATE_NOOP("Actions", "Ways for cables on the floor"),
        menu="floor",
        group="paint",
        icon="layers",
        shortcuts=("Shift+W",),
        context=FLOOR,
        check=True,
        needs=("project", "floor"),
        hint=QT_TRANSLATE_NOOP("Actions", "Show trays, conduits and ducts with how full they are, or hide them"),
        keywords=QT_TRANSLATE_NOOP("Actions", "layer tray pathway fill hide show"),
    ),
)
