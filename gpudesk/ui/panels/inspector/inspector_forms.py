"""The forms of the inspector: one for each sort of selection, made of bindings between rows and the project."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QWidget

from gpudesk.checks.findings.finding import SHOWN
from gpudesk.checks.findings.findings import Findings
from gpudesk.core.hardware.hardware import Status
from gpudesk.core.values.columns import plain_list
from gpudesk.operations.run.field_operations import set_fields_of
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.canvas.refs import ObjectRef
from gpudesk.ui.panels.catalog.fact_text import type_facts
from gpudesk.ui.panels.inspector.inspector_counts import InspectorCounts
from gpudesk.ui.toolkit.code_labels import status_name
from gpudesk.ui.toolkit.quantities import format_number, parse_number, shown_scale
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.choice_tooltip import show_whole_text
from gpudesk.ui.toolkit.widgets.field_rows import EditorRow, FactRow, FieldList, LineField
from gpudesk.ui.toolkit.widgets.group_header import GroupHeader

tr = text_context("Form")

Row = dict[str, Any]


class _LineCommit(QObject):
    """Passes the text typed into a line to `commit`, for as long as the line and its owner exist."""

    def __init__(self, editor: LineField, form: "Form", commit: Callable[[str], object]) -> None:
        super().__init__(editor)
        self._form, self._commit = form, commit
        editor.committed.connect(self._take)

    def _take(self, text: str) -> None:
        if self._form.is_there():
            self._commit(text)


class Form(QObject):
    """A form over the selection. Subclasses define its content; bindings keep its rows up to date.

    Signals:
        go_requested(ObjectRef): a link to another object was followed.
        pin_requested(WhyContent): keep the calculation of a figure as a dock.
        action_wanted(str): run an action of the table.
    """

    go_requested = Signal(object)
    pin_requested = Signal(object)
    action_wanted = Signal(str)
    table = ""

    def __init__(self, session: Session, selection: Sequence[ObjectRef]) -> None:
        super().__init__()
        self.session = session
        self.counts = InspectorCounts(self)
        self.selection = tuple(selection)
        self.name_editor: QWidget | None = None
        self.updates: list[Callable[[], None]] = []

    @staticmethod
    def shape(snapshot: Snapshot, selection: Sequence[ObjectRef]) -> tuple[object, ...]:
        """The key that determines the rows of a form: a form is kept as long as it stays the same."""
        tables = tuple(sorted({ref.table for ref in selection}))
        if "power_node" in tables:
            return (tables, len(selection) > 1, tuple(snapshot["hall"]["name"].tolist()), *sorted(_wirings(snapshot, selection)))
        if "cable" in tables:
            return (
                tables,
                len(selection) > 1,
                *(_link_shape(snapshot, selection[0].id) if tables == ("cable",) and len(selection) == 1 else ()),
            )
        if "cooling_node" in tables:
            return (tables, len(selection) > 1, *_cooling_shape(snapshot, selection))
        if len(selection) != 1:
            return (tables, len(selection) > 1, *sorted(_type_ids(snapshot, selection)))
        row = snapshot[selection[0].table].row(selection[0].id)
        inside: list[tuple[str, int]] = []
        if selection[0].table == "device":
            devices = snapshot["device"]
            inside = [
                (str(devices["slot"][devices.position(inner_id)]), inner_id) for inner_id in devices.where("parent_id", row["id"]).tolist()
            ]
        if selection[0].table == "pathway":
            return (tables, row["to_hall_id"] is None)
        if selection[0].table == "floor_item":
            return (tables, row["kind"], row["width_mm"] is None, str(row["outline"]).count(" "))
        return (tables, row.get("type_id"), row.get("rack_id") is None, row.get("parent_id"), row.get("slot"), *inside)

    def title(self) -> str:
        """The head line."""
        return self.counts.objects(len(self.selection))

    def subtitle(self) -> str:
        """The line below it."""
        return ""

    def tags(self, findings: Findings) -> list[tuple[str, str | None]]:
        """Short marks below the head: text and severity."""
        severity_by_key = {
            finding.key: finding.severity
            for ref in self.selection
            for finding in findings.of(ref.table, ref.id)
            if finding.excluded is None
        }
        counts = [(severity, sum(finding_severity is severity for finding_severity in severity_by_key.values())) for severity in SHOWN]
        return [(self.counts.findings(severity, count), str(severity)) for severity, count in counts if count]

    def fill(self, rows: FieldList) -> None:
        """Make the rows."""

    def refresh(self, selection: Sequence[ObjectRef]) -> None:
        """Show the values of `selection` as they are now."""
        self.selection = tuple(selection)
        for update in self.updates:
            update()

    # the selected rows

    def is_there(self) -> bool:
        """Whether the project is open and still contains the selection: a hidden form is not updated."""
        return self.session.is_open and all(
            ref.table in self.session.snapshot.tables and self.session.snapshot[ref.table].has(ref.id) for ref in self.selection
        )

    def rows(self) -> list[Row]:
        """The selected rows as plain values."""
        snapshot = self.session.snapshot
        return [snapshot[ref.table].row(ref.id) for ref in self.selection]

    def common(self, name: str) -> tuple[Any, bool]:
        """The value that the selected rows share, and whether they do share it."""
        values = self.distinct(name)
        return (values.pop() if len(values) == 1 else None), len(values) <= 1

    def distinct(self, name: str) -> set[Any]:
        """The different values of the selected rows, of which there may be tens of thousands; None where a row has no such field."""
        distinct_values: set[Any] = set()
        for table, ids in self.ids_by_table().items():
            columns = self.session.snapshot[table]
            if name in columns:
                values = columns[name][columns.positions(np.array(ids, np.int64))]
                distinct_values |= set(plain_list(name, values))
            else:
                distinct_values.add(None)
        return distinct_values

    def ids_by_table(self) -> dict[str, list[int]]:
        """The selected ids of each table."""
        ids: dict[str, list[int]] = {}
        for ref in self.selection:
            ids.setdefault(ref.table, []).append(ref.id)
        return ids

    # bindings

    def group(self, rows: FieldList, title: str) -> GroupHeader:
        """A heading."""
        header = GroupHeader(title, foldable=False)
        rows.add(header)
        return header

    def fact(self, rows: FieldList, label: str, value: Callable[[], str], confidence: str = "", missing: str = "") -> FactRow:
        """A value that is only shown."""
        row = FactRow(label, "", confidence, missing=missing)
        rows.add(row)
        self.updates.append(lambda: row.set_fact(value(), confidence, missing=missing))
        return row

    def figure(
        self, rows: FieldList, label: str, value: Callable[[], str], opened: Callable[[QWidget], None], missing: str = ""
    ) -> FactRow:
        """A derived figure that opens to its working."""
        row = FactRow(label, "", "derived", opens=True, missing=missing)
        row.opened.connect(lambda: opened(row.value_widget))
        rows.add(row)
        self.updates.append(lambda: row.set_fact(value(), "derived", missing=missing))
        return row

    def line(
        self,
        rows: FieldList,
        label: str,
        name: str,
        commit: Callable[[str], object],
        unit: str = "",
        text_of: Callable[[Any], str] = str,
    ) -> LineField:
        """A text or number of the selection."""
        editor = LineField()
        self.take_lines(editor, commit)
        rows.add(EditorRow(label, editor, unit=unit))

        def update() -> None:
            value, same = self.common(name)
            if same:
                editor.set_value("" if value is None else text_of(value))
            else:
                editor.set_several()

        self.updates.append(update)
        return editor

    def choice(
        self,
        rows: FieldList,
        label: str,
        entries: Sequence[tuple[Any, str]],
        current: Callable[[], tuple[Any, bool]],
        chosen: Callable[[Any], object],
    ) -> QComboBox:
        """One of several values."""
        box = ChoiceBox()
        box.setEnabled(self.session.writable)
        for data, text in entries:
            box.addItem(text, data)
        box.setPlaceholderText(tr("several"))
        box.activated.connect(lambda place: chosen(box.itemData(place)))
        rows.add(EditorRow(label, box))

        def update() -> None:
            value, same = current()
            box.setCurrentIndex(box.findData(value) if same else -1)

        self.updates.append(update)
        return box

    def take_lines(self, editor: LineField, commit: Callable[[str], object]) -> None:
        """Pass typed text to `commit`. An editor removed with its object or project has nothing left to write to."""
        editor.setEnabled(self.session.writable)
        _LineCommit(editor, self, commit)

    def add_editor(self, rows: FieldList, label: str, editor: QWidget, unit: str = "") -> None:
        """A row with an editor that the form looks after itself."""
        rows.add(EditorRow(label, editor, unit=unit))

    def set_fields(self, **fields: Any) -> None:
        """Set plain fields of the selection, if that changes anything."""
        if any(self.distinct(name) != {value} for name, value in fields.items()):
            self.session.do(set_fields_of, [(ref.table, ref.id) for ref in self.selection], fields)

    def state_rows(self, rows: FieldList) -> None:
        """Status, phase, notes, serial and asset of one object, under their heading."""
        self.group(rows, tr("State"))
        rows.add_gap()
        self.shared_rows(rows)
        self.line(rows, tr("Serial"), "serial", lambda text: self.set_fields(serial=text))
        self.line(rows, tr("Asset"), "asset", lambda text: self.set_fields(asset=text))
        rows.add_gap()

    def shared_rows(self, rows: FieldList) -> None:
        """Settings for one or many devices and racks: status, phase and notes."""
        statuses = [(int(status), status_name(status)) for status in Status]
        self.choice(rows, tr("Status"), statuses, lambda: self.common("status"), lambda value: self.set_fields(status=value))
        self.phase_row(rows)
        self.line(rows, tr("Notes"), "notes", lambda text: self.set_fields(notes=text))

    def rail_distance_row(self, rows: FieldList) -> None:
        """The distance of the rails of racks, a length in the user's unit or nothing."""
        unit, factor, _ = shown_scale("mm")

        def text_of(depth_mm: int) -> str:
            return format_number(round(depth_mm * factor, 0 if factor == 1 else 2))

        def commit(text: str) -> None:
            number = parse_number(text)
            if text.strip() and (number is None or number < 0):
                self.refresh(self.selection)
            else:
                self.set_fields(rail_depth_mm=None if number is None else round(number / factor))

        self.line(rows, tr("Mounting depth"), "rail_depth_mm", commit, unit, text_of)

    def phase_row(self, rows: FieldList) -> None:
        """The build phase, a whole number."""

        def commit(text: str) -> None:
            if text.strip().isdecimal():
                self.set_fields(phase=int(text))
            else:
                self.refresh(self.selection)

        self.line(rows, tr("Build phase"), "phase", commit)

    def type_rows(self, rows: FieldList, type_id: int) -> None:
        """Every fact of a hardware type, under its headings."""
        for heading, facts in type_facts(self.session.snapshot.types[type_id]):
            self.group(rows, heading)
            for line in facts:
                row = FactRow(line.label, line.value, line.confidence, source=line.origin)
                row.setToolTip(line.origin)
                rows.add(row)


