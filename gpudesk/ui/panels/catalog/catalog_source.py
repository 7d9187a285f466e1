"""The catalog, opened once on a reading thread for everybody in the window who shows it; built before in a process if it is old."""

from PySide6.QtCore import QObject, Signal

from gpudesk.catalog.catalog import Catalog, is_built, make_ready, open_catalog
from gpudesk.core.messages.errors import DeskError
from gpudesk.core.running.progress import Progress
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("CatalogSource")


class CatalogSource(QObject):
    """Signals:
    ready(): the catalog can be used.
    failed(DeskError): it cannot be read.
    """

    ready = Signal()
    failed = Signal(object)

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._catalog: Catalog | None = None
        self._asked = False

    @classmethod
    def of(cls, session: Session) -> "CatalogSource":
        """The one source of a session."""
        existing = next((child for child in session.children() if isinstance(child, cls)), None)
        return existing or cls(session)

    @property
    def catalog(self) -> Catalog | None:
        """The catalog; None until it is open."""
        return self._catalog

    def request(self) -> None:
        """Open it if not yet requested; then `ready` or `failed`."""
        if not self._asked:
            self._asked = True
            self._session.jobs.read(lambda _: is_built(), self._built, self._fail)

    def reload(self) -> None:
        """Reopen it after its files changed; the current content stays until it is `ready`."""
        self._asked = True
        self._open()

    def _built(self, built: bool) -> None:
        if built:
            self._open()
        else:
            self._session.jobs.process(make_ready, done=self._open, failed=self._fail, what=tr("Building the catalog"))

    def _open(self, _made: None = None) -> None:
        self._session.jobs.read(_open, self._take, self._fail)

    def _take(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self.ready.emit()

    def _fail(self, error: DeskError) -> None:
        self._asked = False
        self.failed.emit(error)


def _open(_progress: Progress) -> Catalog:
    catalog = open_catalog()
    # The first search makes the index of words.
    catalog.search("", limit=1)
    return catalog
