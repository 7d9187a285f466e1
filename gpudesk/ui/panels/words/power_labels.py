"""Display names of power node kinds."""

import math
from functools import lru_cache

from PySide6.QtCore import QCoreApplication

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.power.power_lines import LINES, Tap, Wiring
from gpudesk.project.power_systems import PowerSystem, system_of
from gpudesk.ui.toolkit.quantities import MISSING, format_quantity
from gpudesk.ui.toolkit.translate import language
from gpudesk.ui.toolkit.widgets.severity_marks import confidence_name

_WIRINGS = {
    Wiring.LINE_TO_NEUTRAL: QT_TRANSLATE_NOOP("PowerWords", "line to neutral"),
    Wiring.LINE_TO_LINE: QT_TRANSLATE_NOOP("PowerWords", "line to line"),
    Wiring.WYE: QT_TRANSLATE_NOOP("PowerWords", "three-phase with neutral"),
    Wiring.DELTA: QT_TRANSLATE_NOOP("PowerWords", "three-phase without neutral"),
    Wiring.DC: QT_TRANSLATE_NOOP("PowerWords", "direct current"),
}
ARROW = "→"
SINGLE = (Wiring.LINE_TO_NEUTRAL, Wiring.LINE_TO_LINE)
"""The wirings for which it matters on which line they begin."""


def wiring_name(wiring: int) -> str:
    """Display name of the wiring of a circuit."""
    return QCoreApplication.translate("PowerWords", _WIRINGS[Wiring(wiring)])


def system_title(system: PowerSystem) -> str:
    """A system in the person's language."""
    return system.title_es if language() == "es" else system.title


def system_source(system: PowerSystem) -> str:
    """Where a system is written down, and how well that is known."""
    source = system.source_es if language() == "es" else system.source
    return f"{source} ({confidence_name(str(system.confidence))})"


def system_words(wiring: int, voltage_v: int) -> str:
    """Voltage and lines of a circuit, by the name of its system where that has one."""
    system = system_of(wiring, voltage_v)
    return system_title(system) if system is not None else f"{format_quantity(voltage_v, 'V')}, {wiring_name(wiring)}"


def line_name(line: int, wiring: int) -> str:
    """ "L2", or "L2–L3" for a circuit between two lines."""
    if wiring == Wiring.LINE_TO_LINE:
        return f"L{line + 1}–L{(line + 1) % LINES + 1}"
    return f"L{line + 1}"


def tap_name(tap: int) -> str:
    """The lines of an outlet, "" for direct current."""
    if tap == Tap.DC:
        return ""
    if tap == Tap.ALL:
        return "L1–L3"
    return line_name(tap, Wiring.LINE_TO_NEUTRAL) if tap <= Tap.L3 else line_name(tap - Tap.L1_L2, Wiring.LINE_TO_LINE)


def watt_text(watts: float) -> str:
    """A power, to tenths of kW from 1 kW on."""
    return MISSING if math.isnan(watts) else _watts(float(round(watts, -2 if watts >= 1000 else 0)), language())


@lru_cache(maxsize=16_384)
def _watts(watts: float, _language: str) -> str:
    return format_quantity(watts, "W")
