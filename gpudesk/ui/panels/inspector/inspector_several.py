"""The inspector form for several objects at once: their kinds, their totals, and settings for all."""

from collections import Counter
from collections.abc import Callable
from functools import partial

import numpy as np
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from gpudesk.core.hardware.hardware import POWER_NAMES, Face
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.totals.explain import Explanation, explain_chosen
from gpudesk.ui.panels.inspector.inspector_figures import explained_text, figure_name, show_why, why_content
from gpudesk.ui.panels.inspector.inspector_forms import Form
from gpudesk.ui.panels.inspector.inspector_several_racks import SeveralRacks
from gpudesk.ui.toolkit.code_labels import face_name
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.type_name import tr_type_name
from gpudesk.ui.toolkit.widgets.field_rows import FactRow, FieldList

tr = text_context("SeveralForm")

FIGURES = ("gpus", *(f"power_{name}_w" for name in POWER_NAMES), "mass_kg", "height_u")
"""Totals of objects, in display order."""
ALWAYS = frozenset(["power_max_w", "mass_kg"])
"""Figures that are shown even if unknown: unknown rows of others are omitted."""
MOST_TYPES = 8
"""Number of most frequently selected types with a separate row."""


class SeveralForm(Form):
    """Several objects: common properties can be set for all."""

    def title(self) -> str:
        selected = self.ids_by_table()
        counts = {
            table: len(selected.get(table, ())) for table in ("device", "rack", "rack_row", "reservation", "floor_item", "power_node")
        }
        words: dict[str, Callable[[int], str]] = {
            "device": lambda count: tr("%n device(s)", "", count),
            "rack": lambda count: tr("%n rack(s)", "", count),
            "rack_row": lambda count: tr("%n row(s)", "", count),
            "reservation": lambda count: tr("%n reservation(s)", "", count),
            "floor_item": lambda count: tr("%n floor item(s)", "", count),
            "power_node": self.counts.parts_of_power,
        }
        return ", ".join(words[table](count) for table, count in counts.items() if count)

    def fill(self, rows: FieldList) -> None:
        tables = {ref.table for ref in self.selection}
        if tables - {"reservation"}:
            self._type_rows(rows)
            self._figure_rows(rows)
        self.group(rows, tr("Set for all"))
        rows.add_gap()
        if tables & {"floor_item", "rack_row", "hall", "power_node"}:
            self.phase_row(rows)
            self.line(rows, tr("Notes"), "notes", lambda text: self.set_fields(notes=text))
        elif "reservation" in tables:
            if tables == {"reservation"}:
                self.line(rows, tr("Reason"), "reason", lambda text: self.set_fields(reason=text))
            self.phase_row(rows)
        else:
            self.shared_rows(rows)
            if tables == {"device"}:
                self.line(rows, tr("Role"), "role", lambda text: self.set_fields(role=text))
            if tables == {"rack"}:
                SeveralRacks(self, rows)
                self.rail_distance_row(rows)
        rows.add_gap()
        if tables == {"device"}:
            self.group(rows, tr("Placement"))
            self.fact(rows, tr("Rack"), self._racks)
            self.fact(rows, tr("Face"), self._faces)

    def _type_rows(self, rows: FieldList) -> None:
        self.group(rows, tr("Types"))
        for place, type_id in enumerate(self._counts()):
            if place == MOST_TYPES:
                self.fact(rows, tr("Others"), lambda: f"× {format_number(sum(list(self._counts().values())[MOST_TYPES:]))}")
                break
            kind = self.session.snapshot.types[type_id]
            row = self.fact(rows, tr_type_name(kind.model), partial(self._count_text, type_id))
            row.setToolTip(tr_type_name(kind.title))

    def _count_text(self, type_id: int) -> str:
        return f"× {format_number(self._counts()[type_id])}"

    def _counts(self) -> Counter[int]:
        """How many of each type are selected, the most frequent first."""
        snapshot = self.session.snapshot
        count_by_type: dict[int, int] = {}
        for table, ids in self.ids_by_table().items():
            columns = snapshot[table]
            if "type_id" in columns:
                type_ids, counts = np.unique(columns["type_id"][columns.positions(np.array(ids, np.int64))], return_counts=True)
                count_by_type |= {kind: count for kind, count in zip(type_ids.tolist(), counts.tolist(), strict=True) if kind != ABSENT}
        return Counter(dict(sorted(count_by_type.items(), key=lambda entry: (-entry[1], snapshot.types[entry[0]].title))))

    def _figure_rows(self, rows: FieldList) -> None:
        self.group(rows, tr("Together"))
        for figure in FIGURES:
            self._figure_row(rows, figure)

    def _figure_row(self, rows: FieldList, figure: str) -> None:
        missing = QCoreApplication.translate("Form", "None of the parts has a published value")

        def opened(widget: QWidget) -> None:
            show_why(why_content(self._explained(figure)), widget, self, self.pin_requested.emit)

        row = self.figure(rows, figure_name(figure), lambda: "", opened)
        unknown = FactRow("", "")
        rows.add(unknown)

        def update() -> None:
            explanation = self._explained(figure)
            text = explained_text(explanation)
            row.set_fact(text, "derived", missing=missing)
            known = bool(text) and bool(explanation.terms)
            row.setVisible(known or figure in ALWAYS)
            unknown.set_fact(tr("+ {count} unknown").format(count=format_number(explanation.missing)))
            unknown.setAccessibleName(tr("{figure}: {count} unknown").format(figure=row.label(), count=explanation.missing))
            unknown.setVisible(bool(explanation.missing) and known)

        self.updates[-1] = update

    def _explained(self, figure: str) -> Explanation:
        chosen = self.ids_by_table()
        return explain_chosen(self.session.snapshot, chosen.get("rack", ()), chosen.get("device", ()), figure)

    def _racks(self) -> str:
        racks = self.distinct("rack_id")
        if len(racks) != 1:
            return tr("several ({count})").format(count=len(racks))
        rack_id = racks.pop()
        return tr("not placed") if rack_id in (None, ABSENT) else str(self.session.snapshot["rack"].row(int(rack_id))["name"])

    def _faces(self) -> str:
        faces = self.distinct("face")
        return face_name(Face(int(faces.pop()))) if len(faces) == 1 and None not in faces else tr("several")
