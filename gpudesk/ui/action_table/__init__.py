"""The table of actions: everything a person can do from a menu, a key or the palette."""

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.ui.action_table.cable_actions import CABLE_ACTIONS, CABLE_MENU, PORT_ACTIONS
from gpudesk.ui.action_table.catalog_actions import CATALOG_ACTIONS
from gpudesk.ui.action_table.compare_actions import COMPARE
from gpudesk.ui.action_table.contexts import CANVAS, CATALOG, COOLING, FLOOR, POWER, PROBLEMS
from gpudesk.ui.action_table.cooling_actions import COOLING_ACTIONS, COOLING_MENU
from gpudesk.ui.action_table.edit_actions import EDIT
from gpudesk.ui.action_table.fabric_actions import FABRIC_ACTIONS, FABRIC_CONDITIONS
from gpudesk.ui.action_table.failure_actions import POWER_DRILL
from gpudesk.ui.action_table.file_actions import FILE
from gpudesk.ui.action_table.floor_actions import FLOOR_ACTIONS
from gpudesk.ui.action_table.floor_item_actions import FLOOR_ITEM_ACTIONS
from gpudesk.ui.action_table.go_check_help_actions import CHECK, GO, HELP
from gpudesk.ui.action_table.monitor_actions import MONITOR_ACTIONS, MONITOR_CONDITIONS, MONITOR_MENU
from gpudesk.ui.action_table.pathway_actions import WAY_ACTIONS
from gpudesk.ui.action_table.placement_actions import PLACE
from gpudesk.ui.action_table.power_actions import POWER_ACTIONS, POWER_MENU
from gpudesk.ui.action_table.problem_actions import PROBLEM_ACTIONS
from gpudesk.ui.action_table.project_actions import PROJECT
from gpudesk.ui.action_table.size_actions import SIZE_ACTIONS, SIZE_CONDITIONS, SIZE_MENU
from gpudesk.ui.action_table.underlay_actions import UNDERLAY_ACTIONS, UNDERLAY_MENU
from gpudesk.ui.action_table.view_actions import VIEW
from gpudesk.ui.toolkit.actions import MenuSpec

__all__ = ["ACTIONS", "CANVAS", "CATALOG", "CONDITIONS", "COOLING", "FLOOR", "MENUS", "POWER", "PROBLEMS"]

