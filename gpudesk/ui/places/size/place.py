"""Sizing in the rail: which GPUs a model needs."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.ui.shell.place import Place
from gpudesk.ui.toolkit.settings import Settings

if TYPE_CHECKING:
    from gpudesk.ui.places.size.panes.size_place import SizePlace
    from gpudesk.ui.places.size.size_commands import SizeCommands
    from gpudesk.ui.shell.shell import Shell


class Size(Place["SizePlace"]):
    """It needs no project."""

    key, icon = "size", "size"
    title = QT_TRANSLATE_NOOP("PlaceRail", "Size")
    hint = QT_TRANSLATE_NOOP("PlaceRail", "Size: which GPUs a model needs, and why (Ctrl+2)")

    def make(self, shell: "Shell") -> "SizePlace":
        """The form, the candidates and the details of one."""
        from gpudesk.ui.places.size.panes.size_place import SizePlace

        return SizePlace(shell.session, shell.registry)

    def connect(self, shell: "Shell", view: "SizePlace") -> "SizeCommands":
        """Connect the actions on plans."""
        from gpudesk.ui.places.size.size_commands import SizeCommands

        return SizeCommands(shell, view)

    def restore(self, view: "SizePlace", settings: Settings) -> None:
        """Restore the docks and the last request."""
        view.set_docks_state(settings.window_state("size"))
        view.begin_with(settings.text("size-asked"), settings.text("gpus-on-hand"))
        view.candidates.want_columns(settings.text("size-columns"))

    def save(self, view: "SizePlace", settings: Settings) -> None:
        """Store the docks, the request, and the columns."""
        settings.set_window_state("size", view.docks_state())
        settings.set_text("size-asked", view.asked_text())
        settings.set_text("gpus-on-hand", view.on_hand_text())
        settings.set_text("size-columns", view.candidates.columns_text())

    def look_like(self, view: "SizePlace", old: "SizePlace") -> None:
        """Show what another one shows."""
        view.look_like(old)

    def focus(self, view: "SizePlace") -> QWidget:
        """The field of the model."""
        return view.form.model

    def parts(self, view: "SizePlace") -> list[QWidget]:
        """The form, the candidates and the rest."""
        return view.parts()

    def met(self, shell: "Shell", view: "SizePlace") -> set[str]:
        """What holds of the plans that are shown."""
        return view.met()
