"""The forms of the inspector for cables: what they are made of, where they lead, and what is set for one or many."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtWidgets import QWidget

from gpudesk import operations
from gpudesk.derived.cable_table import cable_table
from gpudesk.ui.docks.inspector_forms import Form
from gpudesk.ui.docks.inspector_measures import add_measure
from gpudesk.ui.object_ref import ObjectRef
from gpudesk.ui.session import Session
from gpudesk.ui.widgets.field_rows import LABEL_WIDTH, FieldList
from gpudesk.ui.widgets.link_button import LinkButton, link_row

TABLE = "cable"
_LONGEST_M = 10_000.0


class CablesForm(Form):
    """Several cables: what they share, and what is set for all of them."""

    table = TABLE

    def title(self) -> str:
        return self.counts.cables(len(self.selection))

    def subtitle(self) -> str:
        networks = self.distinct("network_id")
        return self._network_name(networks.pop()) if len(networks) == 1 else ""

    def fill(self, rows: FieldList) -> None:
        self.group(rows, self.tr("Parts"))
        rows.add_gap()
        self._part_rows(rows)
        self.group(rows, self.tr("Set for all"))
        rows.add_gap()
        self._set_rows(rows)

    def _part_rows(self, rows: FieldList) -> None:
        nothing = self.tr("Nothing is chosen yet.")
        for label, name in (
            (self.tr("Cable"), "type_id"),
            (self.tr("At the near end"), "a_module_id"),
            (self.tr("At the far end"), "b_module_id"),
        ):
            self.fact(rows, label, partial(self._part, name), "", nothing)
        rows.add_gap()

    def _set_rows(self, rows: FieldList) -> None:
        def length() -> float | None:
            value, same = self.common("length_mm")
            return value / 1000 if same and value is not None else None

        def set_length(value: float | None) -> None:
            self.set_cables(length_mm=None if value is None else round(value * 1000))

        def nothing() -> str:
            return self.tr("not chosen") if self.common("length_mm")[1] else self.tr("several")

        add_measure(self, rows, self.tr("Length bought"), "m", length, set_length, bounds=(0.1, _LONGEST_M), empty=nothing)

        def set_phase(text: str) -> None:
            if text.strip().isdecimal():
                self.set_cables(phase=int(text))
            else:
                self.refresh(self.selection)

        self.line(rows, self.tr("Build phase"), "phase", set_phase)
        chosen = [(0, self.tr("by the program")), (1, self.tr("by hand"))]
        self.choice(rows, self.tr("Chosen"), chosen, lambda: self.common("by_hand"), lambda value: self.set_cables(by_hand=value))
        rows.add_gap()

    def set_cables(self, **values: Any) -> None:
        """Set something of all selected cables, if that changes anything."""
        self.session.do(operations.set_cables, [ref.id for ref in self.selection], values)

    def _part(self, name: str) -> str:
        found = self.distinct(name)
        if len(found) != 1:
            return self.tr("several ({count})").format(count=len(found))
        type_id = found.pop()
        return "" if type_id is None else self.session.snapshot.types[int(type_id)].model

    def _network_name(self, network_id: int | None) -> str:
        networks = self.session.snapshot["network"]
        return "" if network_id is None else str(networks.row(int(network_id))["name"])


class CableForm(CablesForm):
    """One cable: its ends, its parts, how it runs, and the verdict on it."""

    def title(self) -> str:
        return self.tr("Cable {number}").format(number=self.selection[0].id)

    def subtitle(self) -> str:
        snapshot = self.session.snapshot
        table, place = snapshot.cached(cable_table), snapshot[TABLE].position(self.selection[0].id)
        ends = [" ".join(table.end_text(place, far=far)) for far in (False, True)]
        rail = int(table.rail[place])
        parts = [
            " → ".join(ends),
            *([self.tr("rail {number}").format(number=rail)] if rail >= 0 else []),
            table.networks[table.network[place]],
        ]
        return " · ".join(part for part in parts if part)

    def fill(self, rows: FieldList) -> None:
        self.group(rows, self.tr("Parts"))
        rows.add_gap()
        self._part_rows(rows)
        self.group(rows, self.tr("Cable"))
        rows.add_gap()
        self._set_rows(rows)
        for text, side in ((self.tr("Go to the near end"), "a"), (self.tr("Go to the far end"), "b")):
            rows.add(self._link(text, side))
        rows.add_gap()

    def _link(self, text: str, side: str) -> QWidget:
        link = LinkButton(text)
        name = f"{side}_device_id"
        link.clicked.connect(lambda _checked=False: self.go_requested.emit(ObjectRef("device", int(self.rows()[0][name]))))
        return link_row(link, 10 + LABEL_WIDTH)


def cable_form(session: Session, selection: Sequence[ObjectRef]) -> Form:
    """The form for cables."""
    return CableForm(session, selection) if len(selection) == 1 else CablesForm(session, selection)
