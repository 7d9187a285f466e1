"""What was installed differently: recorded, decided by a second person, and then in the plan."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.core.checklist.checklist_progress import State
from gpudesk.core.hardware.hardware import Status
from gpudesk.core.messages.errors import InvalidData, Refused
from gpudesk.derived.checklist.targets import layout
from gpudesk.onsite.checklist import states
from gpudesk.onsite.deviations import deviation_of, deviations, open_deviations
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.record_log import entries, log_faults
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.onsite.record_site_work import add_person, record_deviation, settle_deviation, withdraw_entry
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run, undo
from gpudesk.project.document import Document
from tests.operations.test_onsite import ANA, BEN
from tests.project.sample import Clock


@pytest.fixture
def site() -> Iterator[Document]:
    """A pod whose networks are cabled."""
    with Document.scratch(Clock()) as document:
        run(document, build, load_template("small-pod"))
        run(document, cable_project)
        for name in ("Ana", "Ben"):
            run(document, add_person, name)
        yield document


def deviate(site: Document, item: str, target: int, what: str, built: dict[str, object], text: str = "") -> str:
    run(site, record_deviation, ANA, item, target, what, built, text)
    return deviations(site.snapshot)[-1].entry.name


def value(site: Document, table: str, row: int, column: str) -> object:
    return site.snapshot[table].row(row)[column]


def test_a_longer_cable_enters_the_plan_once_a_second_person_agrees(site: Document) -> None:
    cable = int(site.snapshot["cable"].ids[0])
    planned = value(site, "cable", cable, "length_mm")
    name = deviate(site, "CAB-030", cable, "length", {"length_mm": 15000})
    assert value(site, "cable", cable, "length_mm") == planned
    with pytest.raises(Refused, match="second person"):
        run(site, settle_deviation, ANA, name, True)
    run(site, settle_deviation, BEN, name, True)
    assert value(site, "cable", cable, "length_mm") == 15000
    (known,) = deviations(site.snapshot)
    assert (known.accepted, known.decided_by) == (True, "Ben")
    undo(site)
    assert value(site, "cable", cable, "length_mm") == planned
    assert deviations(site.snapshot)[0].accepted, "undo takes no entry back"
    assert log_faults(site.snapshot) == []


def test_a_refusal_needs_a_reason_and_leaves_the_plan(site: Document) -> None:
    cable = int(site.snapshot["cable"].ids[0])
    before = site.snapshot["cable"]
    name = deviate(site, "CAB-030", cable, "length", {"length_mm": 15000})
    with pytest.raises(Refused, match="A reason is required"):
        run(site, settle_deviation, BEN, name, False)
    run(site, settle_deviation, BEN, name, False, "Exchange it")
    (known,) = deviations(site.snapshot)
    assert (known.accepted, known.decision) == (False, "Exchange it")
    assert site.snapshot["cable"] is before
    with pytest.raises(Refused, match="no open deviation"):
        run(site, settle_deviation, BEN, name, True)


def test_a_replaced_device_and_a_damaged_one(site: Document) -> None:
    device = int(site.snapshot["device"].ids[0])
    name = deviate(site, "RCV-030", device, "serial", {"serial": "S-99"})
    run(site, settle_deviation, BEN, name, True)
    assert value(site, "device", device, "serial") == "S-99"
    with pytest.raises(Refused, match="A reason is required"):
        deviate(site, "RCV-030", device, "damaged", {})
    name = deviate(site, "RCV-030", device, "damaged", {}, "Front bezel bent")
    run(site, settle_deviation, BEN, name, True)
    assert (value(site, "device", device, "status"), value(site, "device", device, "serial")) == (Status.ORDERED, "")
    undo(site)
    assert value(site, "device", device, "serial") == "S-99"


def test_a_damaged_cable_changes_nothing_in_the_plan(site: Document) -> None:
    cable, steps = int(site.snapshot["cable"].ids[0]), len(site.steps)
    name = deviate(site, "CAB-030", cable, "damaged", {}, "Kinked")
    assert [known.entry.name for known in open_deviations(site.snapshot)] == [name]
    run(site, settle_deviation, BEN, name, True)
    assert len(site.steps) == steps
    assert open_deviations(site.snapshot) == ()


def test_a_port_that_is_taken_is_refused_and_nothing_is_decided(site: Document) -> None:
    first, second = (site.snapshot["cable"].row(int(row)) for row in site.snapshot["cable"].ids[:2])
    built = {"side": "a", "device_id": second["a_device_id"], "port": second["a_port"]}
    name = deviate(site, "CAB-030", int(first["id"]), "port", built)
    before = site.snapshot
    with pytest.raises(Refused):
        run(site, settle_deviation, BEN, name, True)
    assert site.snapshot is before


@pytest.mark.parametrize(
    ("what", "built"), [("length", {}), ("length", {"serial": "x"}), ("serial", {"serial": "x"}), ("colour", {}), ("damaged", {"a": 1})]
)
def test_what_does_not_fit_is_refused(site: Document, what: str, built: dict[str, object]) -> None:
    with pytest.raises(Refused):
        deviate(site, "CAB-030", int(site.snapshot["cable"].ids[0]), what, built, "text")
    assert deviations(site.snapshot) == []


@pytest.mark.parametrize("length_mm", [0, -5000, "15"])
def test_a_length_that_no_cable_has_is_refused(site: Document, length_mm: object) -> None:
    with pytest.raises(Refused, match="cannot be recorded this way"):
        deviate(site, "CAB-030", int(site.snapshot["cable"].ids[0]), "length", {"length_mm": length_mm})
    assert len(deviations(site.snapshot)) == 0


def test_an_altered_deviation_is_reported_as_an_unreadable_entry(site: Document) -> None:
    cable = int(site.snapshot["cable"].ids[0])
    deviate(site, "CAB-030", cable, "length", {"length_mm": 15000})
    (known,) = deviations(site.snapshot)
    for altered in (replace(known.entry, value='{"what":"length","built":[1]}'), replace(known.entry, scope="moon")):
        with pytest.raises(InvalidData, match="was altered and cannot be read"):
            deviation_of(altered, None)


@pytest.mark.parametrize("accepted", [None, True, False])
def test_a_deviation_is_withdrawn_with_its_decision_and_both_stay_in_the_log(site: Document, accepted: bool | None) -> None:
    cable = int(site.snapshot["cable"].ids[0])
    name = deviate(site, "CAB-030", cable, "length", {"length_mm": 15000})
    if accepted is not None:
        run(site, settle_deviation, BEN, name, accepted, "measured")
    length_mm, before = value(site, "cable", cable, "length_mm"), [entry.name for entry, _ in entries(site.snapshot)]
    with pytest.raises(Refused, match="reason"):
        run(site, withdraw_entry, ANA, name, " ")
    run(site, withdraw_entry, ANA, name, "The tape was read wrong")
    assert deviations(site.snapshot) == []
    assert open_deviations(site.snapshot) == ()
    *earlier, last = [entry for entry, _ in entries(site.snapshot)]
    assert [entry.name for entry in earlier] == before
    assert (last.kind, last.about, last.person, last.reason) == ("withdrawal", name, "Ana", "The tape was read wrong")
    assert value(site, "cable", cable, "length_mm") == length_mm, "the plan keeps what was accepted"
    with pytest.raises(Refused, match="no open deviation"):
        run(site, settle_deviation, BEN, name, True)
    with pytest.raises(Refused, match="cannot be withdrawn"):
        run(site, withdraw_entry, BEN, name, "again")
    undo(site)
    assert deviations(site.snapshot) == [], "undo takes no entry back"
    assert log_faults(site.snapshot) == []


def test_withdrawing_a_deviation_leaves_the_verdict_of_its_item(site: Document) -> None:
    cable = int(site.snapshot["cable"].ids[0])
    item = checklist_of(site.snapshot).items["CAB-030"]
    place = site.snapshot.cached(layout).place(item.scope, cable)
    name = deviate(site, "CAB-030", cable, "length", {"length_mm": 15000})
    assert site.snapshot.cached(states)["CAB-030"][place] in (State.OPEN, State.BLOCKED)
    before = int(site.snapshot.cached(states)["CAB-030"][place])
    run(site, withdraw_entry, ANA, name, "Wrong cable")
    assert int(site.snapshot.cached(states)["CAB-030"][place]) == before
