"""The parent of a power chain part: the nodes as entries of a searchable drop-down list."""

from collections.abc import Collection

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QCompleter, QWidget

from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.values.natural_order import natural_ranks
from gpudesk.derived.power.power_failures import NODE_KINDS
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.toolkit.code_labels import power_node_name


class PowerNodeChoice(QComboBox):
    """Any part of a name matches. Usual parents come first, feeds last.

    Signals:
        node_changed(): another node was chosen, or the text matches none.
    """

    node_changed = Signal()

    def __init__(self, snapshot: Snapshot, nothing: str, parent: QWidget | None = None, *, without: Collection[int] = ()) -> None:
        """`nothing` is the line for no node; `without` are left out."""
        super().__init__(parent)
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setMaxVisibleItems(16)
        self.addItem(nothing, None)
        nodes = snapshot["power_node"]
        names, kinds = nodes["name"].tolist(), nodes["kind"]
        left_out = set(without)
        for place in np.lexsort((natural_ranks(names), kinds == PowerNodeKind.FEED)).tolist():
            node_id = int(nodes.ids[place])
            if node_id not in left_out:
                self.addItem(f"{names[place]} · {power_node_name(NODE_KINDS[int(kinds[place])])}", node_id)
        completer = QCompleter(self.model(), self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        self.setCompleter(completer)
        self.editTextChanged.connect(lambda _: self.node_changed.emit())

    def is_known(self) -> bool:
        """Whether the text names a node, or intentionally none."""
        return self._place() >= 0

    def node_id(self) -> int | None:
        """The chosen node, None for none."""
        place = self._place()
        chosen = self.itemData(place) if place >= 0 else None
        return None if chosen is None else int(chosen)

    def choose(self, node_id: int | None) -> None:
        """Choose a node."""
        self.setCurrentIndex(max(self.findData(node_id), 0) if node_id is not None else 0)

    def _place(self) -> int:
        text = self.currentText().strip()
        if self.currentText() == self.itemText(self.currentIndex()):
            return self.currentIndex()
        return self.findText(text or self.itemText(0))
