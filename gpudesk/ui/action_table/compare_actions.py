"""Actions on the comparison with another state of the plan."""

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.ui.toolkit.actions import ActionSpec

COMPARE = (
    ActionSpec(
        "compare.with",
        QT_TRANSLATE_NOOP("Actions", "Compare with…"),
        menu="project",
        group="versions",
        icon="compare",
        shortcuts=("Ctrl+Shift+K",),
        needs=("project",),
        hint=QT_TRANSLATE_NOOP("Actions", "Show the differences from a version, an earlier step or another file on floor and racks"),
        keywords=QT_TRANSLATE_NOOP("Actions", "difference diff came went moved changed version file"),
    ),
    ActionSpec(
        "compare.next",
        QT_TRANSLATE_NOOP("Actions", "Next difference"),
        menu="project/compare",
        group="step",
        icon="arrow-down",
        shortcuts=("F7",),
        needs=("project", "comparing"),
        hint=QT_TRANSLATE_NOOP("Actions", "Go to the next difference of the comparison"),
    ),
    ActionSpec(
        "compare.previous",
        QT_TRANSLATE_NOOP("Actions", "Previous difference"),
        menu="project/compare",
        group="step",
        icon="arrow-up",
        shortcuts=("Shift+F7",),
        needs=("project", "comparing"),
        hint=QT_TRANSLATE_NOOP("Actions", "Go to the previous difference"),
    ),
    ActionSpec(
        "compare.copy",
        QT_TRANSLATE_NOOP("Actions", "Copy the differences"),
        menu="project/compare",
        group="list",
        icon="copy",
        needs=("project", "comparing"),
        hint=QT_TRANSLATE_NOOP("Actions", "Copy the listed differences as a table"),
    ),
    ActionSpec(
        "compare.export",
        QT_TRANSLATE_NOOP("Actions", "Export differences…"),
        menu="project/compare",
        group="list",
        icon="export",
        needs=("project", "comparing"),
        hint=QT_TRANSLATE_NOOP("Actions", "Export the listed differences as a table for spreadsheets"),
        keywords=QT_TRANSLATE_NOOP("Actions", "csv export list"),
    ),
    ActionSpec(
        "compare.done",
        QT_TRANSLATE_NOOP("Actions", "Stop comparing"),
        menu="project/compare",
        group="done",
        icon="close",
        shortcuts=("Ctrl+Shift+F7",),
        needs=("project", "comparing"),
        hint=QT_TRANSLATE_NOOP("Actions", "Show only the plan again"),
        keywords=QT_TRANSLATE_NOOP("Actions", "difference end stop done"),
    ),
)
