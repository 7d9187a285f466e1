"""Actions on project files."""

from gpudesk.core.message import QT_TRANSLATE_NOOP
from gpudesk.ui.actions import ActionSpec

FILE = (
    ActionSpec(
        "file.new",
        QT_TRANSLATE_NOOP("Actions", "New project…"),
        menu="file",
        group="open",
        icon="new",
        shortcuts=("Ctrl+N",),
        hint=QT_TRANSLATE_NOOP("Actions", "Start a project in a new file"),
        keywords=QT_TRANSLATE_NOOP("Actions", "create plan"),
    ),
    ActionSpec(
        "file.open",
        QT_TRANSLATE_NOOP("Actions", "Open…"),
        menu="file",
        group="open",
        icon="open",
        shortcuts=("Ctrl+O",),
        hint=QT_TRANSLATE_NOOP("Actions", "Open a project file"),
        keywords=QT_TRANSLATE_NOOP("Actions", "load file project"),
    ),
    ActionSpec(
        "file.sample",
        QT_TRANSLATE_NOOP("Actions", "Open the sample project"),
        menu="file",
        group="open",
        icon="layers",
        hint=QT_TRANSLATE_NOOP("Actions", "Open a copy of the project that comes with the program"),
        keywords=QT_TRANSLATE_NOOP("Actions", "example demo template"),
    ),
    ActionSpec(
        "file.save-copy",
        QT_TRANSLATE_NOOP("Actions", "Save a copy…"),
        menu="file",
        group="copy",
        icon="save-copy",
        shortcuts=("Ctrl+Shift+S",),
        needs=("project",),
        hint=QT_TRANSLATE_NOOP("Actions", "Write the project and its history to another file; edits are kept anyway"),
        keywords=QT_TRANSLATE_NOOP("Actions", "save as backup"),
    ),
    ActionSpec(
        "file.close",
        QT_TRANSLATE_NOOP("Actions", "Close project"),
        menu="file",
        group="leave",
        icon="close",
        shortcuts=("Ctrl+W",),
        needs=("project",),
        hint=QT_TRANSLATE_NOOP("Actions", "Close the file and go to Home"),
    ),
    ActionSpec(
        "file.quit",
        QT_TRANSLATE_NOOP("Actions", "Quit"),
        menu="file",
        group="leave",
        icon="quit",
        shortcuts=("Ctrl+Q",),
        hint=QT_TRANSLATE_NOOP("Actions", "Leave the program"),
        keywords=QT_TRANSLATE_NOOP("Actions", "exit leave"),
    ),
)
