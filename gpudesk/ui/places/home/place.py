"""Home in the rail: recent projects, new ones and samples."""

from PySide6.QtWidgets import QWidget

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.ui.places.home.home import HomePane
from gpudesk.ui.shell.place import Place
from gpudesk.ui.shell.shell import Shell


class Home(Place[HomePane]):
    """The initial place of a window, and the substitute for a place that cannot be shown."""

    key, icon = "home", "home"
    title = QT_TRANSLATE_NOOP("PlaceRail", "Home")
    hint = QT_TRANSLATE_NOOP("PlaceRail", "Home: recent, new and sample projects (Ctrl+1)")

    def make(self, shell: Shell) -> HomePane:
        """The page of Home."""
        return HomePane(shell.session, shell.settings, shell.registry)

    def prepare(self, view: HomePane) -> None:
        """Look again which projects are there."""
        view.refresh()

    def focus(self, view: HomePane) -> QWidget:
        """Its page."""
        return view.page

    def parts(self, view: HomePane) -> list[QWidget]:
        """Its page alone."""
        return [view.page]
