"""The inspector form for an underlay."""

import cmath
import math
from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QSlider

from gpudesk.formats.drawings.line_drawing import MEDIA
from gpudesk.operations.floor.underlay import move_underlay, scale_underlay, set_underlay_opacity
from gpudesk.ui.canvas.underlays import Underlay, underlays_of
from gpudesk.ui.panels.inspector.inspector_objects import NamedForm
from gpudesk.ui.toolkit.quantities import format_number, format_quantity, parse_number, shown_scale
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.field_rows import EditorRow, FieldList, LineField
from gpudesk.ui.toolkit.widgets.link_button import LinkButton, link_row

tr = text_context("UnderlayForm")

_STILL_MS = 300
"""After so long without another key the opacity is taken."""


class UnderlayForm(NamedForm):
    """One underlay: its position, its opacity, and its operations.

    Signals:
        previewed(int, int): temporarily show it at this percentage.
    """

    previewed = Signal(int, int)
    _faded: tuple[int, int] | None = None
    """The underlay for which the slider was moved, and to how many percent, until that is taken."""

    def subtitle(self) -> str:
        underlay = self._underlay()
        kind = tr("Drawing under {hall}") if underlay.media == MEDIA else tr("Picture under {hall}")
        return kind.format(hall=self.session.snapshot["hall"].row(int(self.rows()[0]["hall_id"]))["name"])

    def fill(self, rows: FieldList) -> None:
        self.group(rows, tr("Underlay"))
        rows.add_gap()
        self.name_row(rows)
        unit = shown_scale("mm")[0]
        self._number(rows, tr("From west wall"), unit, _west, lambda underlay, mm: self._shift(mm - _west(underlay), 0))
        self._number(rows, tr("From north wall"), unit, _north, lambda underlay, mm: self._shift(0, mm - _north(underlay)))
        self._number(rows, tr("Width"), unit, lambda underlay: abs(underlay.turn) * underlay.width, self._widen)
        self._turn_row(rows)
        self._opacity_row(rows)
        rows.add_gap()
        self.fact(rows, tr("Depth"), lambda: format_quantity(round(abs(self._underlay().turn) * self._underlay().height), "mm"))
        self.fact(rows, tr("Resolution"), self._resolution)
        rows.add_gap()
        if self.session.writable:
            for action, text in (
                ("floor.underlay-scale", tr("Scale by two points")),
                ("floor.underlay-scale-numbers", tr("Scale by coordinates…")),
                ("floor.underlay-move", tr("Move with the pointer")),
                ("floor.underlay-hall", tr("Hall size from the underlay")),
                ("floor.underlay-show", tr("Hide or show")),
                ("edit.delete", tr("Remove")),
            ):
                link = LinkButton(text)
                link.setContentsMargins(10, 0, 10, 0)
                link.clicked.connect(lambda _checked=False, action=action: self.action_wanted.emit(action))
                rows.add(link_row(link))

    def _underlay(self) -> Underlay:
        row = self.rows()[0]
        return next(underlay for underlay in underlays_of(self.session.snapshot, int(row["hall_id"])) if underlay.id == row["id"])

    def _resolution(self) -> str:
        underlay = self._underlay()
        if underlay.media == MEDIA:
            return tr("line drawing")
        size = tr("{width} × {height} px").format(width=format_number(underlay.width), height=format_number(underlay.height))
        return f"{size} · {format_quantity(round(abs(underlay.turn), 1), 'mm')}/px"

    def _number(
        self, rows: FieldList, label: str, unit: str, value: Callable[[Underlay], float], commit: Callable[[Underlay, float], None]
    ) -> None:
        editor = LineField()
        factor = shown_scale("mm")[1]

        def typed(text: str) -> None:
            number, underlay = parse_number(text), self._underlay()
            if number is None or abs(number / factor - value(underlay)) < 0.5:
                self.refresh(self.selection)
            else:
                commit(underlay, number / factor)

        self.take_lines(editor, typed)
        self.add_editor(rows, label, editor, unit)
        self.updates.append(lambda: editor.set_value(format_number(round(value(self._underlay()) * factor, 0 if factor == 1 else 2))))

    def _turn_row(self, rows: FieldList) -> None:
        editor = LineField()

        def angle() -> float:
            return round(math.degrees(cmath.phase(self._underlay().turn)), 2) % 360

        def typed(text: str) -> None:
            number = parse_number(text)
            if number is None or number == angle():
                self.refresh(self.selection)
            else:
                underlay = self._underlay()
                self._place(underlay, cmath.rect(abs(underlay.turn), math.radians(number)))

        self.take_lines(editor, typed)
        self.add_editor(rows, tr("Rotation"), editor, "°")
        self.updates.append(lambda: editor.set_value(format_number(angle())))

    def _opacity_row(self, rows: FieldList) -> None:
        slider = QSlider(Qt.Orientation.Horizontal)
        slider.setRange(0, 100)
        slider.setPageStep(10)
        slider.setEnabled(self.session.writable)
        slider.setToolTip(tr("0 % hides it"))
        still = QTimer(slider, singleShot=True, interval=_STILL_MS)

        def moved(percent: int) -> None:
            self._faded = self.selection[0].id, percent
            self.previewed.emit(*self._faded)
            if not slider.isSliderDown():
                still.start()

        def update() -> None:
            if self._faded is not None and self._faded[0] != self.selection[0].id:
                self._take_opacity()
            if self._faded is None:
                slider.blockSignals(True)
                slider.setValue(int(self.rows()[0]["opacity_percent"]))
                slider.blockSignals(False)

        slider.valueChanged.connect(moved)
        slider.sliderReleased.connect(self._take_opacity)
        still.timeout.connect(self._take_opacity)
        # What was moved for one is not taken for another that is selected before the time has run.
        self.session.selection_changed.connect(self._take_opacity)
        rows.add(EditorRow(tr("Opacity"), slider))
        self.updates.append(update)

    def _take_opacity(self) -> None:
        """Store the slider value for the underlay for which it was moved."""
        faded, self._faded = self._faded, None
        if faded is None or not self.session.is_open or not self.session.snapshot["underlay"].has(faded[0]):
            return
        if self.session.snapshot["underlay"].row(faded[0])["opacity_percent"] != faded[1]:
            self.session.do(set_underlay_opacity, *faded)

    def _shift(self, dx_mm: float, dy_mm: float) -> None:
        self.session.do(move_underlay, self.selection[0].id, round(dx_mm), round(dy_mm))

    def _widen(self, underlay: Underlay, width_mm: float) -> None:
        if width_mm >= 2:
            self._place(underlay, underlay.turn / abs(underlay.turn) * width_mm / underlay.width)
        else:
            self.refresh(self.selection)

    def _place(self, underlay: Underlay, turn: complex) -> None:
        """Lay it otherwise about its upper left corner."""
        right = underlay.corner + turn * underlay.width
        hall = ((underlay.corner.real, underlay.corner.imag), (right.real, right.imag))
        self.session.do(scale_underlay, underlay.id, ((0.0, 0.0), (float(underlay.width), 0.0)), hall)


def _west(underlay: Underlay) -> float:
    return underlay.corner.real


def _north(underlay: Underlay) -> float:
    return underlay.corner.imag
