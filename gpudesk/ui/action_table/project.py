"""Actions on the project as a whole: its site sheet, its baseline, its phases, its versions and its journal."""

from gpudesk.core.message import QT_TRANSLATE_NOOP
from gpudesk.ui.actions import ActionSpec

PROJECT = (
    ActionSpec(
        "project.site",
        QT_TRANSLATE_NOOP("Actions", "Site sheet…"),
        menu="project",
        group="sheets",
        icon="hall",
        needs=("project",),
        hint=QT_TRANSLATE_NOOP("Actions", "Voltages, limits, altitude and tariffs of the site, each with its source"),
        keywords=QT_TRANSLATE_NOOP("Actions", "constants limits settings"),
    ),
    ActionSpec(
        "project.baseline",
        QT_TRANSLATE_NOOP("Actions", "Software baseline…"),
        menu="project",
        group="sheets",
        icon="check",
        needs=("project",),
        hint=QT_TRANSLATE_NOOP("Actions", "Driver, firmware and settings that each device role shall have"),
        keywords=QT_TRANSLATE_NOOP("Actions", "driver firmware version CUDA"),
    ),
    ActionSpec(
        "project.phases",
        QT_TRANSLATE_NOOP("Actions", "Build phases…"),
        menu="project",
        group="sheets",
        icon="phase",
        needs=("project",),
        hint=QT_TRANSLATE_NOOP("Actions", "Name the phases in which the site is built"),
    ),
    ActionSpec(
        "project.keep-version",
        QT_TRANSLATE_NOOP("Actions", "Keep a version…"),
        menu="project",
        group="versions",
        icon="version",
        shortcuts=("Ctrl+S",),
        needs=("project", "writable"),
        hint=QT_TRANSLATE_NOOP("Actions", "Give the present state a name to come back to; edits are kept anyway"),
        keywords=QT_TRANSLATE_NOOP("Actions", "save snapshot"),
    ),
    ActionSpec(
        "project.versions",
        QT_TRANSLATE_NOOP("Actions", "Versions and comparison…"),
        menu="project",
        group="versions",
        icon="history",
        needs=("project",),
        hint=QT_TRANSLATE_NOOP("Actions", "What came, went, moved and changed since a version, or against another file"),
        keywords=QT_TRANSLATE_NOOP("Actions", "compare difference restore"),
    ),
    ActionSpec(
        "project.remarks",
        QT_TRANSLATE_NOOP("Actions", "Journal of the selection…"),
        menu="project",
        group="journal",
        icon="note",
        shortcuts=("Ctrl+J",),
        needs=("project", "one"),
        hint=QT_TRANSLATE_NOOP("Actions", "Dated remarks about the selected thing; they are never changed"),
        keywords=QT_TRANSLATE_NOOP("Actions", "note remark log"),
    ),
)
