"""Chips with a single selection: each names a kind, shows its count, and filters by it."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QSizePolicy, QWidget

from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.tag import paint_tag, tag_size

_HIGH = 20
_EDGE = 3
_GAP = 4


@dataclass(frozen=True, slots=True)
class Chip:
    """One chip: its program key, its text, its mark, and its count."""

    key: str
    text: str
    severity: str | None
    count: int


class ChipRow(QWidget):
    """Chips in a row; the left and right arrow keys choose the adjacent one.

    Signals:
        chosen(str): another chip was chosen.
    """

    chosen = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(_GAP)
        self._chips: dict[str, _ChipButton] = {}

    def set_chips(self, chips: Sequence[Chip]) -> None:
        """Show these chips; the selection is kept, otherwise the first one is selected."""
        current, within = self.current(), any(chip.hasFocus() for chip in self._chips.values())
        if list(self._chips) != [chip.key for chip in chips]:
            for old in self._chips.values():
                self._group.removeButton(old)
                old.hide()
                old.deleteLater()
            self._chips = {}
            for chip in chips:
                button = _ChipButton(self)
                button.clicked.connect(lambda _checked=False, key=chip.key: self.choose(key))
                self._group.addButton(button)
                self._row.addWidget(button)
                self._chips[chip.key] = button
        for chip in chips:
            self._chips[chip.key].tell(chip)
        if self._chips:
            self._mark(current if current in self._chips else chips[0].key)
            if within:
                self._chips[self.current()].setFocus(Qt.FocusReason.OtherFocusReason)

    def chips(self) -> dict[str, QAbstractButton]:
        """The chips by key."""
        return dict(self._chips)

    def current(self) -> str:
        """The key of the chosen chip, "" without any."""
        return next((key for key, chip in self._chips.items() if chip.isChecked()), "")

    def choose(self, key: str) -> None:
        """Choose a chip."""
        self._mark(key)
        self.chosen.emit(key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is None or not self._chips:
            super().keyPressEvent(event)
            return
        keys = list(self._chips)
        key = keys[min(max(keys.index(self.current()) + step, 0), len(keys) - 1)]
        self.choose(key)
        self._chips[key].setFocus(Qt.FocusReason.OtherFocusReason)

    def _mark(self, key: str) -> None:
        self._chips[key].setChecked(True)
        for other, chip in self._chips.items():
            chip.setFocusPolicy(Qt.FocusPolicy.TabFocus if other == key else Qt.FocusPolicy.NoFocus)


class _ChipButton(QAbstractButton):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._severity: str | None = None
        self.setCheckable(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def tell(self, chip: Chip) -> None:
        self._severity = chip.severity
        self.setText(f"{chip.text} {format_number(chip.count)}")
        self.setAccessibleName(f"{chip.text}: {format_number(chip.count)}")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(tag_size(self.text(), self._severity).width() + 2 * _EDGE, theme.size("hit_min"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        elif event.key() == Qt.Key.Key_Space:
            super().keyPressEvent(event)
        else:
            # QAbstractButton would walk its group by itself, without telling the row.
            event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        rect = QRectF(_EDGE - 2, (self.height() - _HIGH) / 2, self.width() - 2 * _EDGE + 4, _HIGH)
        if self.isChecked():
            painting.frame(painter, rect, colours.selection, colours.accent, theme.radius("mark"))
        elif self.underMouse():
            painting.frame(painter, rect, colours.hover, colours.border.strong, theme.radius("mark"))
        else:
            painting.frame(painter, rect, colours.surface.field, colours.border.default, theme.radius("mark"))
        badge = theme.size("badge")
        inner = QRectF(_EDGE, (self.height() - badge) / 2, self.width() - 2 * _EDGE, badge)
        if self._severity is None:
            ink = colours.text.primary if self.isChecked() else colours.text.secondary
            painting.text(painter, inner, self.text(), fonts.font("caption", tabular=True), ink, Qt.AlignmentFlag.AlignHCenter)
        else:
            paint_tag(painter, inner, self.text(), self._severity)
