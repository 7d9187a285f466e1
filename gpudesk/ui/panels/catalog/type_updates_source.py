"""Types in use that differ from the catalog: calculated once for all parts of the window that show them."""

from PySide6.QtCore import QObject, Signal

from gpudesk.core.values.columns import Array
from gpudesk.operations.types.type_updates import TypeUpdate, type_updates
from gpudesk.ui.panels.catalog.catalog_source import CatalogSource
from gpudesk.ui.toolkit.session import Session


class TypeUpdatesSource(QObject):
    """Compares on a reading thread, when a project is opened, when its copies change and when the catalog does.

    Signals:
        changed(): other types differ.
    """

    changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._catalog = CatalogSource.of(session)
        self._updates: tuple[TypeUpdate, ...] = ()
        self._compared: tuple[Array, str] | None = None
        for signal in (session.opened, session.changed, session.refreshed, self._catalog.ready):
            signal.connect(self._look)
        session.closed.connect(self._forget)
        self._look()

    @classmethod
    def of(cls, session: Session) -> "TypeUpdatesSource":
        """The one source of a session."""
        existing = next((child for child in session.children() if isinstance(child, cls)), None)
        return existing or cls(session)

    @property
    def updates(self) -> tuple[TypeUpdate, ...]:
        """The types of the open project that differ; counts of use are those of the time of comparing."""
        return self._updates

    def _look(self, _event: object = None) -> None:
        catalog = self._catalog.catalog
        if not self._session.is_open:
            return
        if catalog is None:
            self._catalog.request()
            return
        snapshot = self._session.snapshot
        catalog_state = (snapshot["catalog_item"]["body"], catalog.version)
        if self._compared is not None and self._compared[0] is catalog_state[0] and self._compared[1] == catalog_state[1]:
            return
        self._compared = catalog_state

        def told(updates: tuple[TypeUpdate, ...]) -> None:
            if self._compared is catalog_state:
                self._tell(updates)

        self._session.jobs.read(lambda _: type_updates(snapshot, catalog), told)

    def _forget(self) -> None:
        self._compared = None
        self._tell(())

    def _tell(self, updates: tuple[TypeUpdate, ...]) -> None:
        if updates != self._updates:
            self._updates = updates
            self.changed.emit()
