"""A drawing with selectable objects: common behavior of keys, focus and rubber band on the floor and in elevations."""

from collections.abc import Callable, Iterable
from typing import Protocol

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent

from gpudesk.ui.canvas.focus_ring_view import RingView
from gpudesk.ui.toolkit.object_ref import ObjectRef

KeyDoes = Callable[[Qt.KeyboardModifier], bool]
"""Performs the action of a key; false if it means nothing with these modifiers."""


class SelectionMarks(Protocol):
    """The marks over a drawing.

    Attributes:
        selected: in the order of selection.
        current: the keyboard position; ringed if `ring`.
        band: the rubber band in px.
    """

    selected: tuple[ObjectRef, ...]
    current: ObjectRef | None
    ring: bool
    band: QRectF | None


class SelectView(RingView):
    """A drawing with a selection. Subclasses define its selectable objects and keys."""

    open_requested = Signal(object)
    """The `ObjectRef` to open: double click or Enter."""
    _marks: SelectionMarks
    leave: Callable[[], bool] = staticmethod(lambda: False)
    """End a display over the drawing, such as a failure; false if there is none."""

    @property
    def selection(self) -> tuple[ObjectRef, ...]:
        """The selection, in the order of selection."""
        return self._marks.selected

    @property
    def current(self) -> ObjectRef | None:
        """The keyboard position."""
        return self._marks.current

    def set_selection(self, refs: Iterable[ObjectRef], *, current: ObjectRef | None = None) -> None:
        """Select exactly these; `current` is the new keyboard position, by default the last of them."""

    def reveal_refs(self, refs: Iterable[ObjectRef]) -> None:
        """Bring objects into view, moving as little as needed."""

    def fit_selection(self) -> None:
        """Show the selection, or everything."""

    def cancel(self) -> bool:
        """Release a held object; false if there was none."""
        return False

    def leave_mode(self) -> bool:
        """Return to selection mode; false if it is already active."""
        return False

    # keys

    def takes_first(self, event: QKeyEvent) -> bool:
        """Whether a key applied to the held object and has been handled."""
        return False

    def handlers(self) -> dict[Qt.Key, KeyDoes]:
        """Key handlers of this drawing."""
        key = Qt.Key
        return {
            key.Key_Return: lambda _keys: self._open_current(),
            key.Key_Enter: lambda _keys: self._open_current(),
            key.Key_Escape: lambda _keys: self._step_out(),
            key.Key_F: self._fit_by_key,
        }

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys apply first to the held object, then to the drawing."""
        if self.takes_first(event):
            return
        handler = self.handlers().get(Qt.Key(event.key()))
        if handler is None or not handler(event.modifiers()):
            super().keyPressEvent(event)

    def _go_to(self, ref: ObjectRef, keys: Qt.KeyboardModifier) -> None:
        """Move the keyboard position to an object; with Shift it is added to the selection."""
        self._ring(True)
        if keys & Qt.KeyboardModifier.ShiftModifier:
            self.set_selection([*self.selection, ref], current=ref)
        else:
            self.set_selection([ref])
        self.reveal_refs([ref])

    def _open_current(self) -> bool:
        if self.current is None:
            return False
        self.open_requested.emit(self.current)
        return True

    def _step_out(self) -> bool:
        if self.cancel() or self.leave_mode() or self.leave():
            return True
        if self.selection:
            self.set_selection([])
            return True
        return False

    def _fit_by_key(self, keys: Qt.KeyboardModifier) -> bool:
        if keys & ~Qt.KeyboardModifier.ShiftModifier:
            return False
        if keys & Qt.KeyboardModifier.ShiftModifier:
            self.fit_selection()
        else:
            self.fit()
        return True

    # marks

    def _set_band(self, band: QRectF | None) -> None:
        """Draw a rubber band, or none."""
        for rect in (self._marks.band, band):
            if rect is not None:
                self.update(rect.toAlignedRect().adjusted(-2, -2, 2, 2))
        self._marks.band = band
