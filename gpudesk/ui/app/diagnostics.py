"""The text of *Help › Copy diagnostics*: what remote support needs, without data about the user or the project.

It contains versions, sizes, counts by names from the source code (tables, rules), and the recent lines of the log. A test with
hostile names of users, folders, hosts, devices and keys verifies that none of them is included.
"""

import os
import platform
from typing import TYPE_CHECKING

from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication

from gpudesk import __version__
from gpudesk.core.messages import log
from gpudesk.ui.toolkit import quantities, translate
from gpudesk.ui.toolkit.theme import theme

if TYPE_CHECKING:
    from gpudesk.ui.app.window_places import WindowPlaces

_VARIABLES = ("GPUDESK_HOME", "GPUDESK_LOG", "QT_QPA_PLATFORM", "QT_SCALE_FACTOR", "QT_STYLE_OVERRIDE", "WAYLAND_DISPLAY", "DISPLAY")
"""Variables reported only as set or not set, without their values."""


def diagnostics_text(window: "WindowPlaces") -> str:
    """The diagnostics of this window, English in every language."""
    screens = [f"{screen.size().width()}×{screen.size().height()}@{screen.devicePixelRatio():g}" for screen in QGuiApplication.screens()]
    lines = [
        f"GPU Desk {__version__}",
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()}",
        f"Qt {qVersion()}, {QGuiApplication.platformName()}, screens {', '.join(screens)}, window {window.width()}×{window.height()}",
        f"language {translate.language()}, theme {theme.choice()}, units {quantities.unit_system()}, place {window.place}",
        f"variables set: {', '.join(name for name in _VARIABLES if name in os.environ) or 'none'}",
        *_project_lines(window),
        "",
        "Log:",
        *(log.recent() or ["(nothing)"]),
    ]
    return "\n".join(lines)


def _project_lines(window: "WindowPlaces") -> list[str]:
    session = window.session
    if not session.is_open:
        return ["no project is open"]
    tables = session.snapshot.tables
    rows = [f"{name} {tables[name].rows}" for name in sorted(tables) if tables[name].rows]
    state = "writable" if session.writable else "read-only"
    lines = [f"project: {state}, {len(session.history)} steps", f"rows: {', '.join(rows) or 'none'}"]
    if session.findings is not None:
        from gpudesk.checks.engine.families import ALL_RULES

        counts = {rule: len(session.findings.of_rule(rule)) for rule in ALL_RULES}
        lines.append(f"findings: {', '.join(f'{rule} {count}' for rule, count in counts.items() if count) or 'none'}")
    return lines
