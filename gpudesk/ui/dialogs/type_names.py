"""What an own entry is called and what it is: the form beside its facts."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QVBoxLayout, QWidget

from gpudesk.catalog import Catalog
from gpudesk.core.hardware import Family, Mount
from gpudesk.core.message import QT_TRANSLATE_NOOP
from gpudesk.ui import theme
from gpudesk.ui.models.catalog_rows import family_name
from gpudesk.ui.widgets.field_rows import LineField
from gpudesk.ui.widgets.label import Label

_BETWEEN = ", "
_LISTS = ("part_numbers", "aliases")
_MOUNTS = {
    Mount.UNITS: QT_TRANSLATE_NOOP("TypeNamesForm", "in rack units"),
    Mount.ZERO_U: QT_TRANSLATE_NOOP("TypeNamesForm", "beside the units (0U)"),
    Mount.FLOOR: QT_TRANSLATE_NOOP("TypeNamesForm", "on the floor"),
    Mount.CHILD: QT_TRANSLATE_NOOP("TypeNamesForm", "in a bay of another device"),
    Mount.PART: QT_TRANSLATE_NOOP("TypeNamesForm", "inside another thing"),
}


class TypeNamesForm(QWidget):
    """Labels over fields, as wide as the side that it stands in.

    Signals:
        changed(dict): what the form says now, by name of the entry.
    """

    changed = Signal(dict)

    def __init__(self, catalog: Catalog, parent: QWidget | None = None, *, key_stays: bool = False) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        self.fields: dict[str, QLineEdit] = {}
        self._line("vendor", self.tr("Vendor"))
        self._line("model", self.tr("Model"))
        self._line("key", self.tr("Key"), self.tr("vendor.model: small letters, digits, dots, hyphens; it never changes"))
        self.fields["key"].setReadOnly(key_stays)
        self.family = self._choice(self.tr("Family"), [(family.value, family_name(catalog, family)) for family in Family])
        self.mount = self._choice(self.tr("Where it sits"), _mounts())
        self._line("description", self.tr("Description, English"))
        self._line("description_es", self.tr("Description, Spanish"))
        self._line("part_numbers", self.tr("Part numbers"), self.tr("Several are parted by commas"))
        self._line("aliases", self.tr("Also called"), self.tr("Several are parted by commas"))

    def show_body(self, body: Mapping[str, Any]) -> None:
        """Show what an entry says; what is being typed stays."""
        for name, field in self.fields.items():
            said = body.get(name, "")
            text = _BETWEEN.join(str(each) for each in said) if isinstance(said, list | tuple) else str(said or "")
            if isinstance(field, LineField):
                field.set_value(text)
            field.setCursorPosition(0)
        for box, name in ((self.family, "family"), (self.mount, "mount")):
            box.setCurrentIndex(box.findData(str(body.get(name, ""))))

    def said(self) -> dict[str, Any]:
        """What the form says, by name of the entry."""
        found: dict[str, Any] = {}
        for name, field in self.fields.items():
            text = field.text().strip()
            words = [word.strip() for word in text.split(",") if word.strip()]
            found[name] = words if name in _LISTS else text
        return {**found, "family": str(self.family.currentData() or ""), "mount": str(self.mount.currentData() or "")}

    def _line(self, name: str, label: str, hint: str = "") -> None:
        field = LineField(parent=self)
        field.setPlaceholderText(hint)
        field.setToolTip(hint)
        field.committed.connect(lambda _: self.changed.emit(self.said()))
        self.fields[name] = field
        self._add(label, field)

    def _choice(self, label: str, choices: list[tuple[str, str]]) -> QComboBox:
        box = QComboBox(self)
        for value, text in choices:
            box.addItem(text, value)
        box.activated.connect(lambda _: self.changed.emit(self.said()))
        self._add(label, box)
        return box

    def _add(self, label: str, editor: QWidget) -> None:
        title = Label(label, self, step="caption", ink="text.secondary")
        title.setBuddy(editor)
        title.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom)
        editor.setAccessibleName(label)
        editor.setFixedHeight(theme.size("field"))
        self._column.addWidget(title)
        self._column.addWidget(editor)
        self._column.addSpacing(4)


def _mounts() -> list[tuple[str, str]]:
    """How a type can be held: the word of the entry, and the person's."""
    return [(mount.name.lower(), QCoreApplication.translate("TypeNamesForm", text)) for mount, text in _MOUNTS.items()]
