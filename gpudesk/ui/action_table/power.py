"""Actions on what feeds the racks."""

from gpudesk.core.message import QT_TRANSLATE_NOOP
from gpudesk.ui.action_table.contexts import POWER
from gpudesk.ui.actions import ActionSpec, MenuSpec

POWER_MENU = MenuSpec("place/power", QT_TRANSLATE_NOOP("Actions", "Power chain"), group="power", icon="power")

POWER_ACTIONS = (
    ActionSpec(
        "power.drill",
        QT_TRANSLATE_NOOP("Actions", "Let everything fail"),
        menu="place/power",
        group="fail",
        icon="play",
        needs=("project",),
        hint=QT_TRANSLATE_NOOP("Actions", "Let every source, panel, feed, PDU and bank fail by itself, and list what each takes down"),
        keywords=QT_TRANSLATE_NOOP("Actions", "drill failure redundancy outage N+1 breaker"),
    ),
    ActionSpec(
        "power.export-failures",
        QT_TRANSLATE_NOOP("Actions", "Write the failures…"),
        menu="place/power",
        group="fail",
        icon="export",
        needs=("project", "failures"),
        hint=QT_TRANSLATE_NOOP("Actions", "Write the failures that are shown, and what each does, as CSV"),
        keywords=QT_TRANSLATE_NOOP("Actions", "export save csv drill table"),
    ),
    ActionSpec(
        "power.show-rack",
        QT_TRANSLATE_NOOP("Actions", "Show in the rack"),
        menu="place/power",
        group="go",
        icon="rack",
        shortcuts=("Shift+Return",),
        context=POWER,
        needs=("project", "power rack"),
        hint=QT_TRANSLATE_NOOP("Actions", "Go to the rack in which the current row of the power chain stands, or which it feeds"),
        keywords=QT_TRANSLATE_NOOP("Actions", "PDU bank feed where"),
    ),
    ActionSpec(
        "power.unfold",
        QT_TRANSLATE_NOOP("Actions", "Open all"),
        menu="place/power",
        group="fold",
        icon="chevron-down",
        shortcuts=("Shift+Right",),
        context=POWER,
        needs=("power",),
        hint=QT_TRANSLATE_NOOP("Actions", "Show the power chain down to every bank"),
        keywords=QT_TRANSLATE_NOOP("Actions", "expand unfold tree banks"),
    ),
    ActionSpec(
        "power.fold-banks",
        QT_TRANSLATE_NOOP("Actions", "Fold the banks"),
        menu="place/power",
        group="fold",
        icon="layers",
        shortcuts=("Shift+B",),
        context=POWER,
        needs=("power",),
        hint=QT_TRANSLATE_NOOP("Actions", "Show the power chain down to the rack PDUs"),
        keywords=QT_TRANSLATE_NOOP("Actions", "collapse tree PDU"),
    ),
    ActionSpec(
        "power.fold",
        QT_TRANSLATE_NOOP("Actions", "Fold all"),
        menu="place/power",
        group="fold",
        icon="chevron-right",
        shortcuts=("Shift+Left",),
        context=POWER,
        needs=("power",),
        hint=QT_TRANSLATE_NOOP("Actions", "Show only what begins a power chain"),
        keywords=QT_TRANSLATE_NOOP("Actions", "collapse tree sources"),
    ),
)
