"""The place On site: what can be done next, recorded field by field, under the name of who is there."""

import math
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from gpudesk.core.checklist.checklist_progress import State
from gpudesk.core.checklist.items import Scope
from gpudesk.onsite.work_list import Show, Spot
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.ui.places.onsite.duty import IDLE_S
from gpudesk.ui.places.onsite.onsite_labels import sentences_of
from gpudesk.ui.toolkit.widgets.label import Label
from tests.ui.places.onsite.hand import SiteHand


def freeze(onsite: SiteHand) -> None:
    """Pass the first hold, so that work can begin."""
    onsite.begin("Ana Ruiz")
    onsite.show("RDY-010")
    onsite.enter("revision", "C")
    onsite.tap(onsite.place.page.fields["lead"].at_rest())


def test_what_can_be_done_first_is_listed_and_passes(onsite: SiteHand) -> None:
    assert onsite.titles()[0] == "Freeze the design revision"
    assert "Contacts, access and lone working" not in onsite.titles()
    onsite.tap_row(0)
    assert onsite.place.page.banner.text == "To do"
    onsite.enter("revision", "C")
    assert onsite.place.screens.currentWidget() is onsite.place.people
    assert onsite.log == []
    onsite.tap(onsite.place.people.buttons["Ana Ruiz"])
    (entry,) = onsite.log
    assert (entry.person, entry.item, entry.field, entry.value) == ("Ana Ruiz", "RDY-010", "revision", '{"value":"C"}')
    assert onsite.place.page.banner.text == "In progress"
    onsite.tap(onsite.place.page.fields["lead"].at_rest())
    assert onsite.place.page.banner.state is State.PASSED
    assert "Contacts, access and lone working" in onsite.titles()
    assert "Freeze the design revision" not in onsite.titles()


def test_a_field_is_saved_when_it_is_left(onsite: SiteHand) -> None:
    onsite.begin("Ana Ruiz")
    onsite.show("RDY-010")
    line = onsite.line("revision")
    line.setFocus()
    onsite.hand.type("C")
    assert onsite.log == []
    onsite.place.top.scan.setFocus()
    onsite.rest()
    assert [entry.value for entry in onsite.log] == ['{"value":"C"}']
    line.setFocus()
    onsite.place.top.scan.setFocus()
    onsite.rest()
    assert len(onsite.log) == 1


def test_the_limit_is_shown_as_a_number_with_its_calculation(onsite: SiteHand) -> None:
    onsite.show("RDY-040")
    page = onsite.place.page.page
    assert page is not None
    crate = page.basis["d.max_crate_height_mm"]
    assert crate > 1000
    said = sentences_of(page)
    assert said[0].text == f"Lowest opening: more than {math.floor(crate):,}\N{NO-BREAK SPACE}mm"
    assert said[0].working.startswith("Tallest crate = ")
    assert said[2].text == "Rated load of the elevator: limit not set (Mass of the pallet jack or mover for the heaviest crate)"


def test_a_value_beyond_its_limit_fails_before_the_others_are_filled_in(onsite: SiteHand) -> None:
    freeze(onsite)
    onsite.show("RDY-060", onsite.hand.ids("hall")["Hall 1"])
    onsite.enter("hot_mm", "899")
    page = onsite.place.page
    assert page.page is not None
    assert (page.page.state, page.page.filled) == (State.FAILED, 1)
    assert page.banner.state is State.FAILED
    assert page.fields["hot_mm"].beyond.text() == "Fails: Narrowest hot aisle: at least 900\N{NO-BREAK SPACE}mm"
    assert page.fields["hot_mm"].beyond.isVisible()
    assert not page.fields["cold_mm"].beyond.isVisible()
    onsite.enter("hot_mm", "900")
    assert page.page.state is State.IN_PROGRESS
    assert not page.fields["hot_mm"].beyond.isVisible()


def test_a_wrong_value_fails_at_once_and_is_corrected(onsite: SiteHand) -> None:
    freeze(onsite)
    onsite.show("RDY-060", onsite.hand.ids("hall")["Hall 1"])
    onsite.enter("cold_mm", "wide")
    assert onsite.place.page.fields["cold_mm"].note.text() == "Narrowest cold aisle must be a number."
    onsite.enter("cold_mm", "900")
    onsite.enter("cold_mm", "1250.5")
    kinds = [(entry.kind, entry.value) for entry in onsite.log if entry.item == "RDY-060"]
    assert kinds == [("value", '{"value":900}'), ("correction", '{"value":1250.5}')]


def test_a_hold_keeps_back_until_it_is_overridden_by_two(onsite: SiteHand) -> None:
    onsite.begin("Ana Ruiz")
    onsite.show("RDY-040")
    page = onsite.place.page
    onsite.enter("lift_kg", "2000")
    assert onsite.log == []
    assert "RDY-010" in page.fields["lift_kg"].note.text()
    assert onsite.line("lift_kg").text() == "2000"
    onsite.tap(page.override)
    decision = onsite.place.decisions.screen
    assert list(decision.names) == ["Bo Lind"]
    onsite.hand.type("crates arrive today")
    assert not decision.confirm.isEnabled()
    onsite.tap(decision.names["Bo Lind"])
    onsite.tap(decision.confirm)
    onsite.enter("lift_kg", "2001")
    assert [(entry.kind, entry.second) for entry in onsite.log] == [("override", "Bo Lind"), ("value", "")]


