"""The running program in Spanish: what is asked for is found, and what is shown is Spanish.

Two nets. The translators are replaced by ones that note which texts were asked for and not found, which also sees what is only painted.
And every widget, action and table of every window is read for texts that are still English.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ClassVar

import pytest
from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import QApplication, QWidget

from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack, PlanReservation, PlanRow
from gpudesk.operations.racks.reservations import reserve_units
from gpudesk.ui.action_table import ACTIONS
from gpudesk.ui.app.dialogs.error_report_dialog import CrashDialog
from gpudesk.ui.app.render import settle
from gpudesk.ui.canvas.refs import ObjectRef
from gpudesk.ui.panels.problems.rules_dialog import RulesDialog
from gpudesk.ui.toolkit import translate
from gpudesk.ui.toolkit.settings import Settings
from tests.ui.english_texts import english_in
from tests.ui.hand import RACK, SWITCH, SYSTEM, Hand
from tests.ui.texts import asked

DIALOG_ACTIONS = tuple(action.id for action in ACTIONS if action.text.endswith("…") or action.id in ("help.about", "help.shortcuts"))
LANGUAGES_BY_THEIR_NAMES = {"English", "Español"}
CROWDED = Plan(
    "Sitio",
    halls=(PlanHall("S1"),),
    rows=(PlanRow(0, "A"),),
    racks=tuple(PlanRack(RACK, 0, f"A{number:02d}", row=0, x_mm=600 * number) for number in (1, 2, 3)),
    devices=(
        PlanDevice(SYSTEM, "dgx-001", rack=0, position=0),
        PlanDevice(SYSTEM, "dgx-002", rack=0, position=15),
        PlanDevice(SWITCH, "leaf-1", rack=1, position=40),
        PlanDevice(SWITCH, "dgx-002", rack=1, position=44),
        PlanDevice(SWITCH, "", rack=2, position=64),
    ),
    reservations=(PlanReservation(rack=2, position=60, height=16, reason="disco"),),
)
"""Three racks with something of everything: an overlap, a name used twice, none at all, a device in reserved units."""


class NotingTranslator(QTranslator):
    """Notes for each text that is asked for the contexts, and whether some translator knew it."""

    contexts: ClassVar[dict[str, set[str]]] = {}
    known: ClassVar[set[str]] = set()

    def translate(self, context: str, text: str, disambiguation: str | None = None, n: int = -1) -> str | None:
        found = super().translate(context, text, disambiguation, n)
        self.contexts.setdefault(text, set()).add(context)
        if found:
            self.known.add(text)
        return found or None


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> type[NotingTranslator]:
    """What the program asks for in the test."""
    monkeypatch.setattr(translate, "QTranslator", NotingTranslator)
    monkeypatch.setattr(NotingTranslator, "contexts", {})
    monkeypatch.setattr(NotingTranslator, "known", set())
    return NotingTranslator


@pytest.fixture
def spanish(noted: type[NotingTranslator], open_desk: Callable[[], Hand], tmp_path: Path) -> Hand:
    """The program in Spanish, from its first word on, with a crowded project open."""
    settings = Settings()
    settings.theme, settings.language = "light", "es"
    hand = open_desk()
    hand.create(tmp_path / "sitio.gpudesk", CROWDED)
    return hand


def test_all_that_is_asked_for_is_found_and_all_that_is_shown_is_spanish(spanish: Hand, noted: type[NotingTranslator]) -> None:
    left = {}
    for where in _everywhere(spanish):
        for window in _open_windows():
            # A dialog leaves the tables of the window behind it as they were read before.
            behind = where in DIALOG_ACTIONS and window is spanish.desk.window
            left.update({text: f"{where}, {type(window).__name__}" for text in english_in(window, hidden_tables=not behind)})
    assert left == {}
    # Qt asks for the names of all the keys in the world; we name those of our keyboards.
    ours = {str(call.context) for call in asked()} - {"QShortcut"}
    unknown = {
        text: contexts
        for text, contexts in noted.contexts.items()
        if text not in noted.known and contexts & ours and text not in LANGUAGES_BY_THEIR_NAMES
    }
    assert unknown == {}
    assert len(noted.known) > 500


def test_refusals_are_spanish(spanish: Hand) -> None:
    session = spanish.desk.session
    rack = spanish.ids("rack")["A01"]
    session.do(reserve_units, rack, 200, 4, reason="x")
    spanish.rest()
    assert spanish.message == "Estas unidades quedan fuera del rack A01."


def _everywhere(hand: Hand) -> Iterator[str]:
    """Take the program to all its places, selections and dialogs; yields the name of each while it is there."""
    desk, window = hand.desk, hand.desk.window
    window.go("home")
    hand.rest()
    yield "home"
    window.go("rack")
    hand.look_at_drawing()
    yield "rack"
    reservation = ObjectRef("reservation", int(hand.snapshot["reservation"].ids[0]))
    one, two, rack, other = (hand.ref(name) for name in ("dgx-001", "leaf-1", "A01", "A02"))
    for chosen in ([], [one], [rack], [reservation], [one, two], [rack, other], [one, rack, reservation]):
        desk.session.select(chosen)
        hand.rest()
        yield f"selected {[ref.table for ref in chosen]}"
    for problem in range(4):
        window.registry.action("check.next").trigger()
        hand.rest()
        yield f"problem {problem}"
    hand.select("dgx-001")
    hand.rest()
    for action_id in DIALOG_ACTIONS:
        window.registry.action(action_id).trigger()
        hand.rest()
        yield action_id
        _close_windows(hand)
    hand.do("view.colour-by.mass")
    hand.do("edit.delete")
    hand.do("edit.undo")
    hand.do("check.run")
    yield "with a step undone"
    for dialog in (RulesDialog(desk.session, window), CrashDialog("", None, window)):
        dialog.open()
        hand.rest()
        yield type(dialog).__name__
        _close_windows(hand)


def _open_windows() -> list[QWidget]:
    return [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]


def _close_windows(hand: Hand) -> None:
    for widget in _open_windows():
        if widget is not hand.desk.window:
            widget.close()
    settle()
