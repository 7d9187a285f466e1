"""The actions on the list of problems of the place that is shown."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from gpudesk.ui.panels.problems.problem_filter import HIDDEN, ONLY, TOO
from gpudesk.ui.panels.problems.problem_lines import Grouping
from gpudesk.ui.panels.problems.problem_rows import fabric_objects
from gpudesk.ui.panels.problems.problems_dock import ProblemsDock
from gpudesk.ui.toolkit.object_ref import ObjectRef

if TYPE_CHECKING:
    from gpudesk.ui.shell.shell import Shell

GROUPED = "problems-grouped"
"""Under which name the grouping is kept in the settings."""
_OTHERWISE = "rack"
"""The place whose list the menus use if the shown one has none; it is created in advance."""


class ProblemCommands(QObject):
    """Walk, fix, exclude, group, filter. Grouping and filter are the same in all places."""

    def __init__(self, window: "Shell") -> None:
        super().__init__(window)
        self._window = window
        self._docks: dict[str, ProblemsDock] = {}
        window.add_conditions(self.met)
        connect = window.registry.connect_action
        for action, verb in (
            ("check.next", ProblemsDock.go_next),
            ("check.previous", ProblemsDock.go_previous),
            ("check.mend", ProblemsDock.fix_current),
            ("check.exclude", ProblemsDock.exclude_current),
            ("check.mend-like", ProblemsDock.fix_like),
            ("check.exclude-like", ProblemsDock.exclude_like),
        ):
            connect(action, partial(self._with_problems, verb))
        for grouping in Grouping:
            connect(f"check.group.{grouping}", partial(self.group, grouping))
        for folded, action in ((True, "check.fold-all"), (False, "check.unfold-all")):
            connect(action, partial(self._fold, folded))
        for what in ("rack", "row", "hall", "rule"):
            connect(f"check.only.{what}", partial(self.only, what))
        connect("check.show-cable", self._show_cable)
        connect("check.find", self._find)
        connect("check.show-all", self._show_all)
        connect("check.rules", self._rules)
        connect("check.exclusions", self._exclusions)
        connect("check.left-out", self._left_out)
        switch = window.registry.connect_switch
        switch("check.only.selection", self._follow_selection)
        switch("check.only.excluded", lambda on: self._shown().filters.show_excluded(ONLY if on else HIDDEN))
        switch("check.with-excluded", lambda on: self._shown().filters.show_excluded(TOO if on else HIDDEN))

    @classmethod
    def of(cls, window: "Shell") -> "ProblemCommands":
        """The ones of a window."""
        known = next((child for child in window.children() if isinstance(child, cls)), None)
        return known or cls(window)

    def furnish(self, place: str, dock: ProblemsDock) -> None:
        """Apply the common grouping to the problem list of a place."""
        self._docks[place] = dock
        stored = self._window.settings.text(GROUPED, Grouping.RULE)
        dock.set_grouping(Grouping(stored) if stored in set(Grouping) else Grouping.RULE)
        dock.problem_changed.connect(self._window.update_actions)

    def met(self) -> set[str]:
        """The conditions of the table that hold of the problem in hand."""
        dock = self._shown()
        conditions = {
            "problems": bool(self._window.session.findings),
            "problem": dock.first_in_hand() is not None,
            "mend": dock.has_fix(),
            "problem cable": self._cable_in_hand() is not None,
            "problem rack": dock.place_in_hand("rack") is not None,
            "problem row": dock.place_in_hand("row") is not None,
            "problem hall": dock.place_in_hand("hall") is not None,
        }
        return {name for name, is_met in conditions.items() if is_met}

    def group(self, grouping: Grouping) -> None:
        """Group all lists of problems by something else, from now on and at the next start."""
        self._window.settings.set_text(GROUPED, grouping)
        for dock in self._docks.values():
            dock.set_grouping(grouping)

    def only(self, what: str) -> None:
        """Show only the problems of a rack, row, hall or rule in hand."""
        self._shown().only(what)
        self._window.show_problems()

    def _shown(self) -> ProblemsDock:
        """The list of the place that is shown, if it has one, else that of the racks."""
        shown = self._docks.get(self._window.place)
        if shown is None:
            self._window.make_ahead()
            shown = self._docks.get(_OTHERWISE) or next(iter(self._docks.values()))
        return shown

    def _with_problems(self, verb: Callable[[ProblemsDock], object]) -> None:
        verb(self._shown())

    def _fold(self, folded: bool) -> None:
        self._shown().fold_all(folded)

    def _show_all(self) -> None:
        self._shown().filters.clear()

    def _follow_selection(self, wanted: bool) -> None:
        self._shown().filters.only_selection(wanted)

    def _cable_in_hand(self) -> ObjectRef | None:
        """The cable, or else the network, of the current problem."""
        finding = self._shown().first_in_hand()
        refs = [] if finding is None else fabric_objects(self._window.session.snapshot, finding)
        return refs[0] if refs and refs[0].table != "device" else None

    def _show_cable(self) -> None:
        ref = self._cable_in_hand()
        if ref is not None:
            self._window.show_object(ref)

    def _find(self) -> None:
        self._window.show_problems()
        self._shown().filters.find()

    def _rules(self) -> None:
        from gpudesk.ui.panels.problems.rules_dialog import RulesDialog

        RulesDialog(self._window.session, self._window).open()

    def _left_out(self) -> None:
        from gpudesk.ui.panels.problems.left_out import LeftOutDialog

        LeftOutDialog(self._window.session, self._window).open()

    def _exclusions(self) -> None:
        from gpudesk.ui.panels.problems.exclusions import ExclusionsDialog

        ExclusionsDialog(self._window.session, self._window).open()
