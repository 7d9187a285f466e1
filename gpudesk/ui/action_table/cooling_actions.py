"""Actions on what cools the racks."""

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.ui.action_table.contexts import COOLING
from gpudesk.ui.toolkit.actions import ActionSpec, MenuSpec

COOLING_MENU = MenuSpec("place/cooling", QT_TRANSLATE_NOOP("Actions", "Cooling"), group="power", icon="kind-cooling")

COOLING_ACTIONS = (
    ActionSpec(
        "cooling.propose",
        QT_TRANSLATE_NOOP("Actions", "Propose cooling…"),
        menu="place/cooling",
        group="new",
        icon="auto-place",
        needs=("project", "writable"),
        hint=QT_TRANSLATE_NOOP("Actions", "Choose air handlers and CDUs for the heat load of halls or rows, including spares"),
        keywords=QT_TRANSLATE_NOOP("Actions", "automatic CRAH CDU chilled water N+1 heat units"),
    ),
    ActionSpec(
        "cooling.add",
        QT_TRANSLATE_NOOP("Actions", "Add cooling equipment…"),
        menu="place/cooling",
        group="new",
        icon="plus",
        shortcuts=("Ins",),
        context=COOLING,
        needs=("project", "writable"),
        hint=QT_TRANSLATE_NOOP("Actions", "Add an air handler, CDU, pump, chiller, air zone or loop"),
        keywords=QT_TRANSLATE_NOOP("Actions", "new CRAH CRAC in-row CDU pump chiller tower loop air"),
    ),
    ActionSpec(
        "cooling.assign",
        QT_TRANSLATE_NOOP("Actions", "Add to cooling"),
        menu="place/cooling",
        group="new",
        icon="link",
        needs=("project", "writable", "devices"),
        hint=QT_TRANSLATE_NOOP("Actions", "Assign the selected CDUs, air handlers and row coolers to cool their hall or rack"),
        keywords=QT_TRANSLATE_NOOP("Actions", "assign unit CRAH CDU in-row"),
    ),
    ActionSpec(
        "cooling.place",
        QT_TRANSLATE_NOOP("Actions", "Place cooling units on the floor"),
        menu="place/cooling",
        group="new",
        icon="floor",
        needs=("project", "writable"),
        hint=QT_TRANSLATE_NOOP("Actions", "Find floor positions for the selected units that have none, or for all of them"),
        keywords=QT_TRANSLATE_NOOP("Actions", "CRAH CDU in-row place stand hall"),
    ),
    ActionSpec(
        "cooling.doors",
        QT_TRANSLATE_NOOP("Actions", "Add rear doors"),
        menu="place/cooling",
        group="new",
        icon="rack",
        needs=("project", "writable", "cooled"),
        hint=QT_TRANSLATE_NOOP(
            "Actions", "Add rear-door heat exchangers to the selected racks, or to those of the selected rows and halls"
        ),
        keywords=QT_TRANSLATE_NOOP("Actions", "RDHx rear door heat exchanger"),
    ),
    ActionSpec(
        "cooling.cool",
        QT_TRANSLATE_NOOP("Actions", "Choose cooling…"),
        menu="place/cooling",
        group="edit",
        icon="swap",
        needs=("project", "writable", "cooled"),
        hint=QT_TRANSLATE_NOOP("Actions", "Choose the air zone and the loop that cool the selected halls, rows, racks or devices"),
        keywords=QT_TRANSLATE_NOOP("Actions", "assign serve air loop zone"),
    ),
    ActionSpec(
        "cooling.delete",
        QT_TRANSLATE_NOOP("Actions", "Delete cooling equipment"),
        menu="place/cooling",
        group="edit",
        icon="delete",
        shortcuts=("Del",),
        context=COOLING,
        needs=("project", "writable", "cooling part"),
        hint=QT_TRANSLATE_NOOP("Actions", "Delete the selected units, air zones and loops; devices stay in place"),
        keywords=QT_TRANSLATE_NOOP("Actions", "remove erase unit loop door"),
    ),
    ActionSpec(
        "cooling.show",
        QT_TRANSLATE_NOOP("Actions", "Show location"),
        menu="place/cooling",
        group="go",
        icon="eye",
        context=COOLING,
        shortcuts=("Shift+Return",),
        needs=("project", "cooling place"),
        hint=QT_TRANSLATE_NOOP("Actions", "Go to the rack or device of the current cooling row"),
        keywords=QT_TRANSLATE_NOOP("Actions", "go rack device unit where"),
    ),
)
