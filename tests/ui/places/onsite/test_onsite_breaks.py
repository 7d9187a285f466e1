"""What goes wrong in a hall: odd names, long texts, refused values, and a checklist or a plan that changes under the page."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from gpudesk.core.checklist.checklist_progress import State
from gpudesk.core.checklist.items import Scope
from gpudesk.core.messages.errors import DeskError
from gpudesk.core.plan.plan import Plan
from gpudesk.onsite.known_items import checklist_of
from gpudesk.operations.cabling.cable_operations import pull_cables
from gpudesk.operations.onsite.onsite_items import disable_checklist_item, put_checklist_item, remove_checklist_item, take_checklist_items
from gpudesk.operations.onsite.record_site_work import add_person, remove_person
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.ui.places.onsite.duty import IDLE_S
from gpudesk.ui.places.onsite.onsite_labels import breakable
from gpudesk.ui.places.onsite.task_list import Task
from gpudesk.ui.toolkit.widgets.label import Label
from tests.operations.onsite_choices import OWN, OWN_BODY
from tests.ui.built import Step
from tests.ui.hand import CTRL, PLAN
from tests.ui.places.onsite.hand import SiteHand
from tests.ui.places.onsite.test_onsite_cables import cabled, label
from tests.ui.places.onsite.test_onsite_place import freeze


@pytest.fixture
def site() -> tuple[Plan, tuple[Step, ...]]:
    """The small site with two cables."""
    return PLAN, (cabled,)


def change(onsite: SiteHand, verb: Callable[..., Any], *arguments: Any) -> None:
    """Somebody edits the project."""
    onsite.hand.desk.session.do(verb, *arguments)
    onsite.rest()


def test_the_page_follows_an_item_that_the_project_changes_or_takes_away(onsite: SiteHand) -> None:
    onsite.begin("Ana Ruiz")
    change(onsite, take_checklist_items, OWN)
    key = str(OWN_BODY["key"])
    item = checklist_of(onsite.hand.snapshot).items[key]
    onsite.place.show_task(Task(item, onsite.hand.ids("rack")["A01"]))
    onsite.rest()
    assert onsite.place.page.page.item.title == OWN_BODY["title"]  # type: ignore[union-attr]
    change(onsite, put_checklist_item, {**OWN_BODY, "title": "Another title"})
    assert onsite.place.page.page.item.title == "Another title"  # type: ignore[union-attr]
    assert onsite.place.task == onsite.place.page.task
    change(onsite, disable_checklist_item, key)
    assert onsite.place.page.banner.state is State.NOT_APPLICABLE
    change(onsite, remove_checklist_item, key)
    assert onsite.place.task is None
    assert onsite.place.right.currentWidget() is not onsite.place.page


def test_a_refused_value_keeps_saying_why_while_other_fields_are_recorded(onsite: SiteHand) -> None:
    freeze(onsite)
    onsite.show("RDY-060", onsite.hand.ids("hall")["Hall 1"])
    onsite.enter("cold_mm", "1250 mm wide")
    onsite.enter("hot_mm", "900")
    note = onsite.place.page.fields["cold_mm"].note
    assert onsite.line("cold_mm").text() == "1250 mm wide"
    assert (note.isVisible(), note.text()) == (True, "Narrowest cold aisle must be a number.")
    onsite.enter("cold_mm", "1250")
    assert not note.isVisible()


def test_what_the_plan_made_stale_is_judged_again_by_the_same_value(onsite: SiteHand) -> None:
    freeze(onsite)
    onsite.show("RDY-010")
    before = len(onsite.log)
    QTest.keyClick(onsite.line("revision"), Qt.Key.Key_Return)
    onsite.rest()
    assert len(onsite.log) == before
    change(onsite, set_site_value, "released_revision", "D")
    assert onsite.place.page.banner.state is State.STALE
    QTest.keyClick(onsite.line("revision"), Qt.Key.Key_Return)
    onsite.rest()
    assert [entry.field for entry in onsite.log[before:]] == ["revision"]
    assert onsite.place.page.banner.state is not State.STALE


def test_an_ampersand_in_a_name_is_shown(onsite: SiteHand) -> None:
    change(onsite, add_person, "Hall & Sons")
    onsite.begin("Hall & Sons")
    assert onsite.place.top.person.text() == "Hall && Sons"
    assert onsite.place.top.person.accessibleName().endswith("Hall & Sons")


def test_a_long_word_leaves_the_page_as_wide_as_it_is(onsite: SiteHand) -> None:
    freeze(onsite)
    onsite.show("RDY-010")
    onsite.enter("revision", "W" * 1900)
    area = onsite.place.page.area
    body = area.widget()
    assert body is not None
    assert onsite.log[-1].value == '{"value":"' + "W" * 1900 + '"}'
    assert body.width() <= area.viewport().width()
    assert breakable("a" * 81) == "a" * 40 + "\u200b" + "a" * 40 + "\u200b" + "a"
    assert breakable("a" * 40 + " b") == "a" * 40 + " b"


def test_next_leads_on_from_a_task_that_left_the_list(onsite: SiteHand) -> None:
    freeze(onsite)
    hall = onsite.hand.ids("hall")["Hall 1"]
    titles = onsite.titles()
    onsite.show("RDY-060", hall)
    change(onsite, disable_checklist_item, "RDY-060")
    assert "Aisles, clearances and containment" not in onsite.titles()
    onsite.tap(onsite.place.page.next)
    task = onsite.place.task
    assert task is not None
    assert task.item.title == titles[titles.index("Aisles, clearances and containment") + 1]
    assert task.item.scope in (Scope.HALL, Scope.SITE)


def test_both_entries_of_a_step_wait_for_a_name(onsite: SiteHand) -> None:
    onsite.begin("Ana Ruiz")
    cable = int(onsite.hand.snapshot["cable"].ids[0])
    onsite.tap(onsite.place.cables)
    onsite.scan(label(onsite, cable, "A"))
    QTest.keyClick(onsite.hand.focused(), Qt.Key.Key_Return)
    onsite.rest()
    onsite.scan(label(onsite, cable, "B"))
    now_s = onsite.place.duty.clock() + IDLE_S + 1
    onsite.place.duty.clock = lambda: now_s
    QTest.keyClick(onsite.hand.focused(), Qt.Key.Key_Return)
    onsite.rest()
    assert onsite.place.screens.currentWidget() is onsite.place.people
    onsite.tap(onsite.place.people.buttons["Bo Lind"])
    written = [(entry.field, entry.person) for entry in onsite.log if entry.item == "CAB-120" and entry.field]
    assert written == [("a", "Ana Ruiz"), ("b", "Bo Lind"), ("proof", "Bo Lind")]
    assert onsite.place.run.done == 1


def test_a_cable_that_leaves_the_plan_leaves_the_hand(onsite: SiteHand) -> None:
    onsite.begin("Ana Ruiz")
    cable = int(onsite.hand.snapshot["cable"].ids[0])
    onsite.tap(onsite.place.cables)
    onsite.scan(label(onsite, cable, "A"))
    change(onsite, pull_cables, [cable])
    before = len(onsite.log)
    QTest.keyClick(onsite.hand.focused(), Qt.Key.Key_Return)
    onsite.rest()
    sign = onsite.place.scanning.sign
    assert sign is not None
    assert sign.isVisible()
    assert f"cable {cable}" in sign.reason
    assert onsite.place.run.ask.text() == "Scan the label at either end of a cable"
    assert len(onsite.log) == before


def test_what_an_item_waits_for_takes_the_place_of_the_places(onsite: SiteHand) -> None:
    onsite.begin("Ana Ruiz")
    onsite.show("RDY-010")
    onsite.tap(onsite.place.side.place)
    assert onsite.place.side.lists.currentWidget() is onsite.place.side.place_list
    onsite.place.page.need_wanted.emit("RCK-010")
    onsite.rest()
    assert onsite.place.side.lists.currentWidget() is onsite.place.side.list


def test_the_entry_to_withdraw_is_named_with_its_item_and_value(onsite: SiteHand) -> None:
    freeze(onsite)
    onsite.hand.press(Qt.Key.Key_Z, CTRL)
    onsite.rest()
    (said,) = [label.text() for label in onsite.place.decisions.screen.findChildren(Label) if "RDY-010" in label.text()]
    assert said.startswith("This entry stays in the log but is no longer valid: RDY-010, signed · Crew lead: Ana Ruiz (")


def test_a_later_refusal_is_not_said_at_a_field_that_was_recorded(onsite: SiteHand) -> None:
    onsite.begin("Ana Ruiz")
    onsite.show("RDY-010")
    onsite.enter("revision", "C")
    change(onsite, disable_checklist_item, "NON-000")
    assert "NON-000" in onsite.hand.message
    assert not onsite.place.page.fields["revision"].note.isVisible()


def test_a_second_person_who_is_not_on_the_list_is_asked_for(onsite: SiteHand) -> None:
    onsite.begin("Ana Ruiz")
    change(onsite, remove_person, "Bo Lind")
    onsite.show("RDY-010")
    onsite.tap(onsite.place.page.waive)
    decision = onsite.place.decisions.screen
    assert decision.names == {}
    assert decision.second_title.text().startswith("Nobody else is on the list.")
    onsite.tap(decision.back)
    change(onsite, add_person, "Bo Lind")
    onsite.tap(onsite.place.page.waive)
    assert decision.second_title.text() == "Second person (approver)"


def test_a_failure_of_another_record_is_not_shown_at_the_field_that_is_being_recorded(onsite: SiteHand) -> None:
    freeze(onsite)
    onsite.show("RDY-060", onsite.hand.ids("hall")["Hall 1"])
    session = onsite.hand.desk.session
    failures: list[DeskError] = []
    session.failed.connect(failures.append)
    # Both wait for the writing thread; the first one is refused, the second one is written.
    session.do(disable_checklist_item, "NON-000")
    onsite.enter("cold_mm", "1250")
    assert [failure.message.values["item"] for failure in failures] == ["NON-000"]
    assert not onsite.place.page.fields["cold_mm"].note.isVisible()
    assert onsite.log[-1].field == "cold_mm"


def test_a_failure_is_shown_at_its_field_only_while_its_page_is_open(onsite: SiteHand) -> None:
    freeze(onsite)
    hall = onsite.hand.ids("hall")["Hall 1"]
    onsite.show("RDY-060", hall)
    task = onsite.place.task
    assert task is not None
    onsite.place.recording.value(task, "cold_mm", "wide")
    onsite.rest()
    assert onsite.place.page.fields["cold_mm"].note.isVisible()
    onsite.show("RDY-010")
    onsite.place.recording.value(task, "cold_mm", "wide")
    onsite.rest()
    assert "cold_mm" in onsite.hand.message or "Narrowest cold aisle" in onsite.hand.message
    assert not any(field.note.isVisible() for field in onsite.place.page.fields.values())
    change(onsite, disable_checklist_item, "NON-000")
    assert not any(field.note.isVisible() for field in onsite.place.page.fields.values())


def test_a_photo_that_is_none_is_refused_at_its_field(onsite: SiteHand, tmp_path: Path) -> None:
    freeze(onsite)
    onsite.show("RDY-060", onsite.hand.ids("hall")["Hall 1"])
    path = tmp_path / "aisle.jpg"
    path.write_bytes(b"<svg/>")
    onsite.place.take_files("photo", [path])
    onsite.rest()
    note = onsite.place.page.fields["photo"].note
    assert (note.isVisible(), note.text()) == (True, "aisle.jpg is not a readable image.")
