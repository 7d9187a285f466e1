"""Derived figures in the inspector: their names, their values, and their working."""

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from gpudesk.core.message import QT_TRANSLATE_NOOP
from gpudesk.derived.totals import Explanation, Term, explain
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.quantities import format_number, format_quantity
from gpudesk.ui.translate import tr_message
from gpudesk.ui.widgets.why import WhyContent, WhyTerm, why_popover

_NAMES = {
    "power_max_w": QT_TRANSLATE_NOOP("Figures", "Power, maximum"),
    "power_provisioned_w": QT_TRANSLATE_NOOP("Figures", "Power, provisioned"),
    "power_average_w": QT_TRANSLATE_NOOP("Figures", "Power, average"),
    "mass_kg": QT_TRANSLATE_NOOP("Figures", "Mass"),
    "centre_of_gravity_mm": QT_TRANSLATE_NOOP("Figures", "Centre of gravity"),
    "floor_load_kg_per_m2": QT_TRANSLATE_NOOP("Figures", "Floor load"),
    "used_u": QT_TRANSLATE_NOOP("Figures", "Units used"),
    "free_u": QT_TRANSLATE_NOOP("Figures", "Units free"),
    "gpus": QT_TRANSLATE_NOOP("Figures", "GPUs"),
    "systems": QT_TRANSLATE_NOOP("Figures", "Systems"),
    "heat_w": QT_TRANSLATE_NOOP("Figures", "Heat"),
}
FIGURES = {
    "rack": ("power_max_w", "heat_w", "mass_kg", "centre_of_gravity_mm", "floor_load_kg_per_m2", "used_u", "free_u", "gpus"),
    "project": ("gpus", "systems", "power_max_w", "power_provisioned_w", "power_average_w", "heat_w", "mass_kg", "used_u", "free_u"),
}
"""The figures of a rack and of the project, in the order in which they are shown."""


def figure_name(figure: str) -> str:
    """The name of a figure in the person's language."""
    return QCoreApplication.translate("Figures", _NAMES[figure])