# Conditions that `needs` may name, with the sentence that says why an action cannot be done.
CONDITIONS = {
    "project": QT_TRANSLATE_NOOP("Actions", "Open a project first."),
    "writable": QT_TRANSLATE_NOOP("Actions", "This project is open read-only."),
    "selection": QT_TRANSLATE_NOOP("Actions", "Select an object in the drawing first."),
    "devices": QT_TRANSLATE_NOOP("Actions", "Select one or more devices first."),
    "cuttable": QT_TRANSLATE_NOOP("Actions", "Select devices, or racks on the floor, first."),
    "one": QT_TRANSLATE_NOOP("Actions", "Select exactly one object first."),
    "two devices": QT_TRANSLATE_NOOP("Actions", "Select exactly two devices first."),
    "rack": QT_TRANSLATE_NOOP("Actions", "Select a rack first."),
    "clipboard": QT_TRANSLATE_NOOP("Actions", "Copy or cut a device first."),
    "undo": QT_TRANSLATE_NOOP("Actions", "There is nothing to undo."),
    "redo": QT_TRANSLATE_NOOP("Actions", "There is nothing to redo."),
    "problems": QT_TRANSLATE_NOOP("Actions", "There are no problems."),
    "problem": QT_TRANSLATE_NOOP("Actions", "Select a problem first."),
    "mend": QT_TRANSLATE_NOOP("Actions", "This problem has no automatic fix."),
    "problem cable": QT_TRANSLATE_NOOP("Actions", "Select a problem of a cable or network first."),
    "problem rack": QT_TRANSLATE_NOOP("Actions", "Select a rack, an object in it or one of its problems first."),
    "problem row": QT_TRANSLATE_NOOP("Actions", "Select a row, a rack in a row or one of their problems first."),
    "problem hall": QT_TRANSLATE_NOOP("Actions", "Select an object in a hall or one of its problems first."),
    "drawing": QT_TRANSLATE_NOOP("Actions", "Open a drawing first."),
    "elevation": QT_TRANSLATE_NOOP("Actions", "Open the racks first."),
    "floor": QT_TRANSLATE_NOOP("Actions", "Open the floor first."),
    "comparing": QT_TRANSLATE_NOOP("Actions", "Start a project comparison first."),
    "standing": QT_TRANSLATE_NOOP("Actions", "Select a rack, a row or a device on the floor first."),
    "movable": QT_TRANSLATE_NOOP("Actions", "Select a rack, a row, a device or a floor item first."),
    "floor items": QT_TRANSLATE_NOOP("Actions", "This hall has no columns, doors, areas or routes yet."),
    "ways": QT_TRANSLATE_NOOP("Actions", "This hall has no pathways yet, or they are hidden."),
    "floor box": QT_TRANSLATE_NOOP("Actions", "Select exactly one rectangle, such as an obstacle, first."),
    "several": QT_TRANSLATE_NOOP("Actions", "Select two or more racks first."),
    "in row": QT_TRANSLATE_NOOP("Actions", "First select a row, or a rack in a row."),
    "hall": QT_TRANSLATE_NOOP("Actions", "Add a hall first."),
    "underlay": QT_TRANSLATE_NOOP("Actions", "Add an underlay first."),
    "power": QT_TRANSLATE_NOOP("Actions", "Open Power first."),
    "failures": QT_TRANSLATE_NOOP("Actions", "Simulate all power failures first."),
    "power rack": QT_TRANSLATE_NOOP("Actions", "First select a row of the power chain that is in a rack or feeds one."),
    "power node": QT_TRANSLATE_NOOP("Actions", "First select a power or cooling component that can fail."),
    "drilling": QT_TRANSLATE_NOOP("Actions", "Run a failure simulation first."),
    "power part": QT_TRANSLATE_NOOP("Actions", "Select a row of the power chain first."),
    "cord port": QT_TRANSLATE_NOOP("Actions", "Select exactly one port in the cord list first."),
    "cord": QT_TRANSLATE_NOOP("Actions", "Select ports with cords in the cord list first."),
    "cooled": QT_TRANSLATE_NOOP("Actions", "Select halls, rows, racks or devices first."),
    "cooling part": QT_TRANSLATE_NOOP("Actions", "First select a cooling row that is not a hall or a rack."),
    "cooling place": QT_TRANSLATE_NOOP("Actions", "First select a cooling row that has a location."),
    "power rows": QT_TRANSLATE_NOOP("Actions", "Select rows of the power chain first."),
    "editor": QT_TRANSLATE_NOOP("Actions", "Open a drawing or Power first."),
    "type": QT_TRANSLATE_NOOP("Actions", "Select a type in the catalog first."),
    "catalog": QT_TRANSLATE_NOOP("Actions", "Open the catalog first."),
    "own type": QT_TRANSLATE_NOOP("Actions", "Only your own types can be changed; copy this one first."),
    "comparison": QT_TRANSLATE_NOOP("Actions", "Compare two or more types first."),
    "library": QT_TRANSLATE_NOOP("Actions", "Select a library in the catalog first."),
    "cables": QT_TRANSLATE_NOOP("Actions", "Select cables in the cable table first."),
    "one cable": QT_TRANSLATE_NOOP("Actions", "Select exactly one cable in the cable table first."),
    "cable": QT_TRANSLATE_NOOP("Actions", "Select exactly one cable first."),
    "few cables": QT_TRANSLATE_NOOP("Actions", "Select up to 500 cables first."),
    "cable table": QT_TRANSLATE_NOOP("Actions", "First open the networks of a project that has cables."),
    "port": QT_TRANSLATE_NOOP("Actions", "Select a port in the port strip first."),
    "cabled port": QT_TRANSLATE_NOOP("Actions", "Select a port with a cable in the port strip first."),
    "port device": QT_TRANSLATE_NOOP("Actions", "In the networks, select a device first."),
    "two sides": QT_TRANSLATE_NOOP("Actions", "In the networks, first select a device with ports on both sides."),
    "placeable": QT_TRANSLATE_NOOP("Actions", "Parts belong inside other equipment; they are not placed on their own."),
    **FABRIC_CONDITIONS,
    **SIZE_CONDITIONS,
    **MONITOR_CONDITIONS,
}

