"""Drop-downs of dialogs on cooling: carriers of a project, unit types of the catalog, redundancy."""

from collections.abc import Collection

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QCompleter, QWidget

from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.cooling.cooling_kinds import KIND_NAMES, REDUNDANCY_NAMES, CoolingKind, Redundancy
from gpudesk.core.cooling.cooling_unit_kinds import kind_of
from gpudesk.core.hardware.hardware import Family
from gpudesk.core.values.natural_order import natural_ranks
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.toolkit.code_labels import power_node_name
from gpudesk.ui.toolkit.quantities import format_quantity
from gpudesk.ui.toolkit.type_name import tr_type_name


class CarrierChoice(QComboBox):
    """Air and loops of some kinds, by name."""

    def __init__(self, snapshot: Snapshot, kinds: Collection[CoolingKind], nothing: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot, self._nothing = snapshot, nothing
        self.setMaxVisibleItems(16)
        self.offer(kinds)

    def offer(self, kinds: Collection[CoolingKind]) -> None:
        """Offer the carriers of other kinds; the choice is kept if still available."""
        before = self.currentData()
        self.clear()
        self.addItem(self._nothing, None)
        nodes = self._snapshot["cooling_node"]
        places = np.flatnonzero(np.isin(nodes["kind"], [int(kind) for kind in kinds]))
        names = nodes["name"][places].tolist()
        for place in places[np.argsort(natural_ranks(names), kind="stable")].tolist() if names else []:
            word = power_node_name(KIND_NAMES[int(nodes["kind"][place])])
            self.addItem(f"{nodes['name'][place]} · {word}", int(nodes.ids[place]))
        self.choose(before)
        self.setEnabled(self.count() > 1)

    def node_id(self) -> int | None:
        """The chosen carrier, None for none."""
        chosen_id = self.currentData()
        return None if chosen_id is None else int(chosen_id)

    def choose(self, node_id: int | None) -> None:
        """Choose a carrier."""
        self.setCurrentIndex(max(self.findData(node_id), 0) if node_id is not None else 0)


class UnitTypeChoice(QComboBox):
    """Types of the catalog that are units of some kinds; any part of a name finds one."""

    def __init__(self, kinds: Collection[CoolingKind], nothing: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._nothing = nothing
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setMaxVisibleItems(16)
        self.offer(kinds)

    def offer(self, kinds: Collection[CoolingKind]) -> None:
        """Offer the types of other kinds."""
        self.clear()
        self.addItem(self._nothing, "")
        catalog = open_catalog()
        cooling_types = [entry.type for entry in catalog.all() if entry.type.family in (Family.CDU, Family.COOLING)]
        for kind in sorted(cooling_types, key=lambda cooling_type: cooling_type.title.casefold()):
            if kind_of(kind) in kinds:
                capacity = kind.number("cooling_capacity_w")
                self.addItem(
                    tr_type_name(kind.title) if capacity is None else f"{tr_type_name(kind.title)} · {format_quantity(capacity, 'W')}",
                    kind.key,
                )
        completer = QCompleter(self.model(), self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.setCompleter(completer)

    def key(self) -> str:
        """The key of the chosen type, "" for none."""
        if self.currentText() == self.itemText(self.currentIndex()):
            return str(self.currentData())
        place = self.findText(self.currentText().strip())
        return str(self.itemData(place)) if place >= 0 else ""


class RedundancyChoice(QComboBox):
    """N, N+1, N+2 or 2N."""

    def __init__(self, level: Redundancy, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        for redundancy in Redundancy:
            self.addItem(REDUNDANCY_NAMES[redundancy], int(redundancy))
        self.setCurrentIndex(self.findData(int(level)))

    def level(self) -> int:
        """The chosen one."""
        return int(self.currentData())
