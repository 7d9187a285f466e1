"""The rail of the window: its places, and the worst problem of each."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QWidget

from gpudesk.ui.shell.place import CONTEXT, AnyPlace
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.widgets.rail import Rail

if TYPE_CHECKING:
    from gpudesk.checks.findings.findings import Findings


class PlaceRail(Rail):
    """Places that need a project are offered while one is open."""

    def __init__(self, places: Sequence[AnyPlace], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setOrientation(Qt.Orientation.Vertical)
        self._places = tuple(places)
        for place in places:
            title, hint = (QCoreApplication.translate(CONTEXT, text) for text in (place.title, place.hint))
            self.add_place(place.key, title, place.icon, hint)

    def show_project(self, session: Session) -> None:
        """Show the available places, and mark those with problems."""
        findings, is_open = session.findings, session.document is not None
        for place in self._places:
            if place.needs_project:
                self.button(place.key).setEnabled(is_open)
            if place.rules is not None:
                self.set_mark(place.key, _worst(findings, *place.rules))


def _worst(findings: "Findings | None", *families: str) -> str | None:
    """The highest severity found for rules with this key prefix; for all rules if none is given."""
    if findings is None:
        return None
    findings_by_rule = [findings.of_rule(rule) for rule in findings.rules if rule.startswith(families or "")]
    worst = {str(rule_findings.severity) for rule_findings in findings_by_rule if len(rule_findings) > len(rule_findings.excluded)}
    return next((severity for severity in ("error", "warning") if severity in worst), None)
