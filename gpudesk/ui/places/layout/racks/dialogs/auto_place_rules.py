"""The rules of Auto-place as switches, each with the limit that the site sheet gives."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QSpinBox, QVBoxLayout, QWidget

from gpudesk.core.racks.rack_packing_input import Fill, Serving
from gpudesk.derived.auto_place.auto_place_request import Choices
from gpudesk.project.site_sheet import SiteSheet, site_sheet
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.toolkit.quantities import format_quantity
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.translate import language
from gpudesk.ui.toolkit.widgets.group_header import GroupHeader
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("RuleSwitches")

_HEIGHTS: tuple[float | None, ...] = (None, 1.0, 0.5, 0.0)
_MOST_UNITS, _MOST_RACKS, _MOST_PERCENT, _MOST_FEEDS = 50, 999, 90, 4


class RuleSwitches(QWidget):
    """Signals:
    changed(): a rule was switched.
    """

    changed = Signal()

    def __init__(self, snapshot: Snapshot, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Rules"))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 8)
        self._column.setSpacing(2)
        self._head(tr("Placement"))
        self.fill = self._choice(tr("Fill order of racks"), (tr("one after another"), tr("evenly")))
        self.heavy_low = self._switch(tr("Heavy devices at the bottom"))
        self.group_roles = self._switch(tr("Group devices by role"))
        self.roles_apart = self._switch(tr("Separate racks for each role"), on=False)
        self.network_racks = self._switch(tr("Switches and panels in separate racks, in the middle"), on=False)
        heights = (tr("automatic"), tr("at the top"), tr("in the middle"), tr("at the bottom"))
        self.network_height = self._choice(tr("Switch position"), heights)
        served = (tr("all devices in the hall"), tr("the devices in a row"), tr("evenly, rack by rack"))
        self.serving = self._choice(tr("Placement near the devices served"), served)
        self._head(tr("Limits"))
        sheet = snapshot.cached(site_sheet)
        self.measure_depth = self._switch(tr("Rack depth and rail range"))
        self.clearance = self._switch(tr("Clearance for plugs behind devices"), _figure(sheet, "rear_clearance_mm", "mm"))
        self.weight = self._switch(tr("Rack load rating"), tr("per rack type"))
        self.floor = self._switch(tr("Floor load limit"), _figure(sheet, "floor_uniform_limit_kg_per_m2", "kg/m²"))
        self.lift = self._switch(tr("Highest start unit for devices that need a lift"), f"U{sheet.limit('heavy_device_top_u'):g}")
        self.power = self._switch(tr("Rack power and PDU ratings"), self._power_said(sheet))
        self.feeds_lost = self._number(tr("Tolerated PDU failures"), 1, _MOST_FEEDS)
        self.air = self._switch(tr("Airflow from front to rear"))
        self.mix_air = self._switch(tr("Mixed airflow allowed in a rack"), on=False)
        self._head(tr("Reserves"))
        self.free_u = self._number(tr("Free units per rack"), 0, _MOST_UNITS, "U")
        self.spare_power = self._number(tr("Power reserve per rack"), 0, _MOST_PERCENT, "%")
        self.spare_racks = self._number(tr("Empty spare racks"), 0, _MOST_RACKS)
        self._column.addStretch(1)
        self._update()

    def choices(self) -> Choices:
        """The rules as they are switched."""
        return Choices(
            fill=Fill(self.fill.currentIndex()),
            serving=Serving(self.serving.currentIndex()),
            heavy_low=self.heavy_low.isChecked(),
            group_roles=self.group_roles.isChecked(),
            network_height=_HEIGHTS[self.network_height.currentIndex()],
            network_racks=self.network_racks.isChecked(),
            weight=self.weight.isChecked(),
            floor=self.floor.isChecked(),
            lift=self.lift.isChecked(),
            power=self.power.isChecked(),
            depth=self.measure_depth.isChecked(),
            clearance=self.clearance.isChecked(),
            air=self.air.isChecked(),
            mix_air=self.mix_air.isChecked(),
            feeds_lost=self.feeds_lost.value(),
            spare_power_percent=self.spare_power.value(),
            free_u=self.free_u.value(),
            spare_racks=self.spare_racks.value(),
            roles_apart=self.roles_apart.isChecked(),
        )

    def _update(self) -> None:
        self.feeds_lost.setEnabled(self.power.isChecked())
        self.spare_power.setEnabled(self.power.isChecked())
        self.mix_air.setEnabled(self.air.isChecked())

    def _power_said(self, sheet: SiteSheet) -> str:
        limit = sheet.number("rack_power_limit_w")
        name = sheet.definitions.values["power_for_limits"].choices[sheet.text("power_for_limits")]
        power_name = name.title_es if language() == "es" else name.title
        if limit is None:
            return tr("{name} power").format(name=power_name)
        return tr("{limit} · {name} power").format(limit=format_quantity(limit, "W"), name=power_name)

    def _head(self, title: str) -> None:
        self._column.addWidget(GroupHeader(title, foldable=False, parent=self))

    def _switch(self, text: str, limit: str = "", *, on: bool = True) -> QCheckBox:
        box = QCheckBox(text, self)
        box.setAccessibleName(f"{text} {limit}".strip())
        box.setChecked(on)
        box.toggled.connect(self._told)
        self._row(box, Label(limit, self, step="caption", ink="text.tertiary") if limit else None)
        return box

    def _choice(self, text: str, entries: Sequence[str]) -> QComboBox:
        box = QComboBox(self)
        box.addItems(list(entries))
        box.setAccessibleName(text)
        box.setFixedHeight(theme.size("field"))
        box.setMinimumWidth(150)
        box.currentIndexChanged.connect(self._told)
        self._row(Label(text, self, ink="text.secondary"), box)
        return box

    def _number(self, text: str, value: int, most: int, unit: str = "") -> QSpinBox:
        box = QSpinBox(self)
        box.setRange(0, most)
        box.setValue(value)
        box.setSuffix(f" {unit}" if unit else "")
        box.setAccessibleName(text)
        box.setFixedHeight(theme.size("field"))
        box.setFixedWidth(76)
        box.valueChanged.connect(self._told)
        self._row(Label(text, self, ink="text.secondary"), box)
        return box

    def _row(self, left: QWidget, right: QWidget | None) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(12, 0, 12, 0)
        row.setSpacing(8)
        row.addWidget(left)
        row.addStretch(1)
        left.setMinimumHeight(theme.size("field"))
        if right is not None:
            row.addWidget(right)
        self._column.addLayout(row)

    def _told(self) -> None:
        self._update()
        self.changed.emit()


def _figure(sheet: SiteSheet, key: str, unit: str) -> str:
    value = sheet.number(key)
    return "" if value is None else format_quantity(value, unit)
