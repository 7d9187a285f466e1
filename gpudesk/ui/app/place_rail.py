"""The rail of this program: its places, and the worst problem of each."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.rail import Rail

if TYPE_CHECKING:
    from gpudesk.checks.findings.findings import Findings

tr = text_context("PlaceRail")


class PlaceRail(Rail):
    """Home is always there, sizing, the monitor and the catalog as well; the others want a project."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setOrientation(Qt.Orientation.Vertical)
        self.add_place("home", tr("Home"), "home", tr("Home: recent projects, new and sample (Ctrl+1)"))
        self.add_place("size", tr("Size"), "size", tr("Size: which GPUs a model needs, and why (Ctrl+2)"))
        self.add_place("floor", tr("Floor"), "floor", tr("Floor: halls from above, rows and aisles (Ctrl+3)"))
        self.add_place("rack", tr("Rack"), "rack", tr("Rack: what is mounted where, front and rear (Ctrl+4)"))
        self.add_place("fabric", tr("Fabric"), "fabric", tr("Fabric: networks, switches and every cable (Ctrl+6)"))
        self.add_place("power", tr("Power"), "power", tr("Power and cooling: feeds, cooling, and the impact of each failure (Ctrl+5)"))
        self.add_place("onsite", tr("On site"), "check", tr("On site: the checklist of the plan, completed in the hall (Ctrl+7)"))
        self.add_place("monitor", tr("Monitor"), "monitor", tr("Monitor: GPUs live or recorded (Ctrl+8)"))
        self.add_place("catalog", tr("Catalog"), "catalog", tr("Catalog: available hardware, with every source (Ctrl+9)"))

    def show_project(self, session: Session) -> None:
        """Offer what there is, and mark what is wrong with it."""
        findings, is_open = session.findings, session.document is not None
        for place in ("floor", "rack", "fabric", "power", "onsite"):
            self.button(place).setEnabled(is_open)
        worst = _worst(findings)
        self.set_mark("floor", worst)
        self.set_mark("rack", worst)
        self.set_mark("fabric", _worst(findings, "fabric.", "link."))
        self.set_mark("power", _worst(findings, "power.", "cooling."))


def _worst(findings: "Findings | None", *families: str) -> str | None:
    """The weightiest severity that is found, of rules whose keys begin so; of all rules if none is given."""
    if findings is None:
        return None
    told = [findings.of_rule(rule) for rule in findings.rules if rule.startswith(families or "")]
    worst = {str(found.severity) for found in told if len(found) > len(found.excluded)}
    return next((severity for severity in ("error", "warning") if severity in worst), None)
