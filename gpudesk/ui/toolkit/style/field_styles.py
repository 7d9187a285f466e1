"""Line edits, drop-downs, spin boxes, sliders and progress bars."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOption,
    QStyleOptionComboBox,
    QStyleOptionComplex,
    QStyleOptionFrame,
    QStyleOptionProgressBar,
    QStyleOptionSlider,
    QStyleOptionSpinBox,
    QStyleOptionViewItem,
    QWidget,
)

from gpudesk.ui.toolkit import painting
from gpudesk.ui.toolkit.style.button_styles import chevron
from gpudesk.ui.toolkit.theme import theme

_State = QStyle.StateFlag
_Sub = QStyle.SubControl
# From the frame to the text, less the 2 px that QLineEdit adds itself.
TEXT_INSET = 5
ARROW_WIDTH = 20
_STEP_WIDTH = 16
PROGRESS_HEIGHT = 6
# Longer lists are as wide as the first of their lines need.
_MEASURED = 200


def field_frame(option: QStyleOption, painter: QPainter) -> None:
    """The ground and frame of whatever can be edited."""
    colours = theme.current()
    radius = theme.radius("control")
    if not option.state & _State.State_Enabled:
        painting.frame(painter, option.rect, None, colours.border.subtle, radius)
        return
    hovered = option.state & _State.State_MouseOver
    line = colours.border.strong if hovered else colours.border.default
    painting.frame(painter, option.rect, colours.surface.field, line, radius)


def line_edit(option: QStyleOptionFrame, painter: QPainter, widget: QWidget | None) -> None:
    """The background of a line edit: a frame, or none inside another control and for a read-only fact."""
    if option.lineWidth <= 0 or option.state & _State.State_ReadOnly:
        return
    if widget is not None and isinstance(widget.parentWidget(), QComboBox | QAbstractSpinBox):
        return
    field_frame(option, painter)


def combo_box(option: QStyleOptionComboBox, painter: QPainter) -> None:
    """The frame and arrow of a drop-down."""
    colours = theme.current()
    if option.frame:
        field_frame(option, painter)
    enabled = bool(option.state & _State.State_Enabled)
    ink = colours.text.tertiary if enabled else colours.text.disabled
    arrow = QRectF(option.rect.right() - ARROW_WIDTH, option.rect.top(), ARROW_WIDTH - 2, option.rect.height())
    chevron(painter, arrow, ink, "down")


def combo_box_label(option: QStyleOptionComboBox) -> QStyleOptionComboBox:
    """The text of a drop-down list, elided in the middle if space is limited."""
    label = QStyleOptionComboBox(option)
    room = option.rect.width() - TEXT_INSET - ARROW_WIDTH - 3
    label.currentText = option.fontMetrics.elidedText(option.currentText, Qt.TextElideMode.ElideMiddle, room)
    return label


def text_inset(widget: QWidget | None) -> int:
    """From the frame of a line edit to its text; inside a drop-down the drop-down has put it in already."""
    return -1 if widget is not None and isinstance(widget.parentWidget(), QComboBox) else TEXT_INSET


def combo_box_list(option: QStyleOptionComplex, widget: QWidget | None) -> QRect | None:
    """The width of the list of a drop-down: sufficient for its content."""
    if not isinstance(widget, QComboBox):
        return None
    view = widget.view()
    # Qt measures the rows before it polishes the list.
    view.ensurePolished()
    many = widget.count() > widget.maxVisibleItems()
    bar = widget.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent) if many else 0
    words = max((option.fontMetrics.horizontalAdvance(widget.itemText(row)) for row in range(min(widget.count(), _MEASURED))), default=0)
    return QRect(option.rect.topLeft(), QSize(max(option.rect.width(), words + bar + 2 * TEXT_INSET + 8), option.rect.height()))


def polish_combo_box_list(view: QAbstractItemView) -> None:
    """Rows of a drop-down's list that can be hit."""
    if isinstance(view, QListView):
        # All are equally high: thousands of them are not measured one by one.
        view.setUniformItemSizes(True)
    view.setItemDelegate(_ListRows(view))


