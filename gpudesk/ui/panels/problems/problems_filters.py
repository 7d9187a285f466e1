"""The filters of the problem list: the controls in its header, the field above it, and the tags of active filters."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.checks.findings.finding import SHOWN, Object, Severity
from gpudesk.checks.findings.findings import Findings
from gpudesk.ui.panels.problems.problem_filter import HIDDEN, ONLY, TOO, Filter
from gpudesk.ui.panels.problems.problem_rows import family_of, family_title, objects_of
from gpudesk.ui.panels.problems.problem_texts import place_title
from gpudesk.ui.toolkit.actions import ActionRegistry
from gpudesk.ui.toolkit.parts.severity_filter import SeverityFilter
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.dock_header import DockHeader
from gpudesk.ui.toolkit.widgets.filled_menu import empty_menu
from gpudesk.ui.toolkit.widgets.icon_button import IconButton
from gpudesk.ui.toolkit.widgets.search_field import SearchField

tr = text_context("ProblemFilters")

_MARGIN = 10


class _SearchBar(QWidget):
    """The line of the search field. Esc empties the field, and then emits `left`."""

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class ProblemFilters(QObject):
    """Filters of problems, and their controls.

    Signals:
        changed(): the filter changed.
    """

    changed = Signal()

    def __init__(self, session: Session, registry: ActionRegistry, header: DockHeader, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._registry = registry
        self._header = header
        self._family = self._rule = ""
        self._inside: Object | None = None
        self._excluded = HIDDEN
        self._of_selection = False
        self.severities: dict[Severity, SeverityFilter] = {}
        for severity in SHOWN:
            button = SeverityFilter(severity, header)
            button.toggled.connect(self.changed)
            header.add_beside_title(button)
            self.severities[severity] = button
        self.bar = _SearchBar(parent)
        self.field = SearchField(tr("Search the problems"), tr("Text, name or rule"), self.bar)
        self.field.textChanged.connect(self.changed)
        row = QHBoxLayout(self.bar)
        row.setContentsMargins(_MARGIN, 3, _MARGIN, 3)
        row.addWidget(self.field)
        self.bar.hide()
        self.search = header.add_button("search", tr("Search the problems"), checkable=True)
        self.search.toggled.connect(self._show_field)
        self.bar.left.connect(partial(self.search.setChecked, False))
        self.button = header.add_button("filter", tr("Filter the problems"))
        self.button.setPopupMode(IconButton.ToolButtonPopupMode.InstantPopup)
        self.menu = QMenu(self.button)
        self.menu.aboutToShow.connect(self.fill_menu)
        self.button.setMenu(self.menu)
        header.filter_removed.connect(self.remove)

    # what is let through

    @property
    def of_selection(self) -> bool:
        """Whether only problems of the selection are shown."""
        return self._of_selection

    @property
    def excluded(self) -> str:
        """What happens to accepted findings."""
        return self._excluded

    def chosen(self) -> Filter:
        """The current filter."""
        objects = None
        if self._of_selection and self._session.is_open:
            objects = objects_of(self._session.snapshot, self._session.selection)
        severities = frozenset(severity for severity, button in self.severities.items() if button.isChecked())
        inside = self._inside
        if inside is not None and not (self._session.is_open and self._session.snapshot[inside[0]].has(inside[1])):
            inside = self._inside = None
        return Filter(severities, self._family, self._rule, self.field.text().strip(), objects, inside, self._excluded)

    def only_family(self, family: str) -> None:
        """Show only one kind of rules; "" shows all."""
        self._family, self._rule = family, ""
        self.changed.emit()

    def only_rule(self, rule: str) -> None:
        """Show only one rule; "" shows all."""
        self._rule = rule
        self.changed.emit()

    def only_inside(self, place: Object | None) -> None:
        """Show only what concerns a hall, row or rack."""
        self._inside = place
        self.changed.emit()

    def only_selection(self, wanted: bool) -> None:
        """Show only what concerns the selection, whatever is selected."""
        self._of_selection = wanted
        self.changed.emit()

    def forget_objects(self) -> None:
        """Show problems of all objects again: the ids of another project refer to other objects."""
        self._inside, self._of_selection = None, False

    def show_excluded(self, how: str) -> None:
        """Hide accepted findings, show them too, or only them."""
        self._excluded = how
        self.changed.emit()

    def find(self) -> None:
        """Open the field and put the focus into it."""
        self.search.setChecked(True)
        self.field.setFocus()
        self.field.selectAll()

    def clear(self) -> None:
        """Show all problems; accepted ones stay hidden or shown unless only they were shown."""
        self.blockSignals(True)
        for button in self.severities.values():
            button.setChecked(True)
        self._family = self._rule = ""
        self._inside, self._of_selection = None, False
        self._excluded = HIDDEN if self._excluded == ONLY else self._excluded
        self.field.clear()
        self.search.setChecked(False)
        self.blockSignals(False)
        self.changed.emit()

    def remove(self, name: str) -> None:
        """Take one filter away."""
        removers: dict[str, Callable[[], None]] = {
            "family": lambda: self.only_family(""),
            "rule": lambda: self.only_rule(""),
            "objects": lambda: self.only_selection(False),
            "inside": lambda: self.only_inside(None),
            "excluded": lambda: self.show_excluded(HIDDEN),
            "text": self.field.clear,
            "all": self.clear,
        }
        removers[name]()

    # showing

    def show_counts(self, findings: Findings | None) -> None:
        """Show the number of problems of each severity, shown or not."""
        counts = {} if findings is None else findings.counts()
        for severity, button in self.severities.items():
            button.set_count(counts.get(severity, 0))

    def show_tags(self, chosen: Filter) -> None:
        """Show active filters as removable tags; severities have their own display."""
        names = [name for name in chosen.in_force if name != "severities"]
        tags = {name: self._title(name, chosen) for name in names}
        if len(names) > 1:
            tags["all"] = tr("All filters")
        self._header.set_filters(tags)
        registry = self._registry
        registry.set_checked("check.only.selection", self._of_selection)
        registry.set_checked("check.only.excluded", self._excluded == ONLY)
        registry.set_checked("check.with-excluded", self._excluded == TOO)

    def _title(self, name: str, chosen: Filter) -> str:
        if name == "family":
            return family_title(chosen.family)
        if name == "rule":
            return chosen.rule
        if name == "text":
            return f"“{chosen.text}”"
        if name == "excluded":
            return tr("excluded")
        if name == "inside" and chosen.inside is not None:
            return place_title(self._session.snapshot, chosen.inside)
        return self._selection_title()

    def _selection_title(self) -> str:
        names = []
        for ref in self._session.selection:
            columns = self._session.snapshot[ref.table]
            name = next((column for column in ("name", "reason") if column in columns), "id")
            names.append(str(columns[name][columns.position(ref.id)]))
        if not names:
            return tr("nothing selected")
        return names[0] if len(names) == 1 else tr("{name} and {count} more").format(name=names[0], count=len(names) - 1)

    def _show_field(self, shown: bool) -> None:
        self.bar.setVisible(shown)
        if shown:
            self.field.setFocus()
        else:
            self.field.clear()

    # the menu

    def fill_menu(self) -> None:
        """Fill the filter menu for the current problems."""
        menu = self.menu
        empty_menu(menu)
        findings = self._session.findings
        of_rule = {} if findings is None else {rule: len(findings.of_rule(rule)) for rule in findings.rules}
        families: dict[str, int] = {}
        for rule, count in of_rule.items():
            families[family_of(rule)] = families.get(family_of(rule), 0) + count
        entries = [(family, f"{family_title(family)} ({format_number(count)})") for family, count in families.items()]
        self._fill_choice(menu.addMenu(tr("Kind")), tr("All kinds"), entries, self._family, self.only_family)
        entries = [(rule, f"{_rule_title(rule)} ({format_number(count)})") for rule, count in of_rule.items()]
        self._fill_choice(menu.addMenu(tr("Rule")), tr("All rules"), entries, self._rule, self.only_rule)
        menu.addSeparator()
        self._registry.fill_menu(
            menu,
            (
                *("check.only.rack", "check.only.row", "check.only.hall", "check.only.rule", "check.only.selection", "|"),
                *("check.with-excluded", "check.only.excluded", "|", "check.find", "check.show-all"),
            ),
        )

    def _fill_choice(
        self, menu: QMenu, all_of_them: str, entries: list[tuple[str, str]], chosen: str, choose: Callable[[str], None]
    ) -> None:
        group = QActionGroup(menu)
        for key, title in [("", all_of_them), *entries]:
            action = QAction(title.replace("&", "&&"), group, checkable=True, checked=key == chosen)
            action.triggered.connect(lambda _checked=False, key=key: choose(key))
            menu.addAction(action)


def _rule_title(key: str) -> str:
    return QCoreApplication.translate("checks", ALL_RULES[key].title) if key in ALL_RULES else key