MENUS = (
    MenuSpec("file", QT_TRANSLATE_NOOP("Actions", "&File")),
    MenuSpec("file/recent", QT_TRANSLATE_NOOP("Actions", "Open recent"), group="open", icon="history", dynamic=True),
    MenuSpec("file/reports", QT_TRANSLATE_NOOP("Actions", "Reports"), group="exchange", icon="report"),
    MenuSpec("edit", QT_TRANSLATE_NOOP("Actions", "&Edit")),
    MenuSpec("view", QT_TRANSLATE_NOOP("Actions", "&View")),
    MenuSpec("view/colour-by", QT_TRANSLATE_NOOP("Actions", "Color by"), group="colour", icon="colour-by"),
    MenuSpec("view/panels", QT_TRANSLATE_NOOP("Actions", "Panels"), group="panels"),
    MenuSpec("view/theme", QT_TRANSLATE_NOOP("Actions", "Theme"), group="person", icon="theme"),
    MenuSpec("view/language", QT_TRANSLATE_NOOP("Actions", "Language"), group="person", icon="language"),
    MenuSpec("view/units", QT_TRANSLATE_NOOP("Actions", "Units"), group="person", icon="units"),
    MenuSpec("project", QT_TRANSLATE_NOOP("Actions", "P&roject")),
    MenuSpec("project/compare", QT_TRANSLATE_NOOP("Actions", "Comparison"), group="versions", icon="compare"),
    MenuSpec("place", QT_TRANSLATE_NOOP("Actions", "&Place")),
    POWER_MENU,
    COOLING_MENU,
    MenuSpec("floor", QT_TRANSLATE_NOOP("Actions", "F&loor")),
    MenuSpec("floor/draw", QT_TRANSLATE_NOOP("Actions", "Draw"), group="new", icon="draw-obstacle"),
    MenuSpec("floor/move", QT_TRANSLATE_NOOP("Actions", "Move"), group="turn", icon="move"),
    MenuSpec("floor/align", QT_TRANSLATE_NOOP("Actions", "Align"), group="turn"),
    MenuSpec("floor/paint-by", QT_TRANSLATE_NOOP("Actions", "Color racks by"), group="paint", icon="colour-by"),
    UNDERLAY_MENU,
    CABLE_MENU,
    SIZE_MENU,
    MONITOR_MENU,
    MenuSpec("catalog", QT_TRANSLATE_NOOP("Actions", "C&atalog")),
    MenuSpec("catalog/import", QT_TRANSLATE_NOOP("Actions", "Import"), group="exchange", icon="import"),
    MenuSpec("catalog/export", QT_TRANSLATE_NOOP("Actions", "Export"), group="exchange", icon="export"),
    MenuSpec("go", QT_TRANSLATE_NOOP("Actions", "&Go")),
    MenuSpec("check", QT_TRANSLATE_NOOP("Actions", "&Check")),
    MenuSpec("check/group", QT_TRANSLATE_NOOP("Actions", "Group problems by"), group="show", icon="layers"),
    MenuSpec("check/only", QT_TRANSLATE_NOOP("Actions", "Show only"), group="show", icon="filter"),
    MenuSpec("help", QT_TRANSLATE_NOOP("Actions", "&Help")),
)

ACTIONS = (
    *FILE,
    *EDIT,
    *PROJECT,
    *COMPARE,
    *PLACE,
    *POWER_ACTIONS,
    *POWER_DRILL,
    *COOLING_ACTIONS,
    *FLOOR_ACTIONS,
    *FLOOR_ITEM_ACTIONS,
    *WAY_ACTIONS,
    *UNDERLAY_ACTIONS,
    *FABRIC_ACTIONS,
    *CABLE_ACTIONS,
    *PORT_ACTIONS,
    *SIZE_ACTIONS,
    *MONITOR_ACTIONS,
    *CATALOG_ACTIONS,
    *VIEW,
    *GO,
    *CHECK,
    *PROBLEM_ACTIONS,
    *HELP,
)