class _ListRows(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        size = super().sizeHint(option, index)
        return QSize(size.width(), max(size.height(), theme.size("hit_min")))


def combo_box_part(option: QStyleOptionComplex, part: QStyle.SubControl, widget: QWidget | None = None) -> QRect | None:
    """Where the parts of a drop-down lie."""
    rect = option.rect
    if part == _Sub.SC_ComboBoxListBoxPopup:
        return combo_box_list(option, widget)
    if part == _Sub.SC_ComboBoxEditField:
        return rect.adjusted(TEXT_INSET + 1, 1, -ARROW_WIDTH, -1)
    if part == _Sub.SC_ComboBoxArrow:
        return QRect(rect.right() - ARROW_WIDTH, rect.top(), ARROW_WIDTH + 1, rect.height())
    return None


def spin_box(option: QStyleOptionSpinBox, painter: QPainter) -> None:
    """The frame of a spin box; its arrows show while it is under the pointer or has the focus."""
    if option.frame:
        field_frame(option, painter)
    shown = option.state & (_State.State_MouseOver | _State.State_HasFocus)
    if option.buttonSymbols == QAbstractSpinBox.ButtonSymbols.NoButtons or not (shown and option.state & _State.State_Enabled):
        return
    for part, direction, step in (
        (_Sub.SC_SpinBoxUp, "up", QAbstractSpinBox.StepEnabledFlag.StepUpEnabled),
        (_Sub.SC_SpinBoxDown, "down", QAbstractSpinBox.StepEnabledFlag.StepDownEnabled),
    ):
        area = spin_box_part(option, part)
        if area is None:
            continue
        chevron(painter, QRectF(area), _step_ink(option, part, bool(option.stepEnabled & step)), direction)


def spin_box_part(option: QStyleOptionComplex, part: QStyle.SubControl) -> QRect | None:
    """Where the parts of a spin box lie."""
    if not isinstance(option, QStyleOptionSpinBox):
        return None
    rect = option.rect
    steps = 0 if option.buttonSymbols == QAbstractSpinBox.ButtonSymbols.NoButtons else _STEP_WIDTH
    half = rect.height() // 2
    if part == _Sub.SC_SpinBoxEditField:
        # The line edit inside brings its own inset.
        return rect.adjusted(0, 1, -steps, -1)
    if part == _Sub.SC_SpinBoxUp:
        return QRect(rect.right() - steps, rect.top() + 1, steps, half - 1)
    if part == _Sub.SC_SpinBoxDown:
        return QRect(rect.right() - steps, rect.top() + half, steps, rect.height() - half - 1)
    if part == _Sub.SC_SpinBoxFrame:
        return rect
    return None


def progress(option: QStyleOptionProgressBar, painter: QPainter) -> None:
    """A bar of 6 px; its background is the remaining work."""
    colours = theme.current()
    rect = QRectF(option.rect)
    track = QRectF(rect.left(), rect.center().y() - PROGRESS_HEIGHT / 2, rect.width(), PROGRESS_HEIGHT)
    painting.frame(painter, track, colours.surface.sunken, colours.border.default, theme.radius("mark"))
    span = option.maximum - option.minimum
    share = 0.0 if span <= 0 else (option.progress - option.minimum) / span
    if share > 0:
        done = QRectF(track)
        done.setWidth(max(track.width() * min(share, 1.0), 2.0))
        painting.fill_round(painter, done, colours.accent, theme.radius("mark"))


def slider(option: QStyleOptionSlider, painter: QPainter, handle: QRect) -> None:
    """A hairline groove, filled up to a round handle."""
    colours = theme.current()
    rect = QRectF(option.rect)
    middle = QRectF(handle).center()
    flat = option.orientation == Qt.Orientation.Horizontal
    if flat:
        groove = QRectF(rect.left(), middle.y() - 1, rect.width(), 2)
        done = QRectF(rect.left(), middle.y() - 1, middle.x() - rect.left(), 2)
    else:
        groove = QRectF(middle.x() - 1, rect.top(), 2, rect.height())
        done = QRectF(middle.x() - 1, middle.y(), 2, rect.bottom() - middle.y())
    enabled = bool(option.state & _State.State_Enabled)
    painter.fillRect(groove, colours.border.default)
    painter.fillRect(done, colours.accent if enabled else colours.border.strong)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colours.accent if enabled else colours.border.strong)
    painter.drawEllipse(middle, 5.5, 5.5)
    painter.restore()


def scroll_bar(option: QStyleOptionSlider, painter: QPainter) -> None:
    """A bare handle on the ground of the view."""
    colours = theme.current()
    painter.fillRect(option.rect, option.palette.base())
    handle = scroll_bar_part(option, _Sub.SC_ScrollBarSlider)
    if handle is None or option.maximum <= option.minimum:
        return
    held = bool(option.activeSubControls & _Sub.SC_ScrollBarSlider) and bool(option.state & (_State.State_Sunken | _State.State_MouseOver))
    ink = colours.border.strong if held else colours.border.default
    flat = option.orientation == Qt.Orientation.Horizontal
    inset = handle.adjusted(1, 2, -1, -2) if flat else handle.adjusted(2, 1, -2, -1)
    painting.fill_round(painter, inset, ink, theme.radius("control"))


def scroll_bar_part(option: QStyleOptionComplex, part: QStyle.SubControl) -> QRect | None:
    """Where the parts of a scroll bar lie; it has no arrows."""
    if not isinstance(option, QStyleOptionSlider):
        return None
    rect = option.rect
    flat = option.orientation == Qt.Orientation.Horizontal
    length = rect.width() if flat else rect.height()
    span = option.maximum - option.minimum
    handle = length if span <= 0 else max(int(length * option.pageStep / (span + option.pageStep)), 24)
    start = QStyle.sliderPositionFromValue(option.minimum, option.maximum, option.sliderPosition, length - handle, option.upsideDown)

    def piece(begin: int, size: int) -> QRect:
        place = QRect(begin, 0, size, rect.height()) if flat else QRect(0, begin, rect.width(), size)
        return place.translated(QPoint(rect.left(), rect.top()))

    pieces = {
        _Sub.SC_ScrollBarGroove: (0, length),
        _Sub.SC_ScrollBarSlider: (start, handle),
        _Sub.SC_ScrollBarSubPage: (0, start),
        _Sub.SC_ScrollBarAddPage: (start + handle, length - start - handle),
    }
    begin, size = pieces.get(part, (0, 0))
    return piece(begin, size) if size else QRect()


def _step_ink(option: QStyleOptionSpinBox, part: QStyle.SubControl, enabled: bool) -> QColor:
    colours = theme.current()
    if not enabled:
        return colours.text.disabled
    return colours.accent if option.activeSubControls == part else colours.text.secondary
