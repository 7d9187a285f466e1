"""A drawing in which things are selected: what keys, focus and rubber band do alike on the floor and in elevations."""

from collections.abc import Callable, Iterable
from typing import Protocol

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent

from gpudesk.ui.canvas.focus_ring_view import RingView
from gpudesk.ui.toolkit.object_ref import ObjectRef

KeyDoes = Callable[[Qt.KeyboardModifier], bool]
"""Does what a key asks for; false if it means nothing with these modifiers."""


class SelectionMarks(Protocol):
    """The marks over a drawing.

    Attributes:
        selected: in the order of selection.
        current: where the keyboard stands; ringed if `ring`.
        band: the rubber band in px.
    """

    selected: tuple[ObjectRef, ...]
    current: ObjectRef | None
    ring: bool
    band: QRectF | None


class SelectView(RingView):
    """A drawing with a selection. What can be selected in it, and what its own keys do, is said by those that inherit from it."""

    open_requested = Signal(object)
    """The `ObjectRef` to open: double click or Enter."""
    _marks: SelectionMarks
    leave: Callable[[], bool] = staticmethod(lambda: False)
    """Ends what is shown over the drawing, such as a failure; false where nothing is."""

    @property
    def selection(self) -> tuple[ObjectRef, ...]:
        """What is selected, in the order of selection."""
        return self._marks.selected

    @property
    def current(self) -> ObjectRef | None:
        """Where the keyboard stands."""
        return self._marks.current

    def set_selection(self, refs: Iterable[ObjectRef], *, current: ObjectRef | None = None) -> None:
        """Select exactly these; `current` is where the keyboard goes on, the last of them without it."""

    def reveal_refs(self, refs: Iterable[ObjectRef]) -> None:
        """Bring objects into view, moving as little as needed."""

    def fit_selection(self) -> None:
        """Show what is selected, or everything."""

    def cancel(self) -> bool:
        """Let go of whatever is held; false if nothing was."""
        return False

    def leave_mode(self) -> bool:
        """Go back to selecting; false where that is what the left button does."""
        return False

    # keys

    def takes_first(self, event: QKeyEvent) -> bool:
        """Whether a key spoke of what is in hand, and that is done."""
        return False

    def handlers(self) -> dict[Qt.Key, KeyDoes]:
        """What the keys do in this drawing."""
        key = Qt.Key
        return {
            key.Key_Return: lambda _keys: self._open_current(),
            key.Key_Enter: lambda _keys: self._open_current(),
            key.Key_Escape: lambda _keys: self._step_out(),
            key.Key_F: self._fit_by_key,
        }

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """What is in hand comes first, then the keys of the drawing."""
        if self.takes_first(event):
            return
        handler = self.handlers().get(Qt.Key(event.key()))
        if handler is None or not handler(event.modifiers()):
            super().keyPressEvent(event)

    def _go_to(self, ref: ObjectRef, keys: Qt.KeyboardModifier) -> None:
        """Let the keyboard stand at an object; with Shift it is added to the selection."""
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
