"""Lengths on site in the units of the user: typed and read in feet and inches, recorded in meters and millimeters."""

import json
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from gpudesk.core.checklist.own_items import OwnItems
from gpudesk.core.plan.plan import Plan
from gpudesk.onsite.deviations import Difference, deviations
from gpudesk.onsite.known_items import checklist_of
from gpudesk.operations.cabling.cable_operations import set_cables
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.onsite.onsite_items import take_checklist_items
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.ui.places.onsite.evidence_fields import ListField, WrittenField
from gpudesk.ui.places.onsite.lengths import length_text, typed_length
from gpudesk.ui.places.onsite.task_list import Task
from gpudesk.ui.toolkit import quantities
from tests.operations.onsite_choices import OWN, OWN_BODY
from tests.ui.built import Step
from tests.ui.hand import PLAN
from tests.ui.places.onsite.hand import SiteHand, with_people


def cabled(document: Document) -> None:
    """The cables of the small site, the first of them 3 m long."""
    run(document, cable_project)
    run(document, set_cables, document.snapshot["cable"].ids[:1].tolist(), {"length_mm": 3000})


@pytest.fixture
def site() -> tuple[Plan, tuple[Step, ...]]:
    """The small site, cabled."""
    return PLAN, (with_people, cabled)


@pytest.fixture
def imperial() -> Iterator[None]:
    quantities.set_unit_system("imperial")
    yield
    quantities.set_unit_system("metric")


@pytest.mark.parametrize(
    ("text", "unit", "resolution", "kept"),
    [
        ("49.2", "m", 0.01, 15.0),
        ("9.84", "m", 0.01, 3.0),
        ("5", "m", 1.0, 1.52),
        ("10 m", "m", 0.01, 10.0),
        ("10m", "m", 0.01, 10.0),
        ("250 cm", "m", 0.01, 2.5),
        ("35.43", "mm", 1.0, 900.0),
        ("35.43 IN", "mm", 1.0, 900.0),
        ("3 ft", "mm", 0.1, 914.4),
        ("ft", "m", 0.01, None),
        ("far", "m", 0.01, None),
        ("", "m", 0.01, None),
    ],
)
@pytest.mark.usefixtures("imperial")
def test_a_typed_length_is_kept_in_the_unit_of_the_checklist(text: str, unit: str, resolution: float, kept: float | None) -> None:
    assert typed_length(text, unit, resolution) == kept


@pytest.mark.usefixtures("imperial")
@pytest.mark.parametrize("unit", ["m", "mm"])
def test_every_length_that_is_shown_can_be_typed_again(unit: str) -> None:
    for number in range(1, 3000, 7):
        value, resolution = (number / 100, 0.01) if unit == "m" else (number / 10, 0.1)
        assert typed_length(length_text(value, unit, resolution), unit, resolution) == pytest.approx(value, abs=1e-9)


def test_metric_users_may_type_feet() -> None:
    assert (typed_length("15", "m"), typed_length("49.2 ft", "m", 0.01), length_text(15, "m")) == (15.0, 15.0, "15 m")


def in_feet(onsite: SiteHand) -> None:
    """Choose imperial units in the menu; the window is made again."""
    onsite.hand.desk.window.registry.action("view.units.imperial").trigger()
    onsite.rest()
    onsite.hand.desk.window.go("onsite")
    onsite.rest()


def shown_texts(onsite: SiteHand) -> list[str]:
    return [label.text().replace("\u200b", "") for label in onsite.place.page.findChildren(QLabel) if label.isVisible()]


def test_a_length_is_typed_and_shown_in_feet_and_recorded_in_meters(onsite: SiteHand) -> None:
    cable = int(onsite.hand.snapshot["cable"].ids[0])
    in_feet(onsite)
    onsite.begin("Ana Ruiz")
    onsite.show("CAB-030", cable)
    field = next(one for one in onsite.place.page.findChildren(WrittenField) if one.evidence.key == "length_m")
    assert field.title.text() == "Length (ft)"
    assert [text for text in shown_texts(onsite) if "9.84\u00a0ft" in text], "the limit is in the same unit"
    field.line.setFocus()
    QTest.keyClicks(field.line, "9.84")
    QTest.keyClick(field.line, Qt.Key.Key_Return)
    onsite.rest()
    assert json.loads(onsite.log[-1].value)["value"] == 3
    assert field.line.text() == "9.84"
    assert not field.beyond.isVisible(), "3 m are planned"
    assert [text for text in shown_texts(onsite) if "Length: 9.84 ft" in text]