def test_two_people_sign_with_two_names(onsite: SiteHand) -> None:
    freeze(onsite)
    onsite.show("RDY-050", onsite.hand.ids("hall")["Hall 1"])
    fields = onsite.place.page.fields
    onsite.tap(fields["first"].at_rest())
    onsite.tap(fields["second"].at_rest())
    people = onsite.place.people
    assert list(people.buttons) == ["Bo Lind"]
    onsite.tap(people.buttons["Bo Lind"])
    signed = [(entry.person, entry.field) for entry in onsite.log if entry.item == "RDY-050"]
    assert signed == [("Ana Ruiz", "first"), ("Bo Lind", "second")]
    assert onsite.place.duty.person == "Ana Ruiz"


def test_after_ten_idle_minutes_the_name_is_asked_for_again(onsite: SiteHand) -> None:
    now = [0.0]
    onsite.place.duty.clock = lambda: now[0]
    onsite.begin("Ana Ruiz")
    onsite.show("RDY-010")
    now[0] = IDLE_S - 1
    onsite.enter("revision", "B")
    assert len(onsite.log) == 1
    now[0] += IDLE_S
    onsite.enter("revision", "C")
    assert onsite.place.screens.currentWidget() is onsite.place.people
    assert onsite.place.top.person.text() == "Who is working here?"
    onsite.tap(onsite.place.people.buttons["Bo Lind"])
    assert [entry.person for entry in onsite.log] == ["Ana Ruiz", "Bo Lind"]


def test_a_new_name_joins_the_list(onsite: SiteHand) -> None:
    onsite.tap(onsite.place.top.person)
    onsite.place.people.new_name.setFocus()
    onsite.scan("Cy Moe")
    assert onsite.place.duty.person == "Cy Moe"
    assert onsite.place.recording.people() == ["Ana Ruiz", "Bo Lind", "Cy Moe"]


def test_undo_offers_to_withdraw_the_last_entry(onsite: SiteHand) -> None:
    action = onsite.hand.desk.window.registry.action("edit.undo")
    assert not action.isEnabled()
    freeze(onsite)
    assert action.isEnabled()
    action.trigger()
    onsite.rest()
    onsite.hand.type("wrong person")
    onsite.tap(onsite.place.decisions.screen.confirm)
    assert [(entry.kind, entry.field, entry.reason) for entry in onsite.log][1:] == [
        ("signature", "lead", ""),
        ("withdrawal", "", "wrong person"),
    ]
    assert onsite.place.last_entry() == onsite.log[0].name


def test_an_item_is_waived_or_does_not_apply_with_a_reason(onsite: SiteHand) -> None:
    freeze(onsite)
    onsite.show("RDY-020")
    onsite.tap(onsite.place.page.waive)
    onsite.hand.type("small crew")
    onsite.tap(onsite.place.decisions.screen.names["Bo Lind"])
    onsite.tap(onsite.place.decisions.screen.confirm)
    assert onsite.place.page.banner.text == "Waived"
    onsite.show("RDY-130")
    onsite.tap(onsite.place.page.not_applicable)
    onsite.hand.type("none used")
    onsite.tap(onsite.place.decisions.screen.confirm)
    assert onsite.place.page.banner.state is State.NOT_APPLICABLE


def test_places_stages_and_people_narrow_the_list(onsite: SiteHand) -> None:
    side = onsite.place.side
    side.show_what.choose(Show.ALL)
    onsite.rest()
    whole = side.sum.total
    onsite.tap(side.place)
    names = side.places.places.names  # type: ignore[union-attr]
    assert names == ("Everywhere", "Hall 1", "A01", "A02", "A03")
    assert side.places.places.total[0] == whole  # type: ignore[union-attr]
    side.place_list.chosen.emit(Spot(Scope.RACK, onsite.hand.ids("rack")["A01"]))
    onsite.rest()
    in_rack = side.sum.total
    assert 0 < in_rack < whole
    side.stage.choose("rack")
    onsite.rest()
    assert 0 < side.sum.total < in_rack
    side.begin_again()
    freeze(onsite)
    side.show_what.choose(Show.ALL)
    side.person.choose("Ana Ruiz")
    onsite.rest()
    assert onsite.titles() == ["Freeze the design revision"]


def test_an_item_whose_limit_is_not_set_says_where_it_is_entered(onsite: SiteHand, tmp_path: Path) -> None:
    freeze(onsite)
    onsite.show("RDY-120")
    page = onsite.place.page
    said = "The item passes once the limit is set under Project → Site sheet…"

    def texts() -> list[str]:
        return [label.text() for label in page.findChildren(Label) if not label.isHidden()]

    onsite.enter("live", "2")
    assert said not in texts(), "there is more to fill in"
    plan = tmp_path / "addresses.txt"
    plan.write_text("10.0.0.0/24", encoding="utf-8")
    onsite.place.take_files("plan", [plan])
    onsite.rest()
    assert page.banner.more == "All fields are filled in; a limit is not set"
    assert said in texts()
    onsite.hand.desk.session.do(set_site_value, "network_handoffs", 2)
    onsite.rest()
    assert page.banner.more == "The limit is set now: press Enter in a field"
    onsite.line("live").setFocus()
    QTest.keyClick(onsite.line("live"), Qt.Key.Key_Return)
    onsite.rest()
    assert page.banner.state is State.PASSED
    assert said not in texts()
