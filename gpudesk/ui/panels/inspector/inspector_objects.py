"""The forms of the inspector for devices, racks, reservations and the project."""

from functools import partial

import numpy as np
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from gpudesk.checks.findings.findings import Findings
from gpudesk.core.cooling.air import cfm_from_m3_per_s
from gpudesk.core.hardware.hardware import Face, Mount, Side
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.cooling.cooling_plan import cooling_plan
from gpudesk.derived.racks.device_placement import span_name
from gpudesk.derived.totals.explain import explain
from gpudesk.operations.racks.device_operations import flip_face, move_device
from gpudesk.operations.run.field_operations import rename
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.canvas.refs import ObjectRef
from gpudesk.ui.panels.inspector.inspector_bays import add_bays, add_seat, seat_text
from gpudesk.ui.panels.inspector.inspector_figures import FIGURES, figure_name, figure_text, show_why, why_content
from gpudesk.ui.panels.inspector.inspector_floor import StandRows, row_choice
from gpudesk.ui.panels.inspector.inspector_forms import Form, Row
from gpudesk.ui.toolkit.code_labels import face_name, side_name, status_name
from gpudesk.ui.toolkit.quantities import format_quantity
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.type_name import tr_type_name
from gpudesk.ui.toolkit.widgets.field_rows import FieldList, LineField
from gpudesk.ui.toolkit.widgets.group_header import GroupHeader
from gpudesk.ui.toolkit.widgets.link_button import LinkButton, link_row


def rack_cooling(snapshot: Snapshot, rack_id: int, which: str) -> str:
    """One figure of a rack: "air_w", "liquid_w", "airflow", "flow", or "cooled_by" for what serves it; "" for none."""
    plan = snapshot.cached(cooling_plan)
    place = int(plan.heat.racks.positions(np.array([rack_id], np.int64))[0])
    network = plan.network
    if place == ABSENT:
        return ""
    if which == "cooled_by":
        nodes_of_places = [int(node_column[place]) for node_column in (network.door, network.near_air, network.room_air, network.loop)]
        return ", ".join(str(plan.nodes["name"][node]) for node in nodes_of_places if node != ABSENT)
    value, unit = {
        "air_w": (float(network.air_w[place]), "W"),
        "liquid_w": (float(network.liquid_w[place]), "W"),
        "airflow": (round(float(cfm_from_m3_per_s(network.airflow_needed_m3_s[place]))), "CFM"),
        "flow": (round(float(network.flow_needed_l_min[place])), "L/min"),
    }[which]
    return format_quantity(value, unit) if value else ""


tr_named_form = text_context("NamedForm")
tr_device_form = text_context("DeviceForm")
tr_rack_form = text_context("RackForm")
tr_reservation_form = text_context("ReservationForm")
tr_project_form = text_context("ProjectForm")


class NamedForm(Form):
    """One object with a name."""

    def name_row(self, rows: FieldList) -> None:
        """The name, editable."""

        def commit(text: str) -> None:
            row = self.rows()[0]
            if text.strip() and text.strip() != row["name"]:
                self.session.do(rename, self.selection[0].table, row["id"], text)
            else:
                self.refresh(self.selection)

        self.name_editor = self.line(rows, tr_named_form("Name"), "name", commit)

    def title(self) -> str:
        return str(self.rows()[0]["name"])

    def status_tag(self) -> tuple[str, str | None]:
        """The status as a mark."""
        return status_name(int(self.rows()[0]["status"])), None


