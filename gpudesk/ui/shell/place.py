"""Interface between window and place: the window uses a place only through this class."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from PySide6.QtWidgets import QWidget

from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.settings import Settings

if TYPE_CHECKING:
    from gpudesk.ui.shell.shell import Shell

CONTEXT = "PlaceRail"
"""The context of titles and hints."""
ANY_TABLE = "*"
"""Among the tables of the place that shows the objects of all tables that no other place names."""

View = TypeVar("View", bound=QWidget)


class Place(ABC, Generic[View]):
    """One entry of the rail. It has no state: each window creates a view of it, which is passed to the methods.

    Attributes:
        key: its name in settings, in commands and in the action `go.KEY`.
        title, hint: English sources, marked for translation in the context `CONTEXT`.
        icon: icon of its button.
        needs_project: whether it requires a project.
        made_ahead: whether its view is created before a project is opened, so that the first one opens immediately.
        own_undo: whether *Undo* applies to this place; then `met` contains whether there is something to undo.
        tables: tables whose objects it shows on request from elsewhere.
        rules: key prefixes of rules whose worst problem is marked in the rail; empty for all rules, None for no mark.
    """

    key: str
    title: str
    hint: str
    icon: str
    needs_project: bool = False
    made_ahead: bool = False
    own_undo: bool = False
    tables: frozenset[str] = frozenset()
    rules: tuple[str, ...] | None = None

    @abstractmethod
    def make(self, shell: "Shell") -> View:
        """A view, without what connects it to actions."""

    def connect(self, shell: "Shell", view: View) -> object:
        """Connect actions to a newly created view; the return value is stored as `shell.commands_of(key)`."""

    def connect_project(self, shell: "Shell") -> object:
        """Connect actions that need a project and no view; the return value is stored as `shell.project_commands_of(key)`."""

    def restore(self, view: View, settings: Settings) -> None:
        """Set a view up as it was kept."""

    def save(self, view: View, settings: Settings) -> None:
        """Keep how a view is set up."""

    def look_like(self, view: View, old: View) -> None:
        """Show what another window shows there."""

    def prepare(self, view: View) -> None:
        """Update everything that is not kept up to date while the view is hidden."""

    @abstractmethod
    def focus(self, view: View) -> QWidget:
        """The part that has the focus when the view is shown."""

    @abstractmethod
    def parts(self, view: View) -> list[QWidget]:
        """Parts that F6 cycles through, in order."""

    def go_to(self, view: View, refs: Sequence[ObjectRef]) -> None:
        """Show objects."""

    def met(self, shell: "Shell", view: View) -> set[str]:
        """The conditions of the table of actions that hold of the view while it is shown."""
        return set()

    def undo(self, view: View) -> None:
        """Undo the last action of a place with its own undo."""

    def end(self, view: View) -> None:
        """Stop all activity of the view; the program ends."""


AnyPlace = Place[Any]
