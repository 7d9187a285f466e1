"""Work packages: handed out, filled in elsewhere, and merged; nothing is lost, nothing comes twice."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from gpudesk.core.checklist.checklist_progress import State
from gpudesk.core.checklist.entries import Breach, ChainEnd
from gpudesk.core.messages.errors import Refused
from gpudesk.onsite.checklist import stale_places
from gpudesk.onsite.deviations import deviations
from gpudesk.onsite.package_contents import Selection
from gpudesk.onsite.record_log import entries, given_values, history_of, log_ends, log_faults, standing_of
from gpudesk.operations.onsite import onsite_packages
from gpudesk.operations.onsite.onsite_items import put_checklist_item, take_checklist_items
from gpudesk.operations.onsite.record_site_work import record_deviation, withdraw_entry
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from tests.operations.onsite_choices import OWN, OWN_BODY
from tests.operations.work_packages import ANA, BEN, ELSEWHERE, PACKAGE_ID, brought_back, build_site, handed_out, merge, opened, record
from tests.project.sample import Clock

SERIAL = ("RCV-030", 1)


@pytest.fixture
def site() -> Iterator[Document]:
    with Document.scratch(Clock()) as document:
        build_site(document)
        yield document


def log_lines(document: Document) -> list[tuple[str, int, str]]:
    return [(entry.writer, entry.number, digest) for entry, digest in entries(document.snapshot)]


def test_a_package_has_the_rows_of_its_rack_with_their_limits(site: Document) -> None:
    ends = log_ends(site.snapshot)
    package = opened(handed_out(site)).package
    assert (package.uid, package.title, package.revision) == (site.uid, "A01", site.snapshot.revision - 1)
    assert package.ends == ends == {ANA.writer: ChainEnd(2, ends[ANA.writer].digest)}
    row = package.by_place[SERIAL]
    assert (row.name, row.where) == ("dgx-001", "A01 U3")
    assert row.basis == {"d.parts": ["DGX H100"]}
    assert [(wait.item, wait.hold, wait.elsewhere) for wait in row.waits] == [("RCV-010", False, 1)]
    assert {package.scope_of(row.item) for row in package.rows} == {"rack", "device", "feed"}


def test_a_package_of_everything_has_site_and_halls_too(site: Document) -> None:
    package = opened(handed_out(site, Selection(stages=("ready",)))).package
    assert {package.items[row.item].stage for row in package.rows} == {"ready"}
    assert package.by_place["RDY-010", 0].state == "passed"
    assert [entry.field for entry, _ in package.log] == ["revision", "lead"]


def test_what_nobody_could_read_is_not_handed_out(site: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(onsite_packages, "MOST_JSON_BYTES", 10_000)
    before = log_lines(site)
    with pytest.raises(Refused, match="A01 is too large for a work package"):
        handed_out(site)
    assert log_lines(site) == before


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        (Selection(racks=("Z9",)), "no rack Z9"),
        (Selection(rows=("Z",)), "no row Z"),
        (Selection(stages=("later",)), "no stage later"),
        (Selection(receiver="Nobody"), "Nobody is neither"),
        (Selection(racks=("A01",), stages=("ready",)), "The checklist has no items there."),
    ],
)
def test_what_is_not_there_cannot_be_handed_out(site: Document, chosen: Selection, said: str) -> None:
    with pytest.raises(Refused, match=said):
        handed_out(site, chosen)


def test_what_was_recorded_elsewhere_comes_unchanged_with_one_merge_entry(site: Document) -> None:
    body = handed_out(site)
    filled = opened(body)
    filled.record(BEN, *SERIAL, "part", "DGX H100")
    filled.record(BEN, *SERIAL, "serial", "S-1")
    before = log_lines(site)
    merged = merge(site, brought_back(body, filled))
    assert (merged.added, merged.known, merged.conflicts, merged.forks) == (2, 0, (), ())
    after = log_lines(site)
    assert after[: len(before)] == before
    assert after[len(before) : -1] == [(ELSEWHERE, entry.number, digest) for entry, digest in filled.entries]
    last, _ = list(entries(site.snapshot))[-1]
    assert (last.kind, last.writer) == ("merge", ANA.writer)
    assert json.loads(last.value)["writers"] == [[ELSEWHERE, 2, filled.entries[-1][1]]]
    standing = standing_of(site.snapshot, *SERIAL)
    assert standing is not None
    assert standing.state is State.PASSED
    assert site.snapshot["person"].holds("name", "Ben")
    assert not log_faults(site.snapshot)


def test_merging_twice_changes_nothing(site: Document) -> None:
    body = handed_out(site)
    filled = opened(body)
    filled.record(BEN, *SERIAL, "part", "DGX H100")
    merge(site, brought_back(body, filled))
    lines, revision = log_lines(site), site.snapshot.revision
    merged = merge(site, brought_back(body, filled))
    assert (merged.added, merged.known) == (0, 1)
    assert (log_lines(site), site.snapshot.revision) == (lines, revision)
    filled.record(BEN, *SERIAL, "serial", "S-1")
    merged = merge(site, brought_back(body, filled))
    assert (merged.added, merged.known) == (1, 1)


def test_a_copied_package_that_goes_on_in_two_places_is_a_fork_and_both_are_kept(site: Document) -> None:
    body = handed_out(site)
    one, other = opened(body), opened(body)
    for filled in (one, other):
        filled.record(BEN, *SERIAL, "part", "DGX H100")
    one.record(BEN, *SERIAL, "serial", "S-1")
    other.record(BEN, *SERIAL, "serial", "S-2")
    assert merge(site, brought_back(body, one)).forks == ()
    merged = merge(site, brought_back(body, other))
    assert (merged.added, merged.known, merged.forks) == (1, 1, (f"{ELSEWHERE}:2",))
    assert [fault.breach for fault in log_faults(site.snapshot)] == [Breach.FORK]
    assert [entry.value for entry in history_of(site.snapshot, *SERIAL) if entry.field == "serial"] == [
        '{"value":"S-1"}',
        '{"value":"S-2"}',
    ]


def test_two_values_of_one_field_are_a_conflict_until_a_new_entry_settles_it(site: Document) -> None:
    body = handed_out(site)
    filled = opened(body)
    filled.record(BEN, *SERIAL, "part", "DGX H100")
    filled.record(BEN, *SERIAL, "serial", "S-1")
    record(site, *SERIAL, part="DGX H100", serial="S-9")
    (conflict,) = merge(site, brought_back(body, filled)).conflicts
    assert (conflict.item, conflict.target, conflict.field) == (*SERIAL, "serial")
    assert [(entry.person, json.loads(entry.value)["value"]) for entry in conflict.entries] == [("Ana", "S-9"), ("Ben", "S-1")]
    record(site, *SERIAL, serial="S-9")
    assert merge(site, brought_back(body, filled)).conflicts == ()
    last = history_of(site.snapshot, *SERIAL)[-1]
    assert (last.kind, last.about.split()) == ("correction", [entry.name for entry in conflict.entries])
    assert given_values(history_of(site.snapshot, *SERIAL))["serial"].value == "S-9"


def test_two_entries_that_replace_the_same_one_are_a_conflict(site: Document) -> None:
    record(site, *SERIAL, serial="S-0")
    body = handed_out(site)
    filled = opened(body)
    filled.record(BEN, *SERIAL, "serial", "S-1")
    record(site, *SERIAL, serial="S-2")
    (conflict,) = merge(site, brought_back(body, filled)).conflicts
    assert {entry.about for entry in conflict.entries} == {f"{ANA.writer}:3"}
    assert [json.loads(entry.value)["value"] for entry in conflict.entries] == ["S-2", "S-1"]


def test_halves_of_an_item_that_were_recorded_in_two_places_are_judged_together(site: Document) -> None:
    body = handed_out(site)
    filled = opened(body)
    filled.record(BEN, *SERIAL, "part", "DGX H100")
    record(site, *SERIAL, serial="S-1")
    assert merge(site, brought_back(body, filled)).conflicts == ()
    standing = standing_of(site.snapshot, *SERIAL)
    assert standing is not None
    assert (standing.state, standing.filled) == (State.PASSED, 2)
    assert [entry.kind for entry in history_of(site.snapshot, *SERIAL)] == ["value", "value", "judgement"]


def test_two_packages_with_a_change_of_the_plan_between_leave_exactly_the_right_rows_stale(site: Document) -> None:
    run(site, set_site_value, "screw_torque_nm", 5)
    one = handed_out(site)
    first = opened(one)
    for system in (1, 2):
        first.record(BEN, "RCK-090", system, "torque_nm", 5)
    run(site, set_site_value, "screw_torque_nm", 6)
    other = handed_out(site, package_id="cd" * 16)
    second = opened(other, "00000000000000bb")
    second.record(BEN, "RCK-090", 3, "torque_nm", 6)
    second.record(BEN, "RCK-090", 1, "torque_nm", 5.8)
    merged = merge(site, brought_back(one, first))
    assert merged.added == 2
    assert stale_places(site.snapshot, merged.places) == [("RCK-090", 1), ("RCK-090", 2)]
    merged = merge(site, brought_back(other, second))
    assert [(conflict.target, conflict.field) for conflict in merged.conflicts] == [(1, "torque_nm")]
    assert stale_places(site.snapshot, [("RCK-090", each) for each in range(1, 5)]) == [("RCK-090", 2)]
    assert len([entry for entry, _ in entries(site.snapshot) if entry.item == "RCK-090" and entry.kind == "value"]) == 4


TORQUE = ("RCK-090", 1)


def stale_with_a_deviation(site: Document) -> str:
    """A torque that passed and is stale since its limit changed, and a deviation of it; returns the name of the deviation."""
    run(site, set_site_value, "screw_torque_nm", 5)
    record(site, *TORQUE, torque_nm=5.8)
    run(site, record_deviation, ANA, *TORQUE, "other", {}, "Another bolt")
    run(site, set_site_value, "screw_torque_nm", 5.8)
    return deviations(site.snapshot)[-1].entry.name


@pytest.mark.parametrize("kind", ["withdrawal", "override"])
def test_what_is_no_value_leaves_a_stale_item_stale_in_a_package(site: Document, kind: str) -> None:
    name = stale_with_a_deviation(site)
    assert stale_places(site.snapshot, [TORQUE]) == [TORQUE]
    body = handed_out(site)
    filled = opened(body)
    row = filled.package.by_place[TORQUE]
    assert filled.state(row) is State.STALE
    if kind == "withdrawal":
        filled.withdraw(BEN, *TORQUE, name, "The bolt was right")
    else:
        filled.override(BEN, *TORQUE, "Needed today", "Cleo")
    assert filled.state(row) is State.STALE
    merge(site, brought_back(body, filled))
    assert stale_places(site.snapshot, [TORQUE]) == [TORQUE]
    assert deviations(site.snapshot) == [] if kind == "withdrawal" else deviations(site.snapshot)
    filled.record(BEN, *TORQUE, "torque_nm", 5.8)
    assert filled.state(row) is State.PASSED


def test_only_an_entry_of_the_same_item_and_target_is_withdrawn_in_a_package(site: Document) -> None:
    filled = opened(handed_out(site))
    filled.record(BEN, *TORQUE, "torque_nm", 5.8)
    with pytest.raises(Refused):
        filled.withdraw(BEN, *TORQUE, "0123456789abcdef:99", "Not here")
    filled.withdraw(BEN, *TORQUE, filled.history(*TORQUE)[-1].name, "Read wrongly")


def test_a_deviation_withdrawn_in_a_package_leaves_the_later_verdict_of_the_project(site: Document) -> None:
    name = stale_with_a_deviation(site)
    body = handed_out(site)
    record(site, *TORQUE, torque_nm=1)
    filled = opened(body)
    filled.withdraw(BEN, *TORQUE, name, "The bolt was right")
    merge(site, brought_back(body, filled))
    standing = standing_of(site.snapshot, *TORQUE)
    assert standing is not None
    assert (standing.state, standing.filled) == (State.FAILED, 1)


def test_a_package_of_another_project_is_refused(site: Document) -> None:
    body = handed_out(site)
    filled = opened(body)
    filled.record(BEN, *SERIAL, "part", "DGX H100")
    with Document.scratch(Clock()) as other:
        build_site(other)
        with pytest.raises(Refused, match="another project"):
            merge(other, brought_back(body, filled))


def test_a_package_that_this_copy_did_not_hand_out_is_refused(site: Document) -> None:
    body = handed_out(site)
    filled = opened(body.replace(PACKAGE_ID.encode(), b"ef" * 16))
    filled.record(BEN, *SERIAL, "part", "DGX H100")
    with pytest.raises(Refused, match="was not handed out from this copy"):
        merge(site, brought_back(body.replace(PACKAGE_ID.encode(), b"ef" * 16), filled))


def test_a_hold_is_kept_in_the_package_until_two_people_override_it(site: Document) -> None:
    run(site, withdraw_entry, ANA, f"{ANA.writer}:1", "Not released yet")
    filled = opened(handed_out(site, Selection(stages=("ready",))))
    with pytest.raises(Refused, match="RDY-050 requires RDY-010"):
        filled.record(BEN, "RDY-050", 1, "uniform_kg_m2", 600)
    with pytest.raises(Refused, match="second person"):
        filled.override(BEN, "RDY-050", 1, "Agreed", "Ben")
    filled.override(BEN, "RDY-050", 1, "Agreed", "Ana")
    filled.record(BEN, "RDY-050", 1, "uniform_kg_m2", 600)
    assert "ahead_of:RDY-010" in filled.history("RDY-050", 1)[-1].judged


def test_work_in_the_package_frees_what_waits_for_it(site: Document) -> None:
    run(site, withdraw_entry, ANA, f"{ANA.writer}:1", "Not released yet")
    filled = opened(handed_out(site, Selection(stages=("ready",))))
    filled.record(BEN, "RDY-010", 0, "revision", "C")
    with pytest.raises(Refused, match="RDY-050 requires RDY-010"):
        # The revision that the lead signed was withdrawn: the signature counts no more.
        filled.record(BEN, "RDY-050", 1, "uniform_kg_m2", 600)
    filled.record(replace(BEN, person="Ana"), "RDY-010", 0, "lead", "Ana")
    filled.record(BEN, "RDY-050", 1, "uniform_kg_m2", 600)
    assert filled.state(filled.package.by_place["RDY-010", 0]) is State.PASSED


def test_times_that_cannot_be_right_are_flagged_and_not_reordered(site: Document) -> None:
    body = handed_out(site)
    filled = opened(body)
    early = type(BEN)("Ben", "2026-02-01T08:00:00Z", "+01:00")
    ahead = type(BEN)("Ben", "2026-03-02T08:00:00Z", "+01:00")
    filled.record(ahead, *SERIAL, "part", "DGX H100")
    filled.record(early, *SERIAL, "serial", "S-1")
    merged = merge(site, brought_back(body, filled))
    assert dict(merged.flags) == {f"{ELSEWHERE}:1": "in_future", f"{ELSEWHERE}:2": "before_issue"}
    assert [entry.field for entry in history_of(site.snapshot, *SERIAL)] == ["part", "serial"]


def serials(site: Document) -> list[str]:
    table = site.snapshot["device"]
    return [str(table["serial"][table.position(system)]) for system in range(1, 5)]


def test_a_serial_number_that_was_scanned_elsewhere_enters_the_plan_in_the_step_of_the_merge(site: Document) -> None:
    body = handed_out(site)
    filled = opened(body)
    filled.record(BEN, *SERIAL, "part", "DGX H100")
    filled.record(BEN, *SERIAL, "serial", "S-1")
    assert merge(site, brought_back(body, filled)).not_entered == ()
    assert serials(site) == ["S-1", "", "", ""]
    assert stale_places(site.snapshot, [SERIAL]) == []
    site.undo()
    assert serials(site) == ["", "", "", ""]
    assert given_values(history_of(site.snapshot, *SERIAL))["serial"].value == "S-1"


def test_serial_numbers_that_cannot_enter_the_plan_are_named(site: Document) -> None:
    body = handed_out(site)
    filled = opened(body)
    for system, serial in enumerate(["S-1", "S-2", "S-2", "S-4"], start=1):
        filled.record(BEN, "RCV-030", system, "serial", serial)
    record(site, *SERIAL, serial="S-9")
    run(site, set_fields, "device", 4, {"serial": "S-8"})
    merged = merge(site, brought_back(body, filled))
    assert [(left.target, left.value, str(left.why)) for left in merged.not_entered] == [
        (1, "S-1", "conflict"),
        (3, "S-2", "elsewhere"),
        (4, "S-4", "changed"),
    ]
    assert serials(site) == ["S-9", "S-2", "", "S-8"]
    record(site, *SERIAL, serial="S-1")
    assert serials(site)[0] == "S-1"


def test_a_serial_number_that_was_corrected_elsewhere_replaces_the_recorded_one(site: Document) -> None:
    record(site, *SERIAL, serial="S-0")
    body = handed_out(site)
    filled = opened(body)
    filled.record(BEN, *SERIAL, "serial", "S-1")
    assert merge(site, brought_back(body, filled)).not_entered == ()
    assert serials(site)[0] == "S-1"


def test_values_that_are_recorded_together_have_one_verdict_and_all_of_them_come_or_none(site: Document) -> None:
    body = handed_out(site)
    filled = opened(body)
    filled.record_values(BEN, *SERIAL, {"part": "DGX H100", "serial": "S-1"})
    filled.record_values(BEN, *SERIAL, {"part": "DGX H200", "serial": "S-2"})
    assert [entry.verdict for entry, _ in filled.entries] == ["partial", "passed", "partial", "failed"]
    with pytest.raises(Refused, match="no field colour"):
        filled.record_values(BEN, *SERIAL, {"part": "DGX H100", "colour": "green"})
    assert merge(site, brought_back(body, filled)).added == 4


def test_a_verdict_that_says_that_values_are_missing_is_refused_where_nothing_follows(site: Document) -> None:
    body = handed_out(site)
    filled = opened(body)
    filled.record(BEN, *SERIAL, "part", "DGX H200")
    filled.record(BEN, *SERIAL, "serial", "S-1", last=False)
    with pytest.raises(Refused, match="was altered"):
        merge(site, brought_back(body, filled))


def test_a_value_that_came_with_a_merge_makes_the_signature_of_another_one_lapse(site: Document) -> None:
    record(site, "RDY-010", 0, revision="C")
    run(site, withdraw_entry, ANA, f"{ANA.writer}:2", "Too early")
    run(site, withdraw_entry, ANA, f"{ANA.writer}:3", "Not released yet")
    run(site, withdraw_entry, ANA, f"{ANA.writer}:1", "Not released yet")
    body = handed_out(site, Selection(stages=("ready",)))
    filled = opened(body)
    filled.record(BEN, "RDY-010", 0, "revision", "B")
    record(site, "RDY-010", 0, revision="C", lead="Ana")
    merged = merge(site, brought_back(body, filled))
    assert [(conflict.field, len(conflict.entries)) for conflict in merged.conflicts] == [("revision", 2)]
    assert given_values(history_of(site.snapshot, "RDY-010", 0)).keys() == {"revision"}
    standing = standing_of(site.snapshot, "RDY-010", 0)
    assert standing is not None
    assert (standing.state, standing.filled) == (State.FAILED, 1)
    record(site, "RDY-010", 0, revision="C", lead="Ana")
    assert merge(site, brought_back(body, filled)).conflicts == ()


def test_a_package_brings_the_items_of_its_project_along(site: Document) -> None:
    run(site, take_checklist_items, OWN)
    body = handed_out(site)
    filled = opened(body)
    assert filled.package.items["OWN-010"].own
    filled.record(BEN, "OWN-010", 1, "top_c", 30)
    merged = merge(site, brought_back(body, filled))
    assert (merged.added, merged.places) == (1, (("OWN-010", 1),))
    run(site, put_checklist_item, {**OWN_BODY, "expression": "m.top_c <= 33"})
    assert stale_places(site.snapshot, merged.places) == [("OWN-010", 1)]


def test_entries_of_a_version_that_judged_only_what_was_complete_are_still_taken(site: Document) -> None:
    body = handed_out(site, Selection(stages=("receive",)))
    filled = opened(body)
    filled.record(BEN, *SERIAL, "part", "another")
    entry, _ = filled.entries[0]
    assert entry.verdict == "failed"
    earlier = replace(entry, verdict="partial")
    again = opened(body)
    again.repeat(earlier, earlier.digest())
    assert again.entries == [(earlier, earlier.digest())]
    filled.record(BEN, *SERIAL, "serial", "S-1")
    last, _ = filled.entries[1]
    forged = replace(last, verdict="partial", previous=earlier.digest())
    with pytest.raises(Refused, match="was altered"):
        again.repeat(forged, forged.digest())