def test_another_length_is_recorded_in_meters(onsite: SiteHand) -> None:
    cable = int(onsite.hand.snapshot["cable"].ids[0])
    in_feet(onsite)
    onsite.begin("Ana Ruiz")
    onsite.show("CAB-030", cable)
    onsite.tap(onsite.place.page.deviate)
    screen = onsite.place.deviations.screen
    assert screen.what() is Difference.LENGTH
    screen.length.setFocus()
    QTest.keyClicks(screen.length, "49.2")
    assert screen.change.text() == "Plan change: length 9.84 ft → 49.21 ft"
    onsite.tap(screen.confirm)
    (known,) = deviations(onsite.hand.snapshot)
    assert dict(known.built) == {"length_mm": 15000}


LISTED = {
    **OWN_BODY,
    "key": "OWN-900",
    "scope": "site",
    "expression": "min(m.lengths_m) >= 3",
    "fields": {
        "lengths_m": {"kind": "list", "values": "number", "unit": "m", "resolution": 0.01, "title": "Lengths", "title_es": "Longitudes"}
    },
    "needs": [],
    "when": "",
}


def test_a_list_of_lengths_is_in_the_units_of_its_limit(onsite: SiteHand) -> None:
    onsite.hand.desk.session.do(take_checklist_items, OwnItems([LISTED], OWN.sources))
    onsite.rest()
    in_feet(onsite)
    onsite.begin("Ana Ruiz")
    onsite.place.show_task(Task(checklist_of(onsite.hand.snapshot).items["OWN-900"], 0))
    onsite.rest()
    field = next(one for one in onsite.place.page.findChildren(ListField) if one.evidence.key == "lengths_m")
    assert field.title.text() == "Lengths (ft)"
    for text in ("9.84", "4 m"):
        QTest.keyClicks(field.cells[""], text)
        QTest.keyClick(field.cells[""], Qt.Key.Key_Return)
        onsite.rest()
    assert json.loads(onsite.log[-1].value)["value"] == [3, 4]
    assert field.shown.text().replace("\u200b", "") == "9.84, 13.12"
    assert [text for text in shown_texts(onsite) if "at least 9.84\u00a0ft" in text], "the limit is in the same unit"
    assert [text for text in shown_texts(onsite) if "Lengths: 9.84, 13.12 ft" in text]


@pytest.mark.parametrize(
    ("columns", "title", "recorded", "limit"),
    [
        ({"bolt": "number", "gap": "number"}, "Gaps (mm)", {"bolt": 8, "gap": 3}, "at most 5"),
        ({"bolt": "text", "gap": "number"}, "Gaps (in)", {"bolt": "8", "gap": 76}, "at most 0.20\u00a0in"),
    ],
)
def test_only_a_column_that_is_a_length_is_in_inches(
    onsite: SiteHand, columns: dict[str, str], title: str, recorded: dict[str, object], limit: str
) -> None:
    """A list has one unit; with several columns of numbers none of them is converted."""
    field_body = {"kind": "list", "columns": columns, "unit": "mm", "title": "Gaps", "title_es": "Holguras"}
    body = {**LISTED, "expression": "all(line.gap <= 5 for line in m.gaps)", "fields": {"gaps": field_body}}
    onsite.hand.desk.session.do(take_checklist_items, OwnItems([body], OWN.sources))
    onsite.rest()
    in_feet(onsite)
    onsite.begin("Ana Ruiz")
    onsite.place.show_task(Task(checklist_of(onsite.hand.snapshot).items["OWN-900"], 0))
    onsite.rest()
    field = next(one for one in onsite.place.page.findChildren(ListField) if one.evidence.key == "gaps")
    assert field.title.text() == title
    for column, text in (("bolt", "8"), ("gap", "3")):
        QTest.keyClicks(field.cells[column], text)
    QTest.keyClick(field.cells["gap"], Qt.Key.Key_Return)
    onsite.rest()
    assert json.loads(onsite.log[-1].value)["value"] == [recorded]
    assert field.shown.text().replace("\u200b", "").split()[0] == "8"
    assert [text for text in shown_texts(onsite) if text.rstrip(".").endswith(limit)]
