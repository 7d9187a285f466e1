"""The rows of "Does it fit?" on Home: a GPU, a process that holds memory, a model."""

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.ui.panels.fit_looker import FitLine, GpuLine, ProcessLine
from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.quantities import format_number, grouped
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.widgets.severity_marks import paint_severity

tr_gpu_row = text_context("GpuRow")
tr_process_row = text_context("ProcessRow")
tr_heads = text_context("Heads")
tr_fit_row = text_context("FitRow")

MOST_GPUS = 4
"""Number of GPUs shown individually."""
_ROW, _GPU, _PROCESS = 28, 40, 22
_BAR, _HEAD = 6, 18
_FORM, _MEMORY, _SPEED, _CPU = 96.0, 92.0, 76.0, 84.0
"""The width of columns."""
_WHOLE_FROM = 10.0
"""From this number of tokens per second on, rates are shown as integers."""
_LACKS = {
    "asleep": QT_TRANSLATE_NOOP("HomeFit", "suspended, not woken up"),
    "impossible": QT_TRANSLATE_NOOP("HomeFit", "its driver reports impossible values"),
    "unsupported": QT_TRANSLATE_NOOP("HomeFit", "its memory is not reported"),
    "failed": QT_TRANSLATE_NOOP("HomeFit", "its memory is not reported"),
    "lost": QT_TRANSLATE_NOOP("HomeFit", "has fallen off the bus"),
    "no_permission": QT_TRANSLATE_NOOP("HomeFit", "no permission to read it"),
}


class GpuRow(QWidget):
    """The name of a GPU, its free memory, and a bar for it."""

    def __init__(self, line: GpuLine) -> None:
        super().__init__()
        self._line = line
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(f"{line.title}: {self._words()}")

    def _words(self) -> str:
        line = self._line
        if line.free_gib is None or line.total_gib is None:
            return (
                QCoreApplication.translate("HomeFit", _LACKS[line.lack])
                if line.lack in _LACKS
                else tr_gpu_row("cannot be read: {why}").format(why=line.lack)
            )
        words = tr_gpu_row("{free} of {total} GiB free")
        return words.format(free=format_number(line.free_gib, 1), total=format_number(line.total_gib, 1))

    def sizeHint(self) -> QSize:
        return QSize(300, _GPU)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours, painter = theme.current(), QPainter(self)
        words = self._words()
        wide = fonts.text_width(words, "body") + 12
        painting.text(painter, QRectF(0, 4, self.width() - wide, 20), self._line.title, fonts.font("strong"), colours.text.primary)
        right = Qt.AlignmentFlag.AlignRight
        painting.text(painter, QRectF(self.width() - wide, 4, wide, 20), words, fonts.font("body"), colours.text.secondary, right)
        if self._line.free_gib is None or not self._line.total_gib:
            return
        bar = QRectF(0, 27, self.width(), _BAR)
        painting.fill_round(painter, bar, colours.border.default, 2)
        share = min(1.0, max(0.0, 1.0 - self._line.free_gib / self._line.total_gib))
        if share > 0:
            painting.fill_round(painter, QRectF(0, 27, max(2.0, self.width() * share), _BAR), colours.accent, 2)


class ProcessRow(QWidget):
    """One process: its name, its owner, and its memory."""

    def __init__(self, line: ProcessLine) -> None:
        super().__init__()
        self._line = line
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        tip_lines = [line.command or "", tr_process_row("Process {pid} of {user}").format(pid=line.pid, user=line.user or "?")]
        if line.freed:
            tip_lines.append(tr_process_row("Could run if it ended: {models}").format(models=", ".join(line.freed)))
        self.setToolTip("\n".join(filter(None, tip_lines)))
        self.setAccessibleName(f"{self._name()}, {self._used()}")
        self.setAccessibleDescription(self.toolTip())

    def _name(self) -> str:
        program, blank, rest = self._line.command.partition(" ")
        command = program.rpartition("/")[2] + blank + rest
        on = f"GPU {', '.join(map(str, self._line.gpus))}"
        if len(self._line.gpus) > MOST_GPUS:
            on = grouped(tr_process_row("%n GPUs", "", len(self._line.gpus)), len(self._line.gpus))
        return f"{on} · {self._line.user or '?'} · {command or self._line.pid}"

    def _used(self) -> str:
        used = self._line.used_gib
        return tr_process_row("not reported") if used is None else f"{format_number(used, 1)} GiB"

    def sizeHint(self) -> QSize:
        return QSize(300, _PROCESS)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours, painter = theme.current(), QPainter(self)
        used = self._used()
        wide = fonts.text_width(used, "body") + 12
        painting.text(painter, QRectF(0, 0, self.width() - wide, _PROCESS), self._name(), fonts.font("body"), colours.text.primary)
        right = Qt.AlignmentFlag.AlignRight
        painting.text(painter, QRectF(self.width() - wide, 0, wide, _PROCESS), used, fonts.font("body"), colours.text.secondary, right)


def _speed(low: float | None, high: float | None) -> str:
    """Tokens a second from what to what."""
    if low is None or high is None:
        return "–"
    digits = 0 if low >= _WHOLE_FROM else 1
    return f"{format_number(low, digits)}–{format_number(high, digits)}"


def _columns(wide: float) -> tuple[float, float, float, float, float]:
    """Where the format, the bar, the memory, the speed and the CPU's begin."""
    cpu = wide - _CPU
    speed = cpu - _SPEED
    memory = speed - _MEMORY
    bar = memory - max(40.0, wide * 0.12) - 4
    return bar - _FORM - 8, bar, memory, speed, cpu


