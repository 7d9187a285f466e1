"""Actions on types of the catalog."""

from gpudesk.core.message import QT_TRANSLATE_NOOP
from gpudesk.ui.action_table.contexts import CATALOG
from gpudesk.ui.actions import ActionSpec

CATALOG_ACTIONS = (
    ActionSpec(
        "catalog.place",
        QT_TRANSLATE_NOOP("Actions", "Place in the racks"),
        menu="catalog",
        group="use",
        icon="rack",
        needs=("writable", "type", "placeable"),
        hint=QT_TRANSLATE_NOOP("Actions", "Go to the racks with the chosen type in hand"),
        keywords=QT_TRANSLATE_NOOP("Actions", "add device insert"),
    ),
    ActionSpec(
        "catalog.compare",
        QT_TRANSLATE_NOOP("Actions", "Compare"),
        menu="catalog",
        group="use",
        icon="swap",
        shortcuts=("C",),
        context=CATALOG,
        needs=("type",),
        hint=QT_TRANSLATE_NOOP("Actions", "Put the chosen types side by side"),
        keywords=QT_TRANSLATE_NOOP("Actions", "differences versus"),
    ),
)
