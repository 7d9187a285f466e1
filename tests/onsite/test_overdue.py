"""What passed and was due again since reads "overdue" wherever a state is shown, with the day on which it was due."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.core.checklist.checklist_progress import State, counts_by_rack
from gpudesk.core.checklist.entries import Recorder
from gpudesk.core.checklist.items import Scope
from gpudesk.derived.checklist.targets import layout
from gpudesk.onsite.checklist import states, unmet_needs
from gpudesk.onsite.group_counts import counts_by_team
from gpudesk.onsite.handover import Handover, Installed
from gpudesk.onsite.handover_json import part_body
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.package_contents import Selection, package_of
from gpudesk.onsite.punch_list import punch_list
from gpudesk.onsite.states_today import states_on
from gpudesk.onsite.task_page import task_page
from gpudesk.onsite.work_list import Show, Spot, Wanted, progress_of, work_list
from gpudesk.operations.onsite.onsite_items import put_checklist_item
from gpudesk.operations.onsite.record_site_work import add_person, record_value
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.reports.layout.report import Choices, Subject
from gpudesk.reports.layout.wording import ENGLISH
from gpudesk.reports.onsite.onsite_checklist import tables
from gpudesk.reports.onsite.onsite_points import open_tables
from tests.operations.onsite_choices import OWN_BODY
from tests.project.sample import Clock

ANA = Recorder("Ana", "0123456789abcdef", "+00:00")
BODY = {**OWN_BODY, "needs": [], "sources": ["memory"], "every": "P3M"}
IN_TIME, LATE, WAS_DUE = date(2026, 6, 1), date(2026, 6, 2), date(2026, 6, 1)


@pytest.fixture
def site() -> Iterator[Document]:
    """One rack whose temperature was measured on the 1st of March 2026, and is to be each quarter."""
    with Document.scratch(Clock()) as document:
        run(document, build, load_template("one-rack"))
        run(document, add_person, "Ana")
        run(document, put_checklist_item, BODY)
        run(document, record_value, ANA, "OWN-010", 1, "top_c", 30)
        yield document


def subject(site: Document, day: date) -> Subject:
    return Subject(site.snapshot, "Site", datetime(day.year, day.month, day.day, 12, tzinfo=UTC))


def test_it_is_passed_until_its_day_is_over(site: Document) -> None:
    snapshot = site.snapshot
    assert snapshot.cached(states_on(IN_TIME))["OWN-010"].tolist() == [State.PASSED]
    assert snapshot.cached(states_on(LATE))["OWN-010"].tolist() == [State.OVERDUE]
    assert snapshot.cached(states)["OWN-010"].tolist() == [State.PASSED], "what the log says does not depend on the day"


def test_lists_and_counts_say_overdue(site: Document) -> None:
    snapshot, everywhere = site.snapshot, Wanted(spot=Spot(Scope.RACK, 1))
    for day, passed, overdue in ((IN_TIME, 1, 0), (LATE, 0, 1)):
        counts = progress_of(snapshot, everywhere, day)
        assert (counts[State.PASSED], counts[State.OVERDUE]) == (passed, overdue)
        by_rack = counts_by_rack(checklist_of(snapshot), snapshot.cached(layout), snapshot.cached(states_on(day)))
        assert (by_rack[0, State.PASSED], by_rack[0, State.OVERDUE]) == (passed, overdue)
        assert counts_by_team(snapshot, day)[""][State.OVERDUE] == overdue
        shown = {show: {group.item.key for group in work_list(snapshot, Wanted(show), day)} for show in Show}
        assert ("OWN-010" in shown[Show.NEXT], "OWN-010" in shown[Show.DONE]) == (bool(overdue), bool(passed))


def test_what_is_installed_without_a_value_is_null_in_the_book(site: Document) -> None:
    part = next(part for part in Handover(site.snapshot, LATE).parts() if part.results)
    bare = Installed(id=7, name="node-1", part="Me Node", unit="", face="", holder="", serial="", asset="", status="planned")
    whole = replace(bare, unit="U12", face="front", holder="chassis-1", serial="S1", asset="A1")
    bodies = part_body(replace(part, installed=(bare, whole)))["installed"]
    always = {"id": 7, "name": "node-1", "part": "Me Node", "status": "planned"}
    optional = {"unit": "U12", "face": "front", "parent_device": "chassis-1", "serial": "S1", "asset": "A1"}
    assert bodies == [always | dict.fromkeys(optional), always | optional]


def test_page_book_sheets_and_exports_say_since_when(site: Document) -> None:
    snapshot = site.snapshot
    page = task_page(snapshot, checklist_of(snapshot).items["OWN-010"], 1, LATE)
    assert (page.state, page.due) == (State.OVERDUE, WAS_DUE)
    part = next(part for part in Handover(snapshot, LATE).parts() if part.results)
    (result,) = part_body(part)["results"]
    assert (result["state"], result["overdue_since"]) == ("overdue", "2026-06-01")
    assert [line.item.key for line in part.left if line.state is State.OVERDUE] == ["OWN-010"]
    for made in (tables, open_tables):
        (rows,) = made(subject(site, LATE), Choices(), ENGLISH).values()
        (line,) = (row for row in rows if "OWN-010" in row)
        assert "overdue since 2026-06-01" in line
    assert not [row for row in open_tables(subject(site, IN_TIME), Choices(), ENGLISH)["Open points"] if "OWN-010" in row]


def test_a_package_says_it_too(site: Document) -> None:
    for at, state in (("2026-06-01T23:00:00Z", "passed"), ("2026-06-02T00:00:00Z", "overdue")):
        package = package_of(site.snapshot, Selection(racks=("A01",)), "0" * 32, site.uid, "Site", at)
        assert package.by_place["OWN-010", 1].state == state


def test_a_closed_point_stays_closed_and_nothing_waits_for_it(site: Document) -> None:
    run(site, record_value, ANA, "OWN-010", 1, "top_c", 90)
    run(site, record_value, ANA, "OWN-010", 1, "top_c", 31)
    (point,) = punch_list(site.snapshot, LATE)
    assert (point.state, point.closed) == (State.OVERDUE, True)
    after = {**BODY, "key": "OWN-020", "needs": ["OWN-010"], "every": ""}
    run(site, put_checklist_item, after)
    assert unmet_needs(site.snapshot, checklist_of(site.snapshot).items["OWN-020"], 1) == []
    assert site.snapshot.cached(states_on(LATE))["OWN-020"].tolist() == [State.OPEN]


def test_a_stale_item_reads_stale(site: Document) -> None:
    run(site, put_checklist_item, {**BODY, "expression": "m.top_c <= 40"})
    assert site.snapshot.cached(states_on(LATE))["OWN-010"].tolist() == [State.STALE]