class DeviceForm(NamedForm):
    """One device."""

    def subtitle(self) -> str:
        row = self.rows()[0]
        snapshot = self.session.snapshot
        kind = snapshot.types[int(row["type_id"])]
        parts = [tr_type_name(kind.model)]
        if row["rack_id"] is not None:
            parts.append(tr_device_form("rack {name}").format(name=snapshot["rack"].row(int(row["rack_id"]))["name"]))
            low = int(row["position"])
            if kind.mount is Mount.UNITS:
                parts.append(span_name(low, low + kind.height_half_units))
        elif row["parent_id"] is not None:
            parts.append(seat_text(snapshot, row))
        elif row["hall_id"] is not None:
            parts.append(str(snapshot["hall"].row(int(row["hall_id"]))["name"]))
        else:
            parts.append(tr_device_form("not placed"))
        parts.append(tr_device_form("phase {number}").format(number=row["phase"]))
        return " · ".join(parts)

    def tags(self, findings: Findings) -> list[tuple[str, str | None]]:
        return [self.status_tag(), *super().tags(findings)]

    def fill(self, rows: FieldList) -> None:
        row = self.rows()[0]
        kind = self.session.snapshot.types[int(row["type_id"])]
        self.group(rows, tr_device_form("Placement"))
        rows.add_gap()
        self.name_row(rows)
        if row["rack_id"] is not None:
            racks = self.session.snapshot["rack"]
            entries = list(zip(racks.ids.tolist(), racks["name"].tolist(), strict=True))
            self.choice(rows, tr_device_form("Rack"), entries, lambda: self.common("rack_id"), self._move_to_rack)
            self._unit_row(rows)
            faces = [(int(face), face_name(face)) for face in (Face.FRONT, Face.REAR)]
            self.choice(rows, tr_device_form("Face"), faces, lambda: self.common("face"), self._turn)
            if kind.half_wide or kind.mount is Mount.ZERO_U:
                sides = [(int(side), side_name(side)) for side in Side]
                self.choice(rows, tr_device_form("Side"), sides, lambda: self.common("side"), lambda side: self._move(side=side))
        add_seat(self, rows, row, kind)
        if row["hall_id"] is not None and kind.mount is Mount.FLOOR:
            StandRows(self, rows)
        self.line(rows, tr_device_form("Role"), "role", lambda text: self.set_fields(role=text))
        rows.add_gap()
        add_bays(self, rows, row, kind)
        self.state_rows(rows)
        self.type_rows(rows, int(row["type_id"]))
        if row["rack_id"] is not None:
            self._rack_rows(rows, int(row["rack_id"]))

    def _unit_row(self, rows: FieldList) -> None:
        editor = LineField()

        def commit(text: str) -> None:
            try:
                position = round(2 * (float(text.strip().replace(",", ".")) - 1))
            except ValueError:
                self.refresh(self.selection)
                return
            self._move(position=position)

        self.take_lines(editor, commit)
        self.add_editor(rows, tr_device_form("Lowest unit"), editor, "U")

        def update() -> None:
            position = self.rows()[0]["position"]
            editor.set_value("" if position is None else f"{position / 2 + 1:g}")

        self.updates.append(update)

    def _rack_rows(self, rows: FieldList, rack_id: int) -> None:
        name = str(self.session.snapshot["rack"].row(rack_id)["name"])
        self.group(rows, tr_device_form("Rack {name}").format(name=name))
        add_figures(self, rows, "rack", "rack_id")
        link = LinkButton(tr_device_form("Select rack {name}").format(name=name))
        link.clicked.connect(lambda: self.go_requested.emit(ObjectRef("rack", rack_id)))
        rows.add(link_row(link))

    def _move_to_rack(self, rack_id: int) -> None:
        if rack_id != self.rows()[0]["rack_id"]:
            self._move(rack_id=rack_id)

    def _turn(self, face: int) -> None:
        if face != self.rows()[0]["face"]:
            self.session.do(flip_face, self.selection[0].id)

    def _move(self, **changed: int) -> None:
        row: Row = self.rows()[0] | changed
        self.session.do(move_device, row["id"], row["rack_id"], row["position"], row["face"], row["side"])


