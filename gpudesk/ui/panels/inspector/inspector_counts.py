"""Counts in words, for the head of the inspector."""

from PySide6.QtCore import QObject

from gpudesk.checks.findings.finding import Severity
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("InspectorCounts")


class InspectorCounts(QObject):
    """Says how many there are."""

    def objects(self, count: int) -> str:
        """So many objects."""
        return tr("%n object(s)", "", count)

    def findings(self, severity: Severity, count: int) -> str:
        """So many findings of a severity that is shown."""
        if severity is Severity.ERROR:
            return tr("%n error(s)", "", count)
        if severity is Severity.WARNING:
            return tr("%n warning(s)", "", count)
        return tr("%n note(s)", "", count)

    def cables(self, count: int) -> str:
        """So many cables."""
        return tr("%n cable(s)", "", count)

    def parts_of_cooling(self, count: int) -> str:
        """So many parts of the cooling."""
        return tr("%n cooling component(s)", "", count)

    def parts_of_power(self, count: int) -> str:
        """So many parts of the power chain."""
        return tr("%n power component(s)", "", count)
