"""Which time the plots of the monitor show: they all show the same."""

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, QObject, Signal

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.monitor.readings.source import SourceKind
from gpudesk.ui.places.monitor.models.monitor_model import MonitorModel
from gpudesk.ui.toolkit.charts.plot_axis import round_step
from gpudesk.ui.toolkit.quantities import MINUS, format_number

WINDOWS = {"4min": 240.0, "1h": 3600.0, "run": None}
"""Selectable time windows, in seconds; None for all readings."""
_LEAST_S = 5.0
_STEPS_S = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400)


class MonitorView(QObject):
    """A time window on past readings.

    Signals:
        changed(): the time shown or the cursor position changed.
    """

    changed = Signal()

    def __init__(self, model: MonitorModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._window_s: float | None = WINDOWS["4min"]
        self._until_s: float | None = None
        self._cursor_s: float | None = None

    def span(self) -> tuple[float, float]:
        """From when to when, seconds since 1970."""
        last = self._until_s if self._until_s is not None else (self._model.history.last_s or 0.0)
        first = self._model.history.first_s
        wide = self._window_s if self._window_s is not None else max(_LEAST_S, last - (first if first is not None else last))
        return last - wide, last

    @property
    def follows(self) -> bool:
        """Whether it ends now."""
        return self._until_s is None

    @property
    def zoomed_s(self) -> float | None:
        """Length of the time shown if it is none of `WINDOWS`."""
        return None if self._window_s in WINDOWS.values() else self._window_s

    @property
    def cursor_s(self) -> float | None:
        """Cursor position, or None."""
        return self._cursor_s

    def set_cursor(self, at_s: float | None) -> None:
        """Put the cursor somewhere."""
        if at_s != self._cursor_s:
            self._cursor_s = at_s
            self.changed.emit()

    def set_window(self, key: str) -> None:
        """Show one of `WINDOWS`, up to now."""
        self._window_s, self._until_s = WINDOWS[key], None
        self.changed.emit()

    def follow(self) -> None:
        """Follow the current time again."""
        self._until_s = None
        self.changed.emit()

    def zoom(self, factor: float, at_s: float) -> None:
        """Show a longer or shorter time, keeping `at_s` in place."""
        since_s, until_s = self.span()
        longest = max(WINDOWS["1h"] or 0.0, self._known())
        wide = min(max((until_s - since_s) * factor, _LEAST_S), longest)
        share = (at_s - since_s) / (until_s - since_s)
        self._window_s = wide
        self._end_at(until_s if self.follows and share > 0.98 else at_s + (1 - share) * wide)

    def pan(self, seconds: float) -> None:
        """Move by some seconds, backward if negative."""
        since_s, until_s = self.span()
        self._window_s = until_s - since_s
        self._end_at(until_s + seconds)

    def begin(self) -> None:
        """Go to the first reading."""
        since_s, until_s = self.span()
        self._window_s = until_s - since_s
        self._end_at((self._model.history.first_s or since_s) + until_s - since_s)

    def _known(self) -> float:
        first, last = self._model.history.first_s, self._model.history.last_s
        return 0.0 if first is None or last is None else last - first

    def _end_at(self, until_s: float) -> None:
        last, first = self._model.history.last_s or 0.0, self._model.history.first_s or 0.0
        self._until_s = None if until_s >= last else max(until_s, min(first + (self._window_s or 0.0), last))
        self.changed.emit()

    # words

    def ticks(self, most: int) -> list[tuple[float, str]]:
        """Where times are written under a plot, as shares of its width, and what."""
        since_s, until_s = self.span()
        wide = until_s - since_s
        if not self.follows or self._model.kind is SourceKind.RECORDING:
            step = next((float(candidate_s) for candidate_s in _STEPS_S if wide / candidate_s <= most), round_step(wide / most))
            first = -(-since_s // step) * step
            times = [first + step * number for number in range(int((until_s - first) // step) + 1)]
            return [((at - since_s) / wide, clock(at, seconds=step < 60)) for at in times]
        step = next((float(candidate_s) for candidate_s in _STEPS_S if wide / candidate_s <= most), round_step(wide / most))
        ticks = [(1.0, QCoreApplication.translate("Monitor", QT_TRANSLATE_NOOP("Monitor", "now")))]
        ticks += [(1 - step * number / wide, ago(step * number)) for number in range(1, int(wide / step + 1e-6) + 1)]
        return ticks


def ago(seconds: float) -> str:
    """Elapsed time, as short as possible."""
    for size, unit in ((3600.0, "h"), (60.0, "min")):
        if seconds >= size and seconds % (size / 2) < 1e-6:
            return f"{MINUS}{format_number(seconds / size)} {unit}"
    return f"{MINUS}{format_number(seconds)} s"


def lasting(seconds: float) -> str:
    """How long a time is, in its first two figures."""
    size, unit = next((size_and_unit for size_and_unit in ((3600.0, "h"), (60.0, "min")) if seconds >= 1.5 * size_and_unit[0]), (1.0, "s"))
    return f"{format_number(seconds / size, 1 if unit != 's' and seconds < 10 * size else 0)} {unit}"


def clock(at_s: float, *, seconds: bool = True) -> str:
    """A time of the day in the zone of this machine."""
    moment = QDateTime.fromMSecsSinceEpoch(round(at_s * 1000))
    return QLocale().toString(moment.time(), "HH:mm:ss" if seconds else "HH:mm")