class RackForm(NamedForm):
    """One rack."""

    def subtitle(self) -> str:
        row, snapshot = self.rows()[0], self.session.snapshot
        parts = [tr_type_name(snapshot.types[int(row["type_id"])].model), str(snapshot["hall"].row(int(row["hall_id"]))["name"])]
        if row["row_id"] is not None:
            parts.append(tr_rack_form("row {name}").format(name=snapshot["rack_row"].row(int(row["row_id"]))["name"]))
        parts.append(tr_rack_form("phase {number}").format(number=row["phase"]))
        return " · ".join(parts)

    def tags(self, findings: Findings) -> list[tuple[str, str | None]]:
        return [self.status_tag(), *super().tags(findings)]

    def fill(self, rows: FieldList) -> None:
        row = self.rows()[0]
        self.group(rows, tr_rack_form("Rack"))
        rows.add_gap()
        self.name_row(rows)
        row_choice(self, rows)
        self.rail_distance_row(rows)
        rows.add_gap()
        StandRows(self, rows)
        self.group(rows, tr_rack_form("Figures"))
        add_figures(self, rows, "rack", "id")
        self._cooling_rows(rows)
        self.state_rows(rows)
        self.type_rows(rows, int(row["type_id"]))

    def _cooling_rows(self, rows: FieldList) -> None:
        self.group(rows, tr_rack_form("Cooling"))
        for title, which in (
            (tr_rack_form("Heat to air"), "air_w"),
            (tr_rack_form("Heat to liquid"), "liquid_w"),
            (tr_rack_form("Required airflow"), "airflow"),
            (tr_rack_form("Required coolant flow"), "flow"),
            (tr_rack_form("Cooled by"), "cooled_by"),
        ):
            self.fact(rows, title, partial(rack_cooling, self.session.snapshot, int(self.rows()[0]["id"]), which))
        rows.add_gap()


class ReservationForm(Form):
    """Units kept free."""

    def title(self) -> str:
        return tr_reservation_form("Reserved units")

    def subtitle(self) -> str:
        row = self.rows()[0]
        rack = self.session.snapshot["rack"].row(int(row["rack_id"]))["name"]
        units = span_name(int(row["position"]), int(row["position"]) + int(row["height"]))
        return tr_reservation_form("{units} in rack {rack}, {face}").format(
            units=units, rack=rack, face=face_name(int(row["face"])).lower()
        )

    def fill(self, rows: FieldList) -> None:
        self.group(rows, tr_reservation_form("Reservation"))
        rows.add_gap()
        self.name_editor = self.line(rows, tr_reservation_form("Reason"), "reason", lambda text: self.set_fields(reason=text))
        self.phase_row(rows)


class ProjectForm(Form):
    """The project as a whole."""

    def title(self) -> str:
        document = self.session.document
        return document.path.stem if document is not None else ""

    def subtitle(self) -> str:
        return tr_project_form("Nothing is selected: the whole project")

    def tags(self, findings: Findings) -> list[tuple[str, str | None]]:
        return []

    def fill(self, rows: FieldList) -> None:
        rows.add(GroupHeader(tr_project_form("Figures"), foldable=False))
        add_figures(self, rows, "project", None)


def add_figures(form: Form, rows: FieldList, table: str, owner: str | None) -> None:
    """The derived figures of a rack, a row, a hall or the project, each with a link to its calculation.

    Args:
        owner: the column of the selected row that identifies the owner of the figures, None for the project. The form stays while
            other objects of its kind are selected.
    """
    session = form.session

    def row_id() -> int | None:
        return None if owner is None else form.rows()[0][owner]

    def text(figure: str) -> str:
        owner_id = row_id()
        return "" if owner is not None and owner_id is None else figure_text(session.snapshot, table, owner_id, figure)

    def opened(figure: str, widget: QWidget) -> None:
        show_why(why_content(explain(session.snapshot, table, row_id(), figure)), widget, form, form.pin_requested.emit)

    missing = QCoreApplication.translate("Form", "None of the parts has a published value")
    for figure in FIGURES[table]:
        form.figure(rows, figure_name(figure), partial(text, figure), partial(opened, figure), missing)
