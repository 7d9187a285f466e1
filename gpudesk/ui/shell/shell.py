"""A window that holds places, each created on first use; it uses them only through the class `Place`."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QWidget

from gpudesk.core.messages import log
from gpudesk.ui.shell.place import ANY_TABLE, AnyPlace
from gpudesk.ui.toolkit.actions import ActionRegistry
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.settings import Settings
from gpudesk.ui.toolkit.widgets.message_bar import MessageBar
from gpudesk.ui.toolkit.widgets.rail import Rail

if TYPE_CHECKING:
    from gpudesk.ui.printing.hand_over_scope import HandOverScope

_LOG = log.category("window")


class Shell(QMainWindow):
    """Services of the window for places and panels, and its handling of places.

    Args:
        places: in rail order; the first is the fallback, and is created at startup.
    """

    rail: Rail
    message_bar: MessageBar

    def __init__(self, session: Session, settings: Settings, places: Sequence[AnyPlace]) -> None:
        super().__init__()
        self.session = session
        self.settings = settings
        self.registry: ActionRegistry
        self.places_by_key = {place.key: place for place in places}
        self._first = places[0].key
        self._stack = QStackedWidget()
        self._views: dict[str, Any] = {}
        self._commands: dict[str, object] = {}
        self._project_commands: dict[str, object] = {}
        self._conditions: list[Callable[[], set[str]]] = []
        self._like: dict[str, Any] = {}

    # what the window does for places and panels

    @abstractmethod
    def update_actions(self) -> None:
        """Enable the actions that can be done now."""

    @abstractmethod
    def show_problems(self) -> None:
        """Show the list of problems and put the focus into it."""

    @abstractmethod
    def label_cables(self, scope: "HandOverScope | None" = None) -> None:
        """Ask for the content of cable labels; for the selected cables unless a scope is given."""

    @abstractmethod
    def tell_handed_over(self, files: list[Path]) -> None:
        """Report the location of the exported files."""

    def add_conditions(self, met: Callable[[], set[str]]) -> None:
        """Add a provider of conditions for the table of actions; only while a project is open."""
        self._conditions.append(met)

    # places

    @property
    def places(self) -> Sequence[AnyPlace]:
        """All places, in the order of the rail."""
        return tuple(self.places_by_key.values())

    @property
    def place(self) -> str:
        """The key of the place that is shown."""
        shown = self._stack.currentWidget()
        return next((key for key, view in self._views.items() if view is shown), self._first)

    def view(self, key: str) -> Any:
        """The view of a place, created on first use."""
        return self._views[key] if key in self._views else self._make(key)

    def made_view(self, key: str) -> Any:
        """The view of a place, or None if not created yet."""
        return self._views.get(key)

    def shown_view(self, key: str) -> Any:
        """The view of a place while it is shown, else None."""
        return self._views.get(key) if self.place == key else None

    def commands_of(self, key: str) -> Any:
        """Commands of a place; None if its view is not created yet."""
        return self._commands.get(key)

    def project_commands_of(self, key: str) -> Any:
        """Commands of a place that need a project and no view; None without a project."""
        return self._project_commands.get(key)

    def go(self, place: str) -> None:
        """Show a place; one that needs a project is replaced by the first without one."""
        target_place = (
            place if place in self.places_by_key and (self.session.is_open or not self.places_by_key[place].needs_project) else self._first
        )
        if target_place != self.place:
            _LOG.info("place", name=log.code(target_place, set(self.places_by_key)))
            self.message_bar.forget_passing()
        view, entry = self.view(target_place), self.places_by_key[target_place]
        entry.prepare(view)
        focus = entry.focus(view)
        self._stack.setCurrentWidget(view)
        self.rail.set_place(target_place)
        self.settings.set_text("place", target_place)
        self._place_shown()
        focus.setFocus(Qt.FocusReason.OtherFocusReason)

    def go_to(self, place: str, refs: Sequence[ObjectRef]) -> None:
        """Show objects in a place."""
        self.go(place)
        if self.place == place:
            self.places_by_key[place].go_to(self.view(place), refs)

    def show_object(self, ref: ObjectRef) -> None:
        """Go to an object in the place that shows its table."""
        named = (key for key, place in self.places_by_key.items() if ref.table in place.tables)
        others = (key for key, place in self.places_by_key.items() if ANY_TABLE in place.tables)
        self.go_to(next(named, None) or next(others), [ref])

    def parts(self) -> list[QWidget]:
        """Parts that F6 cycles through, in order."""
        shown = self.place
        return [self.rail, *self.places_by_key[shown].parts(self.view(shown))]

    def keep_places(self) -> None:
        """Remember how the places were set up."""
        for key, view in self._views.items():
            self.places_by_key[key].save(view, self.settings)

    def end_places(self) -> None:
        """Stop all activity in places, such as monitoring; waits for the current call of each thread."""
        for key, view in self._views.items():
            self.places_by_key[key].end(view)

    def make_ahead(self) -> None:
        """Create everything that the first project requires."""
        for key, place in self.places_by_key.items():
            if place.made_ahead:
                self.view(key)

    def _place_shown(self) -> None:
        """Called when another place is shown, before it has the focus."""

    def _place_made(self, key: str) -> None:
        """Called when a place was made and connected."""

    def _make(self, key: str) -> Any:
        place = self.places_by_key[key]
        view = self._views[key] = place.make(self)
        place.restore(view, self.settings)
        self._stack.addWidget(view)
        self._commands[key] = place.connect(self, view)
        self._place_made(key)
        old = self._like.pop(key, None)
        if old is not None and self._can_be_made(key):
            place.look_like(view, old)
        return view

    def _can_be_made(self, key: str) -> bool:
        place = self.places_by_key[key]
        return self.session.is_open or place.made_ahead or not place.needs_project

    def connect_project(self) -> None:
        """Connect the actions that need a project."""
        for key, place in self.places_by_key.items():
            self._project_commands[key] = place.connect_project(self)

    def met_by_place(self) -> set[str]:
        """The conditions that hold of the view that is shown."""
        shown = self.place
        place = self.places_by_key[shown]
        return place.met(self, self._views[shown]) if shown in self._views and (self.session.is_open or not place.needs_project) else set()

    def met_elsewhere(self) -> set[str]:
        """Conditions that do not belong to a single place."""
        return set().union(*(met() for met in self._conditions))

    # another window in place of this one

    def look_like(self, other: "Shell") -> None:
        """Show the same content in every place as another window of the session; places are created on demand, or by `next_like`.

        The other window must exist until then.
        """
        while other.next_like():
            pass
        self._like = other._made()

    def next_like(self) -> bool:
        """Make one more of the places that shall look like those of another window; False if there is none left."""
        if not self._like:
            return False
        key = next(iter(self._like))
        if self._can_be_made(key):
            self.view(key)
        self._like.pop(key, None)
        return bool(self._like)

    def _made(self) -> dict[str, Any]:
        """The views that were made so far, without the first, which every window has."""
        return {key: view for key, view in self._views.items() if key != self._first}
