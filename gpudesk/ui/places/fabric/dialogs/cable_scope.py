"""The cables for labels and lists: of which networks, of which build phase, and those connected since a version."""

from dataclasses import dataclass

from PySide6.QtCore import QObject
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QComboBox, QWidget

from gpudesk.ui.panels.words.network_labels import network_name
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("CableScope")

_TABLES = ("rack", "device", "cable")


@dataclass(frozen=True, slots=True)
class ChosenPhase:
    """A build phase, None for all, and whether only its additions are included."""

    phase: int | None
    alone: bool


class CableScope(QObject):
    """Makes the fields, for forms that have them.

    Args:
        session: of whose project the fields name networks, phases and versions.
    """

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._project, self._widget = session, parent

    def networks(self) -> QComboBox:
        """All networks, or one."""
        rows = self._project.snapshot["network"]
        box = self._box(tr("All networks"), 0)
        for network_id, name in zip(rows.ids.tolist(), rows["name"].tolist(), strict=True):
            box.addItem(network_name(name), network_id)
        return box

    def phases(self) -> QComboBox:
        """All phases, everything up to one, or the additions of one."""
        numbers: set[int] = set()
        for table in _TABLES:
            numbers |= set(self._project.snapshot[table]["phase"].tolist())
        box = self._box(tr("All phases"), ChosenPhase(None, alone=False))
        for number in sorted(numbers):
            box.addItem(tr("Up to phase {phase}").format(phase=number), ChosenPhase(number, alone=False))
        for number in sorted(numbers) if len(numbers) > 1 else []:
            box.addItem(tr("Only phase {phase}").format(phase=number), ChosenPhase(number, alone=True))
        return box

    def versions(self, whole: str = "") -> QComboBox:
        """The named versions, the newest first; after `whole`, which is None, if it is given."""
        box = self._box(whole, None)
        document = self._project.document
        for version_id, name in [(row[0], row[1]) for row in reversed(document.versions())] if document is not None else []:
            box.addItem(str(name), version_id)
        return box

    def _box(self, text: str, value: object) -> QComboBox:
        box = QComboBox(self._widget)
        if text:
            box.addItem(text, value)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(20)
        return box


def enable_alone(box: QComboBox, enabled: bool) -> None:
    """Enable or disable the additions of a phase; if selected but unavailable, all phases are selected."""
    model = box.model()
    assert isinstance(model, QStandardItemModel)  # noqa: S101 - narrows the type
    for place in range(box.count()):
        if box.itemData(place).alone:
            model.item(place).setEnabled(enabled)
    if not enabled and box.currentData().alone:
        box.setCurrentIndex(0)
