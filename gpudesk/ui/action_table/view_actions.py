"""Actions that change the display."""

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.ui.action_table.contexts import CANVAS
from gpudesk.ui.toolkit.actions import ActionSpec

VIEW = (
    ActionSpec(
        "tool.select",
        QT_TRANSLATE_NOOP("Actions", "Select and move"),
        menu="edit",
        group="tool",
        icon="select",
        shortcuts=("V",),
        context=CANVAS,
        needs=("project", "elevation"),
        choice="tool",
        hint=QT_TRANSLATE_NOOP("Actions", "Select and move devices"),
        keywords=QT_TRANSLATE_NOOP("Actions", "tool pointer"),
    ),
    ActionSpec(
        "tool.reserve",
        QT_TRANSLATE_NOOP("Actions", "Draw reservations"),
        menu="edit",
        group="tool",
        icon="reserve",
        shortcuts=("R",),
        context=CANVAS,
        needs=("project", "writable", "elevation"),
        choice="tool",
        hint=QT_TRANSLATE_NOOP("Actions", "Drag over rack units to reserve them"),
        keywords=QT_TRANSLATE_NOOP("Actions", "tool keep free"),
    ),
    ActionSpec(
        "view.front",
        QT_TRANSLATE_NOOP("Actions", "Front"),
        menu="view",
        group="faces",
        icon="front",
        shortcuts=("1",),
        context=CANVAS,
        needs=("elevation",),
        choice="faces",
        hint=QT_TRANSLATE_NOOP("Actions", "Show rack fronts"),
    ),
    ActionSpec(
        "view.rear",
        QT_TRANSLATE_NOOP("Actions", "Rear"),
        menu="view",
        group="faces",
        icon="rear",
        shortcuts=("2",),
        context=CANVAS,
        needs=("elevation",),
        choice="faces",
        hint=QT_TRANSLATE_NOOP("Actions", "Show rack rears"),
    ),
    ActionSpec(
        "view.both",
        QT_TRANSLATE_NOOP("Actions", "Front and rear"),
        menu="view",
        group="faces",
        icon="both-faces",
        shortcuts=("3",),
        context=CANVAS,
        needs=("elevation",),
        choice="faces",
        hint=QT_TRANSLATE_NOOP("Actions", "Show front and rear of each rack side by side"),
    ),
    ActionSpec(
        "view.zoom-in",
        QT_TRANSLATE_NOOP("Actions", "Zoom in"),
        menu="view",
        group="zoom",
        icon="zoom-in",
        shortcuts=("Ctrl++", "Ctrl+="),
        needs=("drawing",),
        hint=QT_TRANSLATE_NOOP("Actions", "Make the drawing larger"),
    ),
    ActionSpec(
        "view.zoom-out",
        QT_TRANSLATE_NOOP("Actions", "Zoom out"),
        menu="view",
        group="zoom",
        icon="zoom-out",
        shortcuts=("Ctrl+-",),
        needs=("drawing",),
        hint=QT_TRANSLATE_NOOP("Actions", "Make the drawing smaller"),
    ),
    ActionSpec(
        "view.zoom-fit",
        QT_TRANSLATE_NOOP("Actions", "Fit to window"),
        menu="view",
        group="zoom",
        icon="zoom-fit",
        shortcuts=("Ctrl+0",),
        needs=("drawing",),
        hint=QT_TRANSLATE_NOOP("Actions", "Show the whole drawing, or the selection if there is one"),
        keywords=QT_TRANSLATE_NOOP("Actions", "all whole"),
    ),
    ActionSpec(
        "view.minimap",
        QT_TRANSLATE_NOOP("Actions", "Overview map"),
        menu="view",
        group="zoom",
        shortcuts=("N",),
        context=CANVAS,
        check=True,
        needs=("drawing",),
        hint=QT_TRANSLATE_NOOP("Actions", "Show a small overview map while the drawing is larger than the window"),
        keywords=QT_TRANSLATE_NOOP("Actions", "minimap overview navigator"),
    ),
    ActionSpec(
        "view.work-progress",
        QT_TRANSLATE_NOOP("Actions", "Progress on site"),
        menu="view",
        group="zoom",
        icon="check",
        check=True,
        needs=("drawing",),
        hint=QT_TRANSLATE_NOOP("Actions", "Show the checklist progress and failures of each rack and device"),
        keywords=QT_TRANSLATE_NOOP("Actions", "on site checklist progress rings bars installed"),
    ),
    *(
        ActionSpec(
            f"view.colour-by.{key}",
            text,
            menu="view/colour-by",
            group="colour",
            choice="colour-by",
            needs=("elevation",),
            hint=hint,
            keywords=QT_TRANSLATE_NOOP("Actions", "colour by paint"),
        )
        for key, text, hint in (
            (
                "hardware",
                QT_TRANSLATE_NOOP("Actions", "Hardware"),
                QT_TRANSLATE_NOOP("Actions", "Draw real faceplates"),
            ),
            (
                "status",
                QT_TRANSLATE_NOOP("Actions", "Status"),
                QT_TRANSLATE_NOOP("Actions", "Color devices by status"),
            ),
            (
                "phase",
                QT_TRANSLATE_NOOP("Actions", "Build phase"),
                QT_TRANSLATE_NOOP("Actions", "Color devices by build phase"),
            ),
            (
                "power",
                QT_TRANSLATE_NOOP("Actions", "Power"),
                QT_TRANSLATE_NOOP("Actions", "Color devices by power per rack unit"),
            ),
            (
                "mass",
                QT_TRANSLATE_NOOP("Actions", "Mass"),
                QT_TRANSLATE_NOOP("Actions", "Color devices by mass per rack unit"),
            ),
        )
    ),
    ActionSpec(
        "view.fold-catalog",
        QT_TRANSLATE_NOOP("Actions", "Collapse the catalog to the edge"),
        menu="view",
        group="panels",
        shortcuts=("Ctrl+B",),
        check=True,
        needs=("drawing",),
        hint=QT_TRANSLATE_NOOP("Actions", "Hide the catalog to enlarge the drawing, or show it again"),
        keywords=QT_TRANSLATE_NOOP("Actions", "panel dock show hide narrow tab"),
    ),
    *(
        ActionSpec(
            f"view.panel.{key}",
            text,
            menu="view/panels",
            group="panels",
            check=True,
            needs=("elevation" if key == "catalog" else "drawing",),
            hint=hint,
            keywords=QT_TRANSLATE_NOOP("Actions", "panel dock show hide"),
        )
        for key, text, hint in (
            (
                "catalog",
                QT_TRANSLATE_NOOP("Actions", "Catalog"),
                QT_TRANSLATE_NOOP("Actions", "Show or hide the catalog of parts"),
            ),
            (
                "inspector",
                QT_TRANSLATE_NOOP("Actions", "Inspector"),
                QT_TRANSLATE_NOOP("Actions", "Show or hide the properties of the selection"),
            ),
            (
                "problems",
                QT_TRANSLATE_NOOP("Actions", "Problems"),
                QT_TRANSLATE_NOOP("Actions", "Show or hide the list of problems"),
            ),
            (
                "history",
                QT_TRANSLATE_NOOP("Actions", "History"),
                QT_TRANSLATE_NOOP("Actions", "Show or hide the list of steps"),
            ),
            (
                "differences",
                QT_TRANSLATE_NOOP("Actions", "Differences"),
                QT_TRANSLATE_NOOP("Actions", "Show or hide the list of differences from another state"),
            ),
        )
    ),
    *(
        ActionSpec(f"view.theme.{key}", text, menu="view/theme", group="person", choice="theme", keywords=words)
        for key, text, words in (
            (
                "system",
                QT_TRANSLATE_NOOP("Actions", "Same as desktop"),
                QT_TRANSLATE_NOOP("Actions", "theme automatic system"),
            ),
            ("light", QT_TRANSLATE_NOOP("Actions", "Light"), QT_TRANSLATE_NOOP("Actions", "theme white bright")),
            ("dark", QT_TRANSLATE_NOOP("Actions", "Dark"), QT_TRANSLATE_NOOP("Actions", "theme black night")),
            (
                "contrast",
                QT_TRANSLATE_NOOP("Actions", "High contrast"),
                QT_TRANSLATE_NOOP("Actions", "theme accessibility"),
            ),
        )
    ),
    *(
        ActionSpec(
            f"view.language.{key}",
            text,
            menu="view/language",
            group="person",
            choice="language",
            keywords=QT_TRANSLATE_NOOP("Actions", "language"),
        )
        for key, text in (
            ("system", QT_TRANSLATE_NOOP("Actions", "System language")),
            ("en", "English"),
            ("es", "Español"),
        )
    ),
    *(
        ActionSpec(
            f"view.units.{key}",
            text,
            menu="view/units",
            group="person",
            choice="units",
            keywords=QT_TRANSLATE_NOOP("Actions", "units"),
        )
        for key, text in (
            ("metric", QT_TRANSLATE_NOOP("Actions", "Metric: mm, kg, °C")),
            ("imperial", QT_TRANSLATE_NOOP("Actions", "Imperial: in, lb, °F")),
        )
    ),
)
