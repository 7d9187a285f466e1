"""The list of tasks, narrowed, and what a scan finds."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import pytest

from gpudesk.core.checklist.checklist_progress import State
from gpudesk.core.checklist.entries import Recorder
from gpudesk.core.checklist.items import Scope
from gpudesk.core.hardware.hardware import Face
from gpudesk.core.messages.errors import Refused
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack, PlanRow
from gpudesk.derived.checklist.targets import layout
from gpudesk.onsite.checklist import shipped_checklist
from gpudesk.onsite.scan_lookup import look_up
from gpudesk.onsite.task_page import task_page
from gpudesk.onsite.withdrawals import entry_named, last_withdrawable
from gpudesk.onsite.work_list import Show, Spot, Wanted, progress_of, work_list
from gpudesk.operations.onsite.record_site_work import add_person, note_punch, override_hold, record_value, withdraw_entry
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document

DAY = date(2026, 3, 1)
RACK, SYSTEM, WRITER = "generic.rack-48u-600x1200", "nvidia.dgx-h100", "0123456789abcdef"
BY = Recorder("Ana Ruiz", WRITER, "+00:00")
PLAN = Plan(
    "Two halls",
    halls=(PlanHall("North"), PlanHall("South")),
    rows=(PlanRow(0, "N"), PlanRow(1, "S")),
    racks=(PlanRack(RACK, 0, "N01", row=0), PlanRack(RACK, 0, "N02", row=0, x_mm=600), PlanRack(RACK, 1, "S01", row=1)),
    devices=(
        PlanDevice(SYSTEM, "dgx-001", rack=0, position=0),
        PlanDevice(SYSTEM, "dgx-002", rack=0, position=20, serial="SN42"),
        PlanDevice(SYSTEM, "dgx-003", rack=2, position=0),
    ),
)


@pytest.fixture
def project() -> Iterator[Document]:
    """Two halls with three racks; the first hold has passed."""
    document = Document.scratch()
    run(document, build, PLAN)
    run(document, set_site_value, "released_revision", "C")
    for name in ("Ana Ruiz", "Bo Lind"):
        run(document, add_person, name)
    run(document, record_value, BY, "RDY-010", 0, "revision", "C")
    run(document, record_value, BY, "RDY-010", 0, "lead", "Ana Ruiz")
    yield document
    document.close()


def spot(project: Document, scope: Scope, name: str) -> Spot:
    """A hall, rack or device by its name."""
    (found,) = project.snapshot[str(scope)].where("name", name).tolist()
    return Spot(scope, int(found))


def test_the_counts_are_those_of_the_targets(project: Document) -> None:
    snapshot = project.snapshot
    for show in Show:
        for group in work_list(snapshot, Wanted(show), DAY):
            assert group.count == len(group.places()) > 0
            assert group.by_state.sum() == snapshot.cached(layout).count(group.item.scope)
    shown = {show: sum(group.count for group in work_list(snapshot, Wanted(show), DAY)) for show in Show}
    assert shown[Show.ALL] == shown[Show.NEXT] + shown[Show.BLOCKED] + shown[Show.DONE]
    assert shown[Show.DONE] == 1
    assert progress_of(snapshot, Wanted(), DAY)[State.PASSED] == 1


def test_a_place_holds_what_lies_in_it_and_nothing_else(project: Document) -> None:
    snapshot = project.snapshot
    named = {key: spot(project, scope, key) for scope, key in ((Scope.HALL, "North"), (Scope.RACK, "N01"), (Scope.DEVICE, "dgx-002"))}

    def count(scope: Scope, where: Spot) -> int:
        return sum(
            int(group.by_state.sum()) for group in work_list(snapshot, Wanted(Show.ALL, spot=where), DAY) if group.item.scope is scope
        )

    def items(scope: Scope, where: Spot) -> int:
        return sum(group.item.scope is scope for group in work_list(snapshot, Wanted(Show.ALL, spot=where), DAY))

    assert all(
        group.count == len(group.places()) for where in named.values() for group in work_list(snapshot, Wanted(Show.ALL, spot=where), DAY)
    )
    assert count(Scope.SITE, named["North"]) == 0
    assert count(Scope.RACK, named["North"]) == 2 * items(Scope.RACK, named["North"])
    assert count(Scope.HALL, named["North"]) == items(Scope.HALL, named["North"])
    assert count(Scope.HALL, named["N01"]) == 0
    assert count(Scope.DEVICE, named["N01"]) == 2 * items(Scope.DEVICE, named["N01"])
    assert count(Scope.RACK, named["dgx-002"]) == 0
    assert count(Scope.DEVICE, named["dgx-002"]) == items(Scope.DEVICE, named["dgx-002"]) > 10
    assert work_list(snapshot, Wanted(Show.ALL, spot=Spot(Scope.RACK, 9999)), DAY) == []


def test_a_person_has_what_was_begun_or_is_to_be_repaired(project: Document) -> None:
    hall = spot(project, Scope.HALL, "South").target
    run(project, record_value, BY, "RDY-060", hall, "cold_mm", 900)
    run(project, note_punch, BY, "RDY-060", hall, "Bo Lind")

    def keys(person: str) -> list[str]:
        return [group.item.key for group in work_list(project.snapshot, Wanted(Show.ALL, person=person), DAY)]

    assert keys("Ana Ruiz") == ["RDY-010", "RDY-060"]
    assert keys("Bo Lind") == ["RDY-060"]
    assert keys("Cy Moe") == []


def test_the_last_entry_that_counts_is_offered_for_withdrawal(project: Document) -> None:
    last = last_withdrawable(project.snapshot, WRITER)
    assert last is not None
    assert (last.name, last.field) == (f"{WRITER}:2", "lead")
    assert entry_named(project.snapshot, last.name) == last
    run(project, withdraw_entry, BY, last.name, "wrong name")
    before = last_withdrawable(project.snapshot, WRITER)
    assert before is not None
    assert before.name == f"{WRITER}:1"
    assert last_withdrawable(project.snapshot, "f" * 16) is None
    assert entry_named(project.snapshot, f"{WRITER}:9") is None


def test_a_page_says_what_holds_it_back(project: Document) -> None:
    rack = spot(project, Scope.RACK, "N01").target
    page = task_page(project.snapshot, shipped_checklist().items["RCK-010"], rack, DAY)
    assert page.state is State.BLOCKED
    assert page.held
    assert "RDY-050" in [need.item.key for need in page.unmet]
    run(project, override_hold, BY, "RCK-010", rack, "late crates", "Bo Lind")
    assert not task_page(project.snapshot, shipped_checklist().items["RCK-010"], rack, DAY).held


@pytest.mark.parametrize(
    ("text", "scope", "name"),
    [
        ("dgx-001", Scope.DEVICE, "dgx-001"),
        ("SN42", Scope.DEVICE, "dgx-002"),
        ("sn42", Scope.DEVICE, "dgx-002"),
        ("N01 U11", Scope.DEVICE, "dgx-002"),
        ("n01-u18", Scope.DEVICE, "dgx-002"),
        ("N01", Scope.RACK, "N01"),
        ("South", Scope.HALL, "South"),
    ],
)
def test_a_scan_finds_its_target(project: Document, text: str, scope: Scope, name: str) -> None:
    assert look_up(project.snapshot, project.uid, text).spot == spot(project, scope, name)


def test_a_unit_means_the_device_at_the_front_before_the_one_at_the_rear() -> None:
    devices = tuple(PlanDevice(SYSTEM, name, rack=0, position=0, face=face) for name, face in (("rear", Face.REAR), ("front", Face.FRONT)))
    with Document.scratch() as document:
        run(document, build, replace(PLAN, devices=devices))
        assert look_up(document.snapshot, document.uid, "N01 U1").spot == spot(document, Scope.DEVICE, "front")


@pytest.mark.parametrize("text", ["", "dgx-004", "N01 U9", "N01 U19", "N09 U1", "GPUDESK:FFFFFFFF:1:A", "1:A", f"{10**18 - 1}:B"])
def test_what_stands_for_nothing_is_refused(project: Document, text: str) -> None:
    with pytest.raises(Refused):
        look_up(project.snapshot, project.uid, text)
