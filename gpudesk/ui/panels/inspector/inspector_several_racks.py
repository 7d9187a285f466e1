"""Settings for several racks at once in addition to the common ones: their type, and numbered names."""

from PySide6.QtCore import QObject

from gpudesk.operations.floor.halls import set_rack_type
from gpudesk.operations.floor.rack_names import name_racks_from
from gpudesk.ui.panels.catalog.catalog_rows import project_rack_types, rack_types
from gpudesk.ui.panels.catalog.catalog_source import CatalogSource
from gpudesk.ui.panels.inspector.inspector_forms import Form
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.field_rows import FieldList, LineField

tr = text_context("SeveralRacks")


class SeveralRacks(QObject):
    """The rows of several racks."""

    def __init__(self, form: Form, rows: FieldList) -> None:
        super().__init__(form)
        self._form = form
        self._source = CatalogSource.of(form.session)
        snapshot, catalog = form.session.snapshot, self._source.catalog
        types = project_rack_types(snapshot) if catalog is None else rack_types(catalog, snapshot)
        self.types = form.choice(rows, tr("Type"), types, self._type, self._set_type)
        self.names = LineField()
        self.names.setPlaceholderText(tr("A01, or {row_name}{n:02}"))
        self.names.setToolTip(tr("First name; its number increases along the rows. With fields in braces, numbering restarts in each row."))
        form.take_lines(self.names, self._set_names)
        form.add_editor(rows, tr("Names from"), self.names)
        if catalog is None:
            # The other types follow as soon as the catalog is open.
            self._source.ready.connect(self._add_types)
            self._source.request()

    def _add_types(self) -> None:
        catalog, session = self._source.catalog, self._form.session
        if catalog is not None and session.is_open:
            for key, title in rack_types(catalog, session.snapshot):
                if self.types.findData(key) < 0:
                    self.types.addItem(title, key)

    def _racks(self) -> list[int]:
        return [ref.id for ref in self._form.selection]

    def _type(self) -> tuple[str | None, bool]:
        type_id, same = self._form.common("type_id")
        return (self._form.session.snapshot.types[int(type_id)].key if same and type_id is not None else None), same

    def _set_type(self, key: str) -> None:
        if self._type() != (key, True):
            self._form.session.do(set_rack_type, self._racks(), key)

    def _set_names(self, text: str) -> None:
        if text.strip():
            self._form.session.do(name_racks_from, self._racks(), text.strip(), done=lambda _: self.names.set_value(""))