def _type_ids(snapshot: Snapshot, selection: Sequence[ObjectRef]) -> set[int]:
    ids: dict[str, list[int]] = {}
    for ref in selection:
        ids.setdefault(ref.table, []).append(ref.id)
    type_ids: set[int] = set()
    for table, chosen in ids.items():
        columns = snapshot[table]
        if "type_id" in columns:
            type_ids |= set(np.unique(columns["type_id"][columns.positions(np.array(chosen, np.int64))]).tolist())
    return type_ids


def _wirings(snapshot: Snapshot, selection: Sequence[ObjectRef]) -> set[int]:
    """What circuits the selected parts of the power bring; it decides whether there is a line to choose."""
    nodes = snapshot["power_node"]
    chosen = np.array([ref.id for ref in selection if ref.table == "power_node"], np.int64)
    wirings: set[int] = set(np.unique(nodes["wiring"][nodes.positions(chosen)]).tolist())
    return wirings


def _link_shape(snapshot: Snapshot, cable_id: int) -> tuple[object, ...]:
    """The cables of a cable's link: each has a separate row."""
    from gpudesk.derived.cabling.link_pieces import link_path

    path = link_path(snapshot, cable_id)
    return cable_id, *(cable.cable_id for cable in path.cables)


def _cooling_shape(snapshot: Snapshot, selection: Sequence[ObjectRef]) -> tuple[object, ...]:
    """The kinds of the selected cooling nodes, and their possible connections: both determine rows and choices."""
    nodes = snapshot["cooling_node"]
    chosen = np.array([ref.id for ref in selection if ref.table == "cooling_node"], np.int64)
    kinds = sorted(set(nodes["kind"][nodes.positions(chosen)].tolist()))
    return (*kinds, tuple(nodes["name"].tolist()), snapshot["power_node"].rows)


class ChoiceBox(QComboBox):
    """A choice that the wheel does not change: it scrolls the inspector."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        show_whole_text(self)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()
