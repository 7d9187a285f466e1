"""Filters of cables in their dock: text, conditions, problems, the selection and a range of lengths, with the controls."""

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QWidget

from gpudesk.derived.cabling.cable_filter import CableFilter, Condition, read_condition
from gpudesk.derived.cabling.cable_table import CableTable
from gpudesk.ui.panels.words.network_labels import network_name, network_named
from gpudesk.ui.toolkit.actions import ActionRegistry
from gpudesk.ui.toolkit.quantities import format_quantity
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.dock_header import DockHeader
from gpudesk.ui.toolkit.widgets.filled_menu import empty_menu
from gpudesk.ui.toolkit.widgets.icon_button import IconButton
from gpudesk.ui.toolkit.widgets.search_field import SearchField

tr = text_context("CableFilters")

_FIELD_WIDTH = 216
_TYPING_MS = 120
"""Somebody who types is not disturbed at every key."""


class CableFilters(QObject):
    """The active filter, and its controls in the header of the dock.

    Signals:
        changed(): the filter changed.
    """

    changed = Signal()

    def __init__(self, session: Session, registry: ActionRegistry, header: DockHeader, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._registry = registry
        self._header = header
        self._conditions: tuple[Condition, ...] = ()
        self._network = ""
        self._problems = self._of_selection = False
        self._length: tuple[float, float] | None = None
        self._table: CableTable | None = None
        self.field = _CableField(tr("Search the cables"), tr("Text, or node = dgx-014"))
        self.field.setFixedWidth(_FIELD_WIDTH)
        self.field.entered.connect(self._enter)
        self._typing = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._typing.timeout.connect(self.changed)
        self.field.textChanged.connect(lambda _: self._typing.start())
        header.add_control(self.field)
        self.button = header.add_button("filter", tr("Filter the cables"))
        self.button.setPopupMode(IconButton.ToolButtonPopupMode.InstantPopup)
        self.menu = QMenu(self.button)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.button.setMenu(self.menu)
        header.filter_removed.connect(self._remove)

    def chosen(self) -> CableFilter:
        """The current filter."""
        devices = frozenset(self._session.selected("device")) if self._of_selection and self._session.is_open else None
        words = "" if self._typed() is not None else self.field.text()
        network = (Condition("network", "=", self._network),) if self._network else ()
        return CableFilter(words.strip(), (*network, *self._conditions), self._length, self._problems, devices)

    @property
    def of_selection(self) -> bool:
        """Whether only cables of the selected devices are shown."""
        return self._of_selection

    @property
    def problems(self) -> bool:
        """Whether only cables with problems are shown."""
        return self._problems

    def set_table(self, table: CableTable | None) -> None:
        """The cables that there are: the menu offers their networks and media."""
        self._table = table

    def set_network(self, name: str) -> None:
        """Show the cables of one network; "" for all."""
        self._network = name
        self.changed.emit()

    def add(self, condition: Condition) -> None:
        """Show only cables that meet one more condition."""
        self._conditions = CableFilter(conditions=self._conditions).with_condition(condition).conditions
        self.changed.emit()

    def only_problems(self, wanted: bool) -> None:
        """Show only cables with problems, or all."""
        self._problems = wanted
        self.changed.emit()

    def only_selection(self, wanted: bool) -> None:
        """Show only the cables of the selected devices, whichever are selected, or all."""
        self._of_selection = wanted
        self.changed.emit()

    def set_length(self, low: float | None, high: float | None) -> None:
        """Show only cables of some lengths in meters; None for all."""
        self._length = None if low is None or high is None else (low, high)
        self.changed.emit()

    def find(self) -> None:
        """Put the keyboard into the field."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def clear(self) -> None:
        """Show all cables."""
        self._conditions, self._network, self._length = (), "", None
        self._problems = self._of_selection = False
        self.field.blockSignals(True)
        self.field.clear()
        self.field.blockSignals(False)
        self.changed.emit()

    def show_tags(self) -> None:
        """Show the active filters as removable tags."""
        tags = {"network": tr("network = {name}").format(name=network_name(self._network))} if self._network else {}
        tags |= {f"condition {place}": self._said(condition) for place, condition in enumerate(self._conditions)}
        if self._length is not None:
            low, high = (format_quantity(length, "m") for length in self._length)
            tags["length"] = low if low == high else f"{low} – {high}"
        if self._problems:
            tags["problems"] = tr("with problems")
        if self._of_selection:
            tags["selection"] = tr("of the selection")
        self._header.set_filters(tags)
        self._registry.set_checked("cables.only-problems", self._problems)
        self._registry.set_checked("cables.only-selection", self._of_selection)

    def _said(self, condition: Condition) -> str:
        unit = " m" if condition.field in ("length", "route") else ""
        value = network_name(condition.value) if condition.field == "network" else condition.value
        return f"{self._names()[condition.field]} {condition.sign} {value}{unit}"

    def _typed(self) -> Condition | None:
        """The condition in the field, in English or in the person's language."""
        condition = read_condition(self.field.text(), {name.lower(): field for field, name in self._names().items()})
        if condition is None or condition.field != "network":
            return condition
        return Condition(condition.field, condition.sign, network_named(condition.value))

    def _names(self) -> dict[str, str]:
        return {
            "network": tr("network"),
            "node": tr("node"),
            "from": tr("from"),
            "to": tr("to"),
            "port": tr("port"),
            "interface": tr("interface"),
            "medium": tr("medium"),
            "number": tr("number"),
            "rail": tr("rail"),
            "length": tr("length"),
            "route": tr("route"),
            "loss": tr("loss"),
            "phase": tr("phase"),
        }

    def _enter(self) -> None:
        condition = self._typed()
        if condition is not None:
            self.field.clear()
            self.add(condition)
        elif self._typing.isActive():
            self._typing.stop()
            self.changed.emit()

    def _remove(self, key: str) -> None:
        if key == "network":
            self.set_network("")
        elif key == "length":
            self.set_length(None, None)
        elif key == "problems":
            self.only_problems(False)
        elif key == "selection":
            self.only_selection(False)
        else:
            place = int(key.partition(" ")[2])
            self._conditions = tuple(condition for number, condition in enumerate(self._conditions) if number != place)
            self.changed.emit()

    def _fill_menu(self) -> None:
        menu = self.menu
        empty_menu(menu)
        self._registry.fill_menu(menu, ("cables.only-problems", "cables.only-selection"))
        menu.addSeparator()
        table = self._table
        for title, field, names in (
            (tr("Network"), "network", [] if table is None else table.networks[:-1]),
            (tr("Medium"), "medium", [] if table is None else table.media[:-1]),
            (tr("Rail"), "rail", [] if table is None else [str(rail) for rail in table.rails]),
        ):
            part = menu.addMenu(title)
            part.setEnabled(bool(names))
            for name in dict.fromkeys(names):
                shown = network_name(name) if field == "network" else name
                action = part.addAction(shown.replace("&", "&&"))
                action.triggered.connect(lambda _checked=False, field=field, name=name: self._pick(field, name))
        menu.addSeparator()
        self._registry.fill_menu(menu, ("cables.find", "cables.show-all"))

    def _pick(self, field: str, name: str) -> None:
        if field == "network":
            self.set_network(name)
        else:
            self.add(Condition(field, "=", name))


class _CableField(SearchField):
    """Enter adds a condition; Esc empties the field, and otherwise belongs to the window."""

    entered = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.entered.emit()
        else:
            super().keyPressEvent(event)
