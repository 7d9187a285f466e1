"""What the window knows of a place: all that it does with one goes through this class."""

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
    """One entry of the rail. It keeps nothing: each window makes a view of it, which the methods are given.

    Attributes:
        key: its name in settings, in commands and in the action `go.KEY`.
        title, hint: English sources, marked for translation in the context `CONTEXT`.
        icon: that of its button.
        needs_project: whether there is nothing to show without a project.
        made_ahead: whether its view is made before a project is opened, so that the first one opens at once.
        own_undo: whether *Undo* asks this place; then `met` says if there is something to take back.
        tables: whose objects it shows when they are asked for elsewhere.
        rules: beginnings of the keys of rules whose worst problem is marked in the rail; empty for all rules, None for no mark.
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
        """Connect actions to a view that has just been made; what is returned is kept as `shell.commands_of(key)`."""

    def connect_project(self, shell: "Shell") -> object:
        """Connect actions that need a project and no view; what is returned is kept as `shell.project_commands_of(key)`."""

    def restore(self, view: View, settings: Settings) -> None:
        """Set a view up as it was kept."""

    def save(self, view: View, settings: Settings) -> None:
        """Keep how a view is set up."""

    def look_like(self, view: View, old: View) -> None:
        """Show what another window shows there."""

    def prepare(self, view: View) -> None:
        """Bring up to date what is not followed while the view is not shown."""

    @abstractmethod
    def focus(self, view: View) -> QWidget:
        """The part that has the focus when the view is shown."""

    @abstractmethod
    def parts(self, view: View) -> list[QWidget]:
        """The parts between which F6 goes, in its order."""

    def go_to(self, view: View, refs: Sequence[ObjectRef]) -> None:
        """Show objects."""

    def met(self, shell: "Shell", view: View) -> set[str]:
        """The conditions of the table of actions that hold of the view while it is shown."""
        return set()

    def undo(self, view: View) -> None:
        """Take back the last thing done in a place with an undo of its own."""

    def end(self, view: View) -> None:
        """Stop what goes on in the view; the program ends."""


AnyPlace = Place[Any]
