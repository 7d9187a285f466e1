"""Names and kind of a custom entry: the form next to its facts."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QComboBox, QVBoxLayout, QWidget

from gpudesk.catalog.catalog import Catalog
from gpudesk.catalog.user_entries import proposed_key
from gpudesk.core.hardware.hardware import Family, Mount
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.ui.panels.catalog.catalog_rows import family_name
from gpudesk.ui.toolkit.parts.form import RING
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.field_rows import LineField
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("TypeNamesForm")

_BETWEEN = ", "
_LISTS = ("part_numbers", "aliases")
_MOUNTS = {
    Mount.UNITS: QT_TRANSLATE_NOOP("TypeNamesForm", "in rack units"),
    Mount.ZERO_U: QT_TRANSLATE_NOOP("TypeNamesForm", "outside the units (0U)"),
    Mount.FLOOR: QT_TRANSLATE_NOOP("TypeNamesForm", "on the floor"),
    Mount.CHILD: QT_TRANSLATE_NOOP("TypeNamesForm", "in a bay of another device"),
    Mount.PART: QT_TRANSLATE_NOOP("TypeNamesForm", "inside other equipment"),
}


class TypeNamesForm(QWidget):
    """Labels over fields, as wide as the containing side; the error of a field is shown below it.

    The key follows vendor and model until the user types one.

    Signals:
        edited(str): the user changed this name of the entry.
        changed(dict): the current content of the form, by name of the entry.
    """

    edited = Signal(str)
    changed = Signal(dict)

    def __init__(self, catalog: Catalog, parent: QWidget | None = None, *, key_stays: bool = False) -> None:
        super().__init__(parent)
        self._catalog = catalog
        self._key_stays = key_stays
        self._proposed = ""
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(RING, RING, RING, RING)
        self._column.setSpacing(2)
        self.fields: dict[str, LineField] = {}
        self.titles: dict[str, str] = {}
        self._hints: dict[str, str] = {}
        self._told: dict[str, Label] = {}
        needed, commas = tr("required"), tr("Separate several with commas")
        self._line("vendor", tr("Vendor"), needed)
        self._line("model", tr("Model"), needed)
        self._line("key", tr("Key"), tr("from vendor and model"))
        self.fields["key"].setToolTip(tr("vendor.model: lowercase letters, digits, dots, hyphens; it never changes"))
        self.fields["key"].setReadOnly(key_stays)
        self.family = self._choice("family", tr("Family"), [(family.value, family_name(catalog, family)) for family in Family])
        self.mount = self._choice("mount", tr("Mounting"), _mounts())
        self._line("description", tr("Description, English"), tr("in at least one language"))
        self._line("description_es", tr("Description, Spanish"), tr("in at least one language"))
        self._line("part_numbers", tr("Part numbers"), commas)
        self._line("aliases", tr("Also known as"), commas)
        for name in ("vendor", "model"):
            for signal in (self.fields[name].textEdited, self.fields[name].taken_back):
                signal.connect(lambda *_: self._propose())

    def show_body(self, body: Mapping[str, Any], *, first: bool = False) -> None:
        """Show the content of an entry; text being typed stays. For the `first` entry shown the key counts as not yet chosen."""
        for name, field in self.fields.items():
            field_content = body.get(name, "")
            text = (
                _BETWEEN.join(str(part) for part in field_content) if isinstance(field_content, list | tuple) else str(field_content or "")
            )
            field.set_value(text)
            field.setPlaceholderText(self._hints[name])
            field.setCursorPosition(0)
        if first:
            self._proposed = self.fields["key"].text()
        for box, name in ((self.family, "family"), (self.mount, "mount")):
            box.setCurrentIndex(box.findData(str(body.get(name, ""))))

    def said(self) -> dict[str, Any]:
        """The content of the form, by name of the entry."""
        form_content: dict[str, Any] = {}
        for name, field in self.fields.items():
            text = field.text().strip()
            words = [word.strip() for word in text.split(",") if word.strip()]
            form_content[name] = words if name in _LISTS else text
        return {**form_content, "family": str(self.family.currentData() or ""), "mount": str(self.mount.currentData() or "")}

    def show_faults(self, faults: Mapping[str, str]) -> None:
        """Show below each field its error; none for the others."""
        for name, label in self._told.items():
            label.setText(faults.get(name, ""))
            label.setVisible(name in faults)
            self.editor(name).setAccessibleDescription(faults.get(name, ""))

    def told(self) -> dict[str, str]:
        """The texts below the fields."""
        return {name: label.text() for name, label in self._told.items() if label.text()}

    def editor(self, name: str) -> QWidget:
        """The field of a name of the entry."""
        boxes = {"family": self.family, "mount": self.mount}
        return boxes[name] if name in boxes else self.fields[name]

    def _say(self, name: str) -> None:
        self.edited.emit(name)
        self.changed.emit(self.said())

    def _propose(self) -> None:
        """Update the derived key, unless the user typed one."""
        key = self.fields["key"]
        if self._key_stays or key.text() != self._proposed:
            return
        form_content = self.said()
        self._proposed = proposed_key(self._catalog, form_content["vendor"], form_content["model"])
        # It is taken with the name that is being typed.
        key.set_value(self._proposed)
        key.setPlaceholderText(self._hints["key"])
        key.setCursorPosition(0)

    def _line(self, name: str, label: str, hint: str = "") -> None:
        field = LineField(parent=self)
        field.setPlaceholderText(hint)
        field.setToolTip(hint)
        field.committed.connect(lambda _: self._say(name))
        self.fields[name] = field
        self._hints[name] = hint
        self._add(name, label, field)

    def _choice(self, name: str, label: str, choices: list[tuple[str, str]]) -> QComboBox:
        box = QComboBox(self)
        for value, text in choices:
            box.addItem(text, value)
        box.activated.connect(lambda _: self._say(name))
        self._add(name, label, box)
        return box

    def _add(self, name: str, label: str, editor: QWidget) -> None:
        title = Label(label, self, step="caption", ink="text.secondary")
        title.setBuddy(editor)
        title.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom)
        editor.setAccessibleName(label)
        editor.setFixedHeight(theme.size("field"))
        fault_label = Label("", self, step="caption", ink="severity.error", wrap=True)
        fault_label.hide()
        self.titles[name] = label
        self._told[name] = fault_label
        self._column.addWidget(title)
        self._column.addWidget(editor)
        self._column.addWidget(fault_label)
        self._column.addSpacing(4)


def _mounts() -> list[tuple[str, str]]:
    """Mounting options of a type: the value in the entry, and its display name."""
    return [(mount.name.lower(), QCoreApplication.translate("TypeNamesForm", text)) for mount, text in _MOUNTS.items()]
