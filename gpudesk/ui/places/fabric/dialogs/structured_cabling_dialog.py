"""Links between racks routed over panels: the panel positions, and the cables to add, remove and keep before it is done."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QWidget
from shiboken6 import isValid

from gpudesk.core.messages.errors import DeskError
from gpudesk.derived.cabling.panel_sets import PanelsAt
from gpudesk.operations.cabling.structure_cabling import Structured, structure_cabling
from gpudesk.operations.cabling.structured_preview import StructuredPreview, preview_structured
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.panels.words.network_labels import network_name
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.edit_table import EditTable
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.quantities import format_number, format_quantity
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import filled_text, tr_message
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.segmented import Segment, SegmentedControl

tr = text_context("StructuredCablingDialog")

_LATER_MS = 120
_FIBRES = (12, 24, 48, 72, 96, 144)
_WIDTHS = (380, 80, 280)
Asked = tuple[Snapshot, tuple[int, ...], str, int]


class StructuredCablingDialog(DeskDialog):
    """Asks for the panel positions and the maximum trunk size; the rest is derived from links, racks and catalog.

    Signals:
        led(Structured): links were routed over panels.
    """

    led = Signal(object)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent, lasting=True)
        self._project = session
        self._asked: Asked | None = None
        self.set_heading(
            tr("Route links through patch panels"),
            tr("Cords between racks are replaced by short patch cords to panels and by trunks between panels. This is one undo step."),
        )
        places = (
            Segment(
                PanelsAt.RACK.value,
                tr("In the racks"),
                tr("Panels are mounted in free units of the racks whose links they carry"),
            ),
            Segment(
                PanelsAt.ROW.value,
                tr("At row ends"),
                tr("Panels are mounted in a separate rack at the end of each row; links within a row stay unchanged"),
            ),
        )
        options_row = QHBoxLayout()
        options_row.setSpacing(16)
        self.places = SegmentedControl(tr("Panel positions"), places, parent=self)
        self.places.chosen.connect(self._ask_soon)
        self.fibres = QComboBox(self)
        self.fibres.setAccessibleName(tr("Max. fibers per trunk"))
        for count in _FIBRES:
            self.fibres.addItem(tr("Trunks of up to {count} fibers").format(count=count), count)
        self.fibres.setCurrentIndex(len(_FIBRES) - 1)
        self.fibres.currentIndexChanged.connect(self._ask_soon)
        options_row.addWidget(self.places)
        options_row.addWidget(self.fibres)
        options_row.addStretch(1)
        self.body.addLayout(options_row)
        self.boxes = self._network_boxes()
        self.total = Label("", self, step="strong", wrap=True)
        self.reasons = Label("", self, step="body", ink="text.secondary", wrap=True)
        self.body.addWidget(self.total)
        self.body.addWidget(self.reasons)
        self.model = PlainTableModel((Head(tr("Item or rack")), Head(tr("Count"), right=True), Head(tr("Where"))), self)
        self.table = EditTable(tr("Additions and panel positions"), self.model, self)
        for column, width in enumerate(_WIDTHS):
            self.table.setColumnWidth(column, width)
        self.body.addWidget(self.table, 1)
        self.add_buttons(tr("Route via panels"), self.lead)
        self.set_verb(tr("Route via panels"), enabled=False)
        self._later = QTimer(self, singleShot=True, interval=_LATER_MS)
        self._later.timeout.connect(self._work_out)
        session.changed.connect(self._ask_soon)
        session.closed.connect(self.reject)
        self.resize(800, 560)
        self._ask_soon()

    def chosen(self) -> tuple[int, ...]:
        """The networks whose links are led over panels."""
        return tuple(network for network, box in self.boxes.items() if box.isChecked())

    def lead(self) -> None:
        """Do it, as one step."""
        self.set_verb(tr("Route via panels"), enabled=False)
        self.do(
            self._project,
            structure_cabling,
            self._networks(),
            most_fibres=int(self.fibres.currentData()),
            at=self.places.current(),
            done=self._done,
        )

    def _done(self, led: Structured) -> None:
        self.accept()
        self.led.emit(led)

    def _networks(self) -> tuple[int, ...]:
        """None for all of them, so that cables of no network are led too."""
        chosen = self.chosen()
        return () if len(chosen) == len(self.boxes) else chosen

    def _network_boxes(self) -> dict[int, QCheckBox]:
        networks = self._project.snapshot["network"]
        boxes: dict[int, QCheckBox] = {}
        row = QHBoxLayout()
        row.setSpacing(16)
        for network_id in networks.ids.tolist():
            box = QCheckBox(network_name(networks.row(network_id)["name"]), self)
            box.setChecked(True)
            box.toggled.connect(self._ask_soon)
            row.addWidget(box)
            boxes[network_id] = box
        row.addStretch(1)
        self.body.addLayout(row)
        return boxes

    def _ask_soon(self, *_: object) -> None:
        self._later.start()

    def _work_out(self) -> None:
        """Work out on a reading thread what would be done."""
        if not self._project.is_open:
            return
        request = (self._project.snapshot, self._networks(), self.places.current(), int(self.fibres.currentData()))
        if self.boxes and not self.chosen():
            self._asked = None
            self._clear(tr("Nothing is selected."))
            return
        self._asked = request
        self.total.setText(tr("Calculating the changes…"))
        self.set_verb(tr("Route via panels"), enabled=False)
        snapshot, networks, at, fibres = request

        def failed(error: DeskError) -> None:
            if isValid(self) and self._asked == request:
                why = "" if error.fix is None else tr_message(error.fix)
                self._clear(tr_message(error.message), why)

        def ended(preview: StructuredPreview) -> None:
            if isValid(self) and self._asked == request:
                self._show(preview)

        self._project.jobs.read(
            lambda progress: preview_structured(snapshot, networks, at, most_fibres=fibres, progress=progress), ended, failed
        )

    def _clear(self, text: str, why: str = "") -> None:
        self.total.setText(text)
        self.reasons.setText(why)
        self.model.set_lines([])
        self.set_verb(tr("Route via panels"), enabled=False)

    def _show(self, preview: StructuredPreview) -> None:
        done = preview.done
        counts = {"links": done.links, "trunks": done.trunks, "cords": done.cords, "removed": done.removed, "kept": done.kept}
        numbers = {name: format_number(count) for name, count in counts.items()}
        self.total.setText(
            filled_text(
                tr(
                    "{links} {links|link|links} routed through panels: {trunks} {trunks|trunk|trunks} and {cords} "
                    "{cords|cord|cords} added, {removed} {removed|cord|cords} removed, {kept} {kept|cable|cables} unchanged."
                ),
                **numbers,
            )
        )
        lines = [
            filled_text(
                tr("{count} {count|link remains a direct cord|links remain direct cords}: {reason}"),
                count=format_number(count),
                reason=tr_message(message),
            )
            for count, message in done.left
        ]
        self.reasons.setText("\n".join(lines))
        self.reasons.setVisible(bool(lines))
        self.model.set_lines(self._lines(preview))
        self.set_verb(tr("Route via panels"), enabled=self._project.writable)

    def _lines(self, preview: StructuredPreview) -> list[Line]:
        lines = [Line("bought", (), tr("Added"))]
        for part in preview.bought:
            metres = "" if part.metres is None else tr("{length} in total").format(length=format_quantity(part.metres, "m"))
            lines.append(_line(("bought", part.key), part.title, format_number(part.count), metres))
        if preview.full:
            lines.append(Line("full", (), tr("Racks without a free unit")))
            lines += [_line(("full", name), name, "", tr("links without panels stay unchanged")) for name in preview.full]
        if preview.racks:
            lines.append(Line("racks", (), tr("Panel positions")))
        for rack in preview.racks:
            name = tr("{rack}, a new rack").format(rack=rack.name) if rack.new else rack.name
            where = ", ".join(f"U{unit}" for unit in rack.units)
            if rack.cassettes:
                seated = tr("%n cassette(s)", "", rack.cassettes)
                where = f"{where} · {seated}" if where else seated
            lines.append(_line(("rack", rack.name), name, format_number(len(rack.units)), where))
        return lines


def _line(key: object, *texts: str) -> Line:
    first, count, where = texts
    return Line(key, (Cell(first), Cell(count, right=True), Cell(where, ink="text.secondary", tool_tip=where)))