class Heads(QWidget):
    """The heads of the columns."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setToolTip(tr_heads("CPU only: the whole model in system memory; – where the free memory is too small"))

    def sizeHint(self) -> QSize:
        return QSize(420, _HEAD)

    def paintEvent(self, event: QPaintEvent) -> None:
        ink, painter, wide = theme.current().text.tertiary, QPainter(self), float(self.width())
        form, _, memory, speed, cpu = _columns(wide)
        right, font = Qt.AlignmentFlag.AlignRight, fonts.font("caption")
        painting.text(painter, QRectF(24, 0, form - 32, _HEAD), tr_heads("Model"), font, ink)
        painting.text(painter, QRectF(form, 0, _FORM, _HEAD), tr_heads("Format"), font, ink)
        painting.text(painter, QRectF(memory, 0, _MEMORY, _HEAD), tr_heads("Memory"), font, ink, right)
        painting.text(painter, QRectF(speed, 0, _SPEED, _HEAD), tr_heads("Tokens/s"), font, ink, right)
        painting.text(painter, QRectF(cpu, 0, _CPU - 4, _HEAD), tr_heads("CPU only"), font, ink, right)


class FitRow(QAbstractButton):
    """One model: whether it runs, its format, its memory and its speed. A click sizes it."""

    def __init__(self, line: FitLine) -> None:
        super().__init__()
        self.line = line
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        verdict = tr_fit_row("runs") if line.is_sure else tr_fit_row("may fit")
        if line.why is not None:
            verdict = tr_message(line.why)
        spoken_parts = [line.title, self._format(), self._memory(), self._spoken(line.tokens_low, line.tokens_high)]
        if line.cpu_low is not None:
            spoken_parts.append(tr_fit_row("CPU only {speed}").format(speed=self._spoken(line.cpu_low, line.cpu_high)))
            alone = ""
        elif line.unified:
            alone = tr_fit_row("CPU only: not counted, GPU and CPU share memory")
        else:
            alone = tr_fit_row("CPU only: the free system memory is too small")
        self.setAccessibleName(f"{', '.join(spoken_parts)}: {verdict}")
        self.setAccessibleDescription(alone)
        notes = [tr_fit_row("Size it with this GPU and the free memory"), alone]
        if line.why is None and not line.is_sure:
            notes.append(tr_fit_row("It may fit: the upper end of its estimated memory range exceeds the free memory"))
        if line.conversion:
            notes.append(tr_fit_row("A conversion: the weights are published in another format"))
        if line.kernel:
            notes.append(
                tr_fit_row("Kernel {kernel}: weights are unpacked to 16 bits for each matrix multiplication (weight-only)").format(
                    kernel=line.kernel
                )
            )
        self.setToolTip("\n".join(filter(None, notes)))

    def _format(self) -> str:
        return tr_fit_row("{format}, converted").format(format=self.line.format) if self.line.conversion else self.line.format

    def _severity(self) -> str:
        if self.line.why is not None:
            return "error"
        return "ok" if self.line.is_sure else "warning"

    def _memory(self) -> str:
        many = f"{format_number(self.line.gpus)} × " if self.line.gpus > 1 else ""
        return f"{many}{format_number(self.line.needed_gib, 1)} GiB"

    def _spoken(self, low: float | None, high: float | None) -> str:
        speed = _speed(low, high)
        return speed if low is None else tr_fit_row("{speed} tokens/s").format(speed=speed)

    def sizeHint(self) -> QSize:
        return QSize(420, _ROW)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        elif event.key() in {Qt.Key.Key_Up, Qt.Key.Key_Down}:
            self.focusNextPrevChild(event.key() == Qt.Key.Key_Down)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours, painter = theme.current(), QPainter(self)
        if self.underMouse() or self.hasFocus():
            painter.fillRect(self.rect(), colours.hover)
        wide = float(self.width())
        paint_severity(painter, QRectF(2, (_ROW - 14) / 2, 14, 14), self._severity())
        form, bar, memory, speed, cpu = _columns(wide)
        line, right, body = self.line, Qt.AlignmentFlag.AlignRight, fonts.font("body")
        alone = _speed(line.cpu_low, line.cpu_high)
        painting.text(painter, QRectF(cpu, 0, _CPU - 4, _ROW), alone, body, colours.text.secondary, right)
        speed_text = _speed(line.tokens_low, line.tokens_high)
        painting.text(painter, QRectF(speed, 0, _SPEED, _ROW), speed_text, body, colours.text.primary, right)
        painting.text(painter, QRectF(memory, 0, _MEMORY, _ROW), self._memory(), body, colours.text.primary, right)
        self._paint_bar(painter, QRectF(bar, (_ROW - _BAR) / 2, memory - bar - 4, _BAR))
        painting.text(painter, QRectF(form, 0, _FORM, _ROW), self._format(), fonts.font("caption"), colours.text.secondary)
        painting.text(painter, QRectF(24, 0, form - 32, _ROW), line.title, body, colours.text.primary)

    def _paint_bar(self, painter: QPainter, rect: QRectF) -> None:
        """Its share of the free memory: full and in the error ink if it exceeds that."""
        colours = theme.current()
        painting.fill_round(painter, rect, colours.border.default, 2)
        share = min(1.0, self.line.needed_gib / self.line.usable_gib) if self.line.usable_gib > 0 else 1.0
        ink = colours.accent if self.line.why is None else colours.severity["error"].colour
        painting.fill_round(painter, QRectF(rect.x(), rect.y(), max(2.0, rect.width() * share), rect.height()), ink, 2)
