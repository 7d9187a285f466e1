"""Settings of chosen cables: type, modules, length, phase, and origin; unchanged fields keep the value of each cable."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.hardware.hardware import Family, HardwareType
from gpudesk.core.values.natural_order import natural_key
from gpudesk.operations.cabling.cable_operations import set_cables
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.form import Form
from gpudesk.ui.toolkit.parts.typed_choice import TypedChoice
from gpudesk.ui.toolkit.quantities import format_number, format_quantity, parse_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import language
from gpudesk.ui.toolkit.type_name import tr_type_name

tr = text_context("EditCablesDialog")

_KEEP = "keep"
_NONE = ""
_KINDS = ("jumper", "splitter", "trunk", "copper", "dac", "acc", "aec", "aoc")


class EditCablesDialog(DeskDialog):
    """Asks for the settings of the chosen cables."""

    def __init__(self, session: Session, cable_ids: Sequence[int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project, self._ids = session, list(cable_ids)
        count = format_number(len(self._ids))
        self.set_heading(tr("Change cables"), tr("Empty fields stay unchanged. Cables selected: {count}").format(count=count))
        form = Form(self)
        self.cable = self._choice(form, [kind for kind in self._types(Family.CABLE) if kind.text("cable_kind") in _KINDS])
        modules = self._types(Family.TRANSCEIVER)
        self.a_module, self.b_module = (self._choice(form, modules) for _ in "ab")
        self.length = QLineEdit(form)
        self.length.setPlaceholderText(tr("unchanged"))
        self.phase = QLineEdit(form)
        self.phase.setPlaceholderText(tr("unchanged"))
        self.by_hand = QComboBox(form)
        for text, value in (
            (tr("unchanged"), None),
            (tr("by hand, locked"), 1),
            (tr("by program"), 0),
        ):
            self.by_hand.addItem(text, value)
        self._types_asked = [
            (box, form.add(label, box))
            for label, box in (
                (tr("Cable"), self.cable),
                (tr("Module at the near end"), self.a_module),
                (tr("Module at the far end"), self.b_module),
            )
        ]
        self._sold = form.add(tr("Length, m"), self.length)
        form.add(tr("Build phase"), self.phase)
        form.add(tr("Set"), self.by_hand)
        self.add_form(form)
        self.add_buttons(tr("Change"), self.change)
        for box in (self.cable, self.a_module, self.b_module):
            box.editTextChanged.connect(self._update)
        self.by_hand.currentIndexChanged.connect(self._update)
        for line in (self.length, self.phase):
            line.textChanged.connect(self._update)
        self.resize(520, 380)
        self._update()

    def values(self) -> dict[str, Any] | None:
        """The new values, None while one is invalid."""
        values: dict[str, Any] = {}
        for name, box in (("type", self.cable), ("a_module", self.a_module), ("b_module", self.b_module)):
            if not box.is_known:
                return None
            if box.chosen() != _KEEP:
                values[name] = box.chosen()
        if self.length.text().strip():
            metres = parse_number(self.length.text())
            if metres is None or not 0 < metres <= 10_000:
                return None
            values["length_mm"] = round(metres * 1000)
        if self.phase.text().strip():
            if not self.phase.text().strip().isdecimal():
                return None
            values["phase"] = int(self.phase.text())
        if self.by_hand.currentData() is not None:
            values["by_hand"] = self.by_hand.currentData()
        return values

    def change(self) -> None:
        """Set it."""
        values = self.values()
        if values:
            self.do(self._project, set_cables, self._ids, values)

    def _types(self, family: Family) -> list[HardwareType]:
        return sorted((entry.type for entry in open_catalog().of_families(family)), key=lambda kind: natural_key(tr_type_name(kind.title)))

    def _choice(self, form: Form, kinds: Sequence[HardwareType]) -> TypedChoice:
        box = TypedChoice(form)
        box.addItem(tr("unchanged"), _KEEP)
        box.addItem(tr("none"), _NONE)
        for kind in kinds:
            box.addItem(tr_type_name(kind.title), kind.key)
            box.setItemData(box.count() - 1, kind.described_in(language()), Qt.ItemDataRole.ToolTipRole)
        box.ready()
        return box

    def _update(self) -> None:
        key = self.cable.chosen()
        kind = open_catalog().get(key) if key not in (None, _KEEP, _NONE) else None
        metres = [] if kind is None else [length.length_m for length in kind.lengths]
        sold = ", ".join(format_quantity(metre, "m") for metre in metres)
        typed_m = parse_number(self.length.text()) if self.length.text().strip() else None
        odd = typed_m is not None and typed_m not in metres
        text = tr("Not sold in this length; available: {lengths}") if odd else tr("Sold in {lengths}")
        self._sold.setText(text.format(lengths=sold) if sold else "")
        self._sold.set_ink("severity.warning" if odd else "text.tertiary")
        for box, hint in self._types_asked:
            hint.setText("" if box.is_known else tr("No type has this name."))
        self.set_verb(tr("Change"), enabled=bool(self.values()))
