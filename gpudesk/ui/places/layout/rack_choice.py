"""Which type of rack: those of the project first, the rest as soon as the catalog is open."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QWidget

from gpudesk.core.hardware.hardware import Family, HardwareType
from gpudesk.core.messages.errors import DeskError
from gpudesk.ui.panels.catalog.catalog_rows import rack_types, used_keys
from gpudesk.ui.panels.catalog.catalog_source import CatalogSource
from gpudesk.ui.toolkit.quantities import format_quantity
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.type_name import tr_type_name

tr = text_context("RackTypeChoice")


class RackTypeChoice(QComboBox):
    """Signals:
    type_chosen(): another type, or the first one, is chosen.
    refused(DeskError): the catalog cannot be read.
    """

    type_chosen = Signal()
    refused = Signal(object)

    def __init__(self, session: Session, chosen: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._wanted = chosen
        self._source = CatalogSource.of(session)
        self.setMaxVisibleItems(16)
        self.currentIndexChanged.connect(self.type_chosen)
        self._source.ready.connect(self._fill)
        self._source.failed.connect(self._fail)
        self._fill()
        self._source.request()

    def key(self) -> str:
        """The catalog key of the chosen type; "" while none can be chosen."""
        return str(self.currentData() or "")

    def kind(self) -> HardwareType | None:
        """The chosen type itself."""
        key = self.key()
        types = self._session.snapshot.types
        type_id = types.id_of(key) if key else None
        if type_id is not None:
            return types[type_id]
        catalog = self._source.catalog
        return catalog.get(key) if catalog is not None and key in catalog else None

    def summary(self) -> str:
        """The chosen type in a few figures."""
        kind = self.kind()
        if kind is None:
            return ""
        figures = [
            format_quantity(kind.number("units_u"), "U"),
            " × ".join(format_quantity(kind.number(name), "mm") for name in ("outer_width_mm", "outer_depth_mm")),
        ]
        if kind.number("static_load_kg") is not None:
            figures.append(tr("rated for {load}").format(load=format_quantity(kind.number("static_load_kg"), "kg")))
        return " · ".join(figures)

    def _fill(self) -> None:
        chosen_key = self.key() or self._wanted
        snapshot = self._session.snapshot
        entries: list[tuple[str, str]] = []
        if self._source.catalog is not None:
            entries = rack_types(self._source.catalog, snapshot)
        else:
            used = (snapshot.types[snapshot.types.id_of(key) or 0] for key in used_keys(snapshot))
            entries = [(kind.key, tr_type_name(kind.title)) for kind in used if kind.family is Family.RACK]
        self.blockSignals(True)
        self.clear()
        for key, title in entries:
            self.addItem(title, key)
        if not entries:
            self.addItem(tr("Opening the catalog…"), "")
        self.setCurrentIndex(max(0, self.findData(chosen_key)))
        self.blockSignals(False)
        self.type_chosen.emit()

    def _fail(self, error: DeskError) -> None:
        self.refused.emit(error)
