"""Actions on cable pathways: drawing, mounting above rows, routing between halls, display and keyboard navigation."""

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.ui.action_table.contexts import FLOOR
from gpudesk.ui.toolkit.actions import ActionSpec

WAY_ACTIONS = (
    ActionSpec(
        "floor.draw-tray",
        QT_TRANSLATE_NOOP("Actions", "Pathway"),
        menu="floor/draw",
        group="ways",
        icon="draw-tray",
        shortcuts=("W",),
        context=FLOOR,
        needs=("project", "writable", "floor"),
        choice="floor-tool",
        hint=QT_TRANSLATE_NOOP("Actions", "Draw cable trays, point by point; set their properties in the inspector"),
        keywords=QT_TRANSLATE_NOOP("Actions", "draw tool tray ladder basket conduit pathway cabling"),
    ),
    ActionSpec(
        "floor.hang-trays",
        QT_TRANSLATE_NOOP("Actions", "Add trays above the rows"),
        menu="floor/draw",
        group="ways",
        needs=("project", "writable", "floor"),
        hint=QT_TRANSLATE_NOOP("Actions", "Add a tray above every row of the hall, and cross trays that connect the rows"),
        keywords=QT_TRANSLATE_NOOP("Actions", "propose pathway ladder cabling tray"),
    ),
    ActionSpec(
        "floor.join-halls",
        QT_TRANSLATE_NOOP("Actions", "Connect the halls with ducts"),
        menu="floor/draw",
        group="ways",
        needs=("project", "writable", "floor"),
        hint=QT_TRANSLATE_NOOP(
            "Actions", "Run a 50 m duct between the trays of each pair of halls; enter its actual length in the inspector"
        ),
        keywords=QT_TRANSLATE_NOOP("Actions", "duct conduit building between halls cabling"),
    ),
    ActionSpec(
        "floor.next-way",
        QT_TRANSLATE_NOOP("Actions", "Next pathway"),
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
        QT_TRANSLATE_NOOP("Actions", "Previous pathway"),
        menu="floor/draw",
        group="go",
        shortcuts=("Shift+J",),
        context=FLOOR,
        needs=("project", "floor", "ways"),
        hint=QT_TRANSLATE_NOOP("Actions", "Select the previous tray, duct or riser"),
        keywords=QT_TRANSLATE_NOOP("Actions", "select go tray ladder duct"),
    ),
    ActionSpec(
        "floor.show-ways",
        QT_TRANSLATE_NOOP("Actions", "Pathways on the floor"),
        menu="floor",
        group="paint",
        icon="layers",
        shortcuts=("Shift+W",),
        context=FLOOR,
        check=True,
        needs=("project", "floor"),
        hint=QT_TRANSLATE_NOOP("Actions", "Show or hide trays, conduits and ducts with their fill"),
        keywords=QT_TRANSLATE_NOOP("Actions", "layer tray pathway fill hide show"),
    ),
)
