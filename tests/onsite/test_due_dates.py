"""When items that come again are due."""

from collections.abc import Iterator
from datetime import date, timedelta

import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.core.checklist.entries import Recorder
from gpudesk.onsite.due_dates import due_dates
from gpudesk.operations.onsite.onsite_items import disable_checklist_item, put_checklist_item
from gpudesk.operations.onsite.record_site_work import add_person, record_value, withdraw_entry
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from tests.operations.onsite_choices import OWN_BODY
from tests.project.sample import Clock

ANA = Recorder("Ana", "0123456789abcdef", "+00:00")
BODY = {**OWN_BODY, "needs": [], "sources": ["memory"], "every": "P3M"}


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def site(clock: Clock) -> Iterator[Document]:
    """One rack whose temperature is measured each quarter, on a clock that says the 1st of March 2026, noon."""
    with Document.scratch(clock) as document:
        run(document, build, load_template("one-rack"))
        run(document, add_person, "Ana")
        run(document, put_checklist_item, BODY)
        yield document


def record(site: Document, top_c: float, by: Recorder = ANA) -> None:
    run(site, record_value, by, "OWN-010", 1, "top_c", top_c)


def test_what_passed_is_due_a_period_later(site: Document) -> None:
    assert due_dates(site.snapshot) == []
    record(site, 30)
    (due,) = due_dates(site.snapshot)
    assert (due.item.key, due.target_name, due.passed, due.due) == ("OWN-010", "A01", date(2026, 3, 1), date(2026, 6, 1))
    assert not due.is_overdue(date(2026, 6, 1))
    assert due.is_overdue(date(2026, 6, 2))


def test_a_failure_does_not_move_the_day(site: Document) -> None:
    record(site, 30)
    record(site, 40)
    (due,) = due_dates(site.snapshot)
    assert due.due == date(2026, 6, 1)


def test_a_withdrawn_pass_does_not_count(site: Document) -> None:
    record(site, 30)
    run(site, withdraw_entry, ANA, f"{ANA.writer}:1", "Wrong rack")
    assert due_dates(site.snapshot) == []


@pytest.mark.parametrize(("offset", "day"), [("+13:00", date(2026, 3, 2)), ("-05:00", date(2026, 3, 1)), ("-13:00", date(2026, 2, 28))])
def test_the_day_is_that_of_the_place(site: Document, offset: str, day: date) -> None:
    record(site, 30, Recorder("Ana", ANA.writer, offset))
    assert due_dates(site.snapshot)[0].passed == day


def test_a_changed_period_and_a_removed_rack_count_at_once(site: Document) -> None:
    record(site, 30)
    run(site, put_checklist_item, {**BODY, "every": "P1Y"})
    assert due_dates(site.snapshot)[0].due == date(2027, 3, 1)
    run(site, disable_checklist_item, "OWN-010")
    assert due_dates(site.snapshot) == []


def test_who_renews_one_of_two_values_has_not_renewed_the_item(site: Document, clock: Clock) -> None:
    degrees = {"kind": "number", "unit": "°C", "resolution": 0.1}
    fields = {"top_c": {**degrees, "title": "At the top", "title_es": "Arriba"}, "low_c": {**degrees, "title": "Low", "title_es": "Abajo"}}
    run(site, put_checklist_item, {**BODY, "fields": fields, "expression": "m.top_c <= 35 and m.low_c <= 35"})

    def measure(field: str) -> date:
        run(site, record_value, ANA, "OWN-010", 1, field, 30)
        return next((due.due for due in due_dates(site.snapshot)), date.max)

    assert [measure("top_c"), measure("low_c")] == [date.max, date(2026, 6, 1)]
    clock.now += timedelta(days=100)
    assert measure("top_c") == date(2026, 6, 1), "the other value is 100 days old"
    assert measure("low_c") == date(2026, 9, 9)


def test_a_new_value_under_old_signatures_does_not_renew(site: Document, clock: Clock) -> None:
    run(site, add_person, "Ben")
    run(site, put_checklist_item, {**BODY, "two_person": True})
    record(site, 30)
    for field, name in (("first", "Ana"), ("second", "Ben")):
        run(site, record_value, Recorder(name, ANA.writer, "+00:00"), "OWN-010", 1, field, name)
    assert due_dates(site.snapshot)[0].due == date(2026, 6, 1)
    clock.now += timedelta(days=100)
    record(site, 30)
    assert due_dates(site.snapshot)[0].due == date(2026, 6, 1), "both signed the measurement of 100 days ago"
