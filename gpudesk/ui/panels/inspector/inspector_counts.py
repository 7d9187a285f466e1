"""Text of counts, for the header of the inspector."""

from PySide6.QtCore import QObject

from gpudesk.checks.findings.finding import Severity
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("InspectorCounts")


class InspectorCounts(QObject):
    """Formats counts."""

    def objects(self, count: int) -> str:
        """Text with the number of objects."""
        return tr("%n object(s)", "", count)

    def findings(self, severity: Severity, count: int) -> str:
        """Text with the number of findings of a shown severity."""
        if severity is Severity.ERROR:
            return tr("%n error(s)", "", count)
        if severity is Severity.WARNING:
            return tr("%n warning(s)", "", count)
        return tr("%n note(s)", "", count)

    def cables(self, count: int) -> str:
        """Text with the number of cables."""
        return tr("%n cable(s)", "", count)

    def parts_of_cooling(self, count: int) -> str:
        """Text with the number of cooling nodes."""
        return tr("%n cooling component(s)", "", count)

    def parts_of_power(self, count: int) -> str:
        """Text with the number of power nodes."""
        return tr("%n power component(s)", "", count)
