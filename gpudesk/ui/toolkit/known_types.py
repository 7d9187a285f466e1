"""Hardware types by key, as gestures need them: the project's own copies first, then the catalog."""

from gpudesk.catalog.catalog import UnknownType, open_catalog
from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.ui.toolkit.session import Session


class KnownTypes:
    """Looks types up for one session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def get(self, key: str) -> HardwareType | None:
        """The type with that key, or None if unknown."""
        if self._session.is_open:
            types = self._session.snapshot.types
            type_id = types.id_of(key)
            if type_id is not None:
                return types[type_id]
        try:
            return open_catalog().get(key)
        except UnknownType:
            return None
