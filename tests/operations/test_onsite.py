"""Recording work on site: what is written into the log, what is refused, and that no step takes it back."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.core.checklist.checklist_progress import State
from gpudesk.core.checklist.entries import Breach, Recorder
from gpudesk.core.checklist.values import Instrument
from gpudesk.core.messages.errors import Refused
from gpudesk.derived.checklist.targets import layout
from gpudesk.onsite.checklist import shipped_checklist, states, touched, unmet_needs
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.record_log import history_of, log_ends, log_faults, standing_of
from gpudesk.onsite.results import results
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.onsite.record_site_work import (
    add_person,
    mark_not_applicable,
    override_hold,
    record_value,
    record_values,
    waive_item,
    withdraw_entry,
)
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.operations.project.version_operations import restore_version, save_version
from gpudesk.operations.run.run import redo, run, undo
from gpudesk.project.document import Document
from gpudesk.project.versions import version_snapshot
from tests.project.sample import Clock

ANA = Recorder("Ana", "0123456789abcdef", "+01:00")
BEN = Recorder("Ben", "0123456789abcdef", "-05:00")
OTHER = Recorder("Ana", "fedcba9876543210", "+00:00")


@pytest.fixture
def site() -> Iterator[Document]:
    """One rack with its feeds, whose drawings are released as revision C."""
    with Document.scratch(Clock()) as document:
        run(document, build, load_template("one-rack"))
        run(document, set_site_value, "released_revision", "C")
        for name in ("Ana", "Ben"):
            run(document, add_person, name)
        yield document


def record(document: Document, item: str, target: int = 0, by: Recorder = ANA, **values: object) -> None:
    for field, value in values.items():
        run(document, record_value, by, item, target, field, value)


def freeze(document: Document) -> None:
    record(document, "RDY-010", revision="C", lead="Ana")


def state(document: Document, item: str, target: int) -> State:
    scope = checklist_of(document.snapshot).items[item].scope
    return State(int(document.snapshot.cached(states)[item][document.snapshot.cached(layout).place(scope, target)]))


def test_an_item_is_in_progress_until_every_field_has_a_value(site: Document) -> None:
    assert state(site, "RDY-010", 0) is State.OPEN
    record(site, "RDY-010", revision="C")
    standing = standing_of(site.snapshot, "RDY-010", 0)
    assert standing is not None
    assert (standing.state, standing.filled, standing.wanted) == (State.IN_PROGRESS, 1, 2)
    record(site, "RDY-010", lead="Ana")
    assert state(site, "RDY-010", 0) is State.PASSED


def test_an_entry_says_who_when_what_and_by_which_limit(site: Document) -> None:
    freeze(site)
    revision = site.snapshot.revision
    record(site, "RDY-050", 1, uniform_kg_m2=600)
    (entry,) = history_of(site.snapshot, "RDY-050", 1)
    assert (entry.person, entry.writer, entry.number, entry.utc_offset) == ("Ana", ANA.writer, 3, "+01:00")
    assert entry.at_utc.startswith("2026-03-01T12:0")
    assert (entry.scope, entry.target, entry.target_name, entry.revision) == ("hall", 1, "Hall 1", revision)
    assert entry.value == '{"value":600}'
    assert '"d.max_spread_kg_per_m2":507.506944' in entry.judged
    assert shipped_checklist().items["RDY-050"].expression in entry.judged


def test_a_limit_that_nobody_set_cannot_pass(site: Document) -> None:
    run(site, set_site_value, "released_revision", None)
    freeze(site)
    standing = standing_of(site.snapshot, "RDY-010", 0)
    assert standing is not None
    assert standing.state is State.IN_PROGRESS
    assert history_of(site.snapshot, "RDY-010", 0)[-1].verdict == "not_set"


def test_undo_takes_no_entry_back(site: Document) -> None:
    steps = len(site.steps)
    freeze(site)
    assert len(site.steps) == steps
    undo(site)
    assert site.snapshot["record"].rows == 2
    redo(site)
    assert site.snapshot["record"].rows == 2
    assert not log_faults(site.snapshot)


def test_recording_leaves_what_can_be_redone(site: Document) -> None:
    run(site, set_site_value, "altitude_m", 500)
    undo(site)
    freeze(site)
    assert redo(site) is not None
    assert site.snapshot["record"].rows == 2


def test_what_waits_for_a_hold_is_refused_until_two_people_override_it(site: Document) -> None:
    with pytest.raises(Refused, match="RDY-050 requires RDY-010"):
        record(site, "RDY-050", 1, uniform_kg_m2=600)
    with pytest.raises(Refused, match="second person"):
        run(site, override_hold, ANA, "RDY-050", 1, "The letter is on its way", "Ana")
    with pytest.raises(Refused, match="A reason is required"):
        run(site, override_hold, ANA, "RDY-050", 1, " ", "Ben")
    assert site.snapshot["record"].rows == 0
    run(site, override_hold, ANA, "RDY-050", 1, "The letter is on its way", "Ben")
    record(site, "RDY-050", 1, uniform_kg_m2=600)
    override, value = history_of(site.snapshot, "RDY-050", 1)
    assert (override.kind, override.second, override.reason) == ("override", "Ben", "The letter is on its way")
    assert "ahead_of:RDY-010" in value.judged
    assert [need.item.key for need in unmet_needs(site.snapshot, shipped_checklist().items["RDY-050"], 1)] == ["RDY-010"]


def test_two_different_people_sign(site: Document) -> None:
    freeze(site)
    record(site, "RDY-050", 1, uniform_kg_m2=600, point_kg=300, engineer="C. Ruiz", first="Ana")
    with pytest.raises(Refused, match="Ana has already signed this item"):
        record(site, "RDY-050", 1, second="Ana")
    with pytest.raises(Refused, match="choose the name Ben first"):
        record(site, "RDY-050", 1, second="Ben")
    record(site, "RDY-050", 1, by=BEN, second="Ben")
    assert state(site, "RDY-050", 1) is State.PASSED


def test_a_name_in_other_capitals_is_the_same_person(site: Document) -> None:
    with pytest.raises(Refused, match="is already on the list"):
        run(site, add_person, "ANA")


def test_a_correction_names_what_it_replaces_and_both_stay(site: Document) -> None:
    freeze(site)
    record(site, "RDY-010", revision="B")
    first, _, corrected = history_of(site.snapshot, "RDY-010", 0)
    assert (corrected.kind, corrected.about) == ("correction", first.name)
    assert state(site, "RDY-010", 0) is State.FAILED, "the value is wrong, whether signed or not"
    assert standing_of(site.snapshot, "RDY-010", 0).filled == 1, "the signature was for the other value"  # type: ignore[union-attr]
    run(site, withdraw_entry, ANA, corrected.name, "Read from the wrong sheet")
    assert state(site, "RDY-010", 0) is State.PASSED
    assert [entry.kind for entry in history_of(site.snapshot, "RDY-010", 0)] == ["value", "signature", "correction", "withdrawal"]
    with pytest.raises(Refused, match="cannot be withdrawn"):
        run(site, withdraw_entry, ANA, corrected.name, "Once more")


def test_a_waiver_can_be_withdrawn(site: Document) -> None:
    run(site, waive_item, ANA, "RDY-010", 0, "Owner accepts", "Ben")
    assert state(site, "RDY-010", 0) is State.WAIVED
    run(site, withdraw_entry, BEN, f"{ANA.writer}:1", "Owner does not")
    assert state(site, "RDY-010", 0) is State.OPEN


def test_what_was_judged_by_another_limit_is_stale(site: Document) -> None:
    freeze(site)
    record(site, "RDY-050", 1, uniform_kg_m2=600, point_kg=300, engineer="C. Ruiz", first="Ana")
    record(site, "RDY-050", 1, by=BEN, second="Ben")
    run(site, set_site_value, "altitude_m", 500)
    assert state(site, "RDY-050", 1) is State.PASSED
    run(site, set_site_value, "rack_feet", 6)
    assert state(site, "RDY-050", 1) is State.STALE
    assert state(site, "RDY-010", 0) is State.PASSED
    undo(site)
    assert state(site, "RDY-050", 1) is State.PASSED


def test_each_writer_has_a_chain_of_its_own(site: Document) -> None:
    record(site, "RDY-010", revision="B")
    record(site, "RDY-010", by=OTHER, revision="C")
    record(site, "RDY-010", lead="Ana")
    assert {writer: end.number for writer, end in log_ends(site.snapshot).items()} == {ANA.writer: 2, OTHER.writer: 1}
    ends = log_ends(site.snapshot)
    assert not log_faults(site.snapshot, ends)
    record(site, "RDY-010", revision="C")
    assert not log_faults(site.snapshot, ends)


def test_copies_and_versions_carry_the_log(site: Document, tmp_path: Path) -> None:
    freeze(site)
    version = run(site, save_version, "before", "").result
    copy = tmp_path / "copy.gpudesk"
    site.save_copy(copy)
    with Document.open(copy, write=False) as document:
        assert log_ends(document.snapshot) == log_ends(site.snapshot)
    record(site, "RDY-010", revision="B")
    run(site, restore_version, version_snapshot(site, version), "before")
    assert site.snapshot["record"].rows == 3
    assert not log_faults(site.snapshot)


def test_a_cut_off_end_is_told_only_by_what_was_printed(site: Document, tmp_path: Path) -> None:
    record(site, "RDY-010", revision="C")
    early = tmp_path / "early.gpudesk"
    site.save_copy(early)
    record(site, "RDY-010", lead="Ana")
    with Document.open(early, write=False) as document:
        assert not log_faults(document.snapshot)
        (fault,) = log_faults(document.snapshot, log_ends(site.snapshot))
    assert (fault.number, fault.breach) == (2, Breach.CUT_OFF)


@pytest.mark.parametrize(
    ("item", "field", "value", "said"),
    [
        ("RDY-999", "revision", "C", "The item RDY-999 does not exist"),
        ("RDY-010", "colour", "C", "no field colour"),
        ("RDY-010", "revision", 5, "one line of text"),
        ("RDY-010", "revision", "two\nlines", "one line of text"),
        ("RDY-050", "uniform_kg_m2", "much", "must be a number"),
        ("RDY-050", "uniform_kg_m2", True, "must be a number"),
    ],
)
def test_what_does_not_fit_is_refused(site: Document, item: str, field: str, value: object, said: str) -> None:
    if item == "RDY-050":
        freeze(site)
    before = site.snapshot["record"].rows
    with pytest.raises(Refused, match=said):
        run(site, record_value, ANA, item, 1 if item == "RDY-050" else 0, field, value)
    assert site.snapshot["record"].rows == before


def test_a_stranger_records_nothing(site: Document) -> None:
    with pytest.raises(Refused, match="not on the list"):
        record(site, "RDY-010", by=Recorder("Eve", ANA.writer, "+00:00"), revision="C")


def test_a_removed_target_takes_its_rows_and_keeps_its_records(site: Document) -> None:
    freeze(site)
    record(site, "RDY-050", 1, uniform_kg_m2=600)
    assert "RDY-050" in site.snapshot.cached(touched)
    with pytest.raises(Refused, match="does not apply"):
        record(site, "RDY-050", 99, uniform_kg_m2=600)


def test_an_instrument_out_of_calibration_is_flagged(site: Document) -> None:
    freeze(site)
    expired, good = Instrument("OLTS-7", "2026-02-28"), Instrument("OLTS-7", "2026-09-01", "one cord, 09:12")
    run(site, record_value, ANA, "RDY-050", 1, "point_kg", 300, expired)
    run(site, record_value, ANA, "RDY-050", 1, "point_kg", 301, good)
    first, second = history_of(site.snapshot, "RDY-050", 1)
    assert "calibration_expired" in first.judged
    assert "calibration_expired" not in second.judged
    assert '"instrument":{"serial":"OLTS-7","calibration_due":"2026-09-01","reference":"one cord, 09:12"}' in second.value


def test_an_entry_is_withdrawn_by_its_exact_name(site: Document) -> None:
    record(site, "RDY-010", revision="C")
    for name in (f"{ANA.writer}:01", f"{ANA.writer}: 1", f"{OTHER.writer}:1", ANA.writer):
        with pytest.raises(Refused, match="The entry"):
            run(site, withdraw_entry, ANA, name, "Invalid")
    assert site.snapshot["record"].rows == 1


def test_an_entry_of_what_left_the_plan_can_be_withdrawn(site: Document) -> None:
    run(site, mark_not_applicable, ANA, "RCK-040", 1, "Stays empty")
    run(site, delete_objects, "rack", [1])
    assert not site.snapshot["rack"].rows
    run(site, withdraw_entry, ANA, f"{ANA.writer}:1", "Wrong rack")
    withdrawal = history_of(site.snapshot, "RCK-040", 1)[-1]
    assert (withdrawal.kind, withdrawal.verdict) == ("withdrawal", "empty")
    assert '"d.max_depth_mm":null' in withdrawal.judged
    assert not log_faults(site.snapshot)


def test_what_is_withdrawn_after_a_waiver_leaves_it_in_force(site: Document) -> None:
    record(site, "RDY-010", revision="B")
    run(site, waive_item, ANA, "RDY-010", 0, "Owner accepts", "Ben")
    run(site, withdraw_entry, ANA, f"{ANA.writer}:1", "Wrong sheet")
    assert state(site, "RDY-010", 0) is State.WAIVED
    run(site, withdraw_entry, ANA, f"{ANA.writer}:2", "Owner does not")
    assert state(site, "RDY-010", 0) is State.OPEN


def test_what_is_recorded_after_a_waiver_replaces_it(site: Document) -> None:
    run(site, waive_item, ANA, "RDY-010", 0, "Owner accepts", "Ben")
    freeze(site)
    assert state(site, "RDY-010", 0) is State.PASSED
    run(site, withdraw_entry, ANA, f"{ANA.writer}:3", "Wrong person")
    assert state(site, "RDY-010", 0) is State.IN_PROGRESS


def test_what_was_withdrawn_waits_for_its_needs_again(site: Document) -> None:
    freeze(site)
    record(site, "RDY-050", 1, uniform_kg_m2=600)
    record(site, "RDY-010", revision="B")
    assert state(site, "RDY-050", 1) is State.IN_PROGRESS
    run(site, withdraw_entry, ANA, f"{ANA.writer}:3", "Wrong hall")
    assert state(site, "RDY-050", 1) is State.BLOCKED
    run(site, override_hold, ANA, "RDY-050", 1, "The letter is on its way", "Ben")
    assert state(site, "RDY-050", 1) is State.OPEN


def test_values_of_one_operation_are_one_step_and_judged_once(site: Document) -> None:
    values = {"lockout": False, "hearing": True, "static": True, "laser": True, "lifting_plan": "0" * 64}
    rows = run(site, record_values, ANA, "RDY-030", 0, values).result
    assert [entry.verdict for entry in history_of(site.snapshot, "RDY-030", 0)] == ["partial"] * 4 + ["failed"]
    assert len(set(rows)) == 5
    run(site, record_values, ANA, "RDY-030", 0, {"lockout": True, "laser": True})
    assert [entry.verdict for entry in history_of(site.snapshot, "RDY-030", 0)[5:]] == ["partial", "passed"]
    assert log_faults(site.snapshot) == []


def test_of_values_of_which_one_does_not_fit_none_is_recorded(site: Document) -> None:
    with pytest.raises(Refused, match="yes or no"):
        run(site, record_values, ANA, "RDY-030", 0, {"lockout": True, "hearing": "loud"})
    with pytest.raises(Refused, match="There is nothing to record"):
        run(site, record_values, ANA, "RDY-030", 0, {})
    assert history_of(site.snapshot, "RDY-030", 0) == []


def sign_floor(site: Document) -> None:
    freeze(site)
    record(site, "RDY-050", 1, uniform_kg_m2=600, point_kg=300, engineer="Eva", first="Ana")
    record(site, "RDY-050", 1, BEN, second="Ben")
    assert state(site, "RDY-050", 1) is State.PASSED


def test_a_correction_takes_the_signatures_that_were_given_for_the_old_value(site: Document) -> None:
    sign_floor(site)
    record(site, "RDY-050", 1, uniform_kg_m2=900)
    assert state(site, "RDY-050", 1) is State.IN_PROGRESS
    last = history_of(site.snapshot, "RDY-050", 1)[-1]
    assert '"missing":["first","second"]' in last.judged
    assert '"flags":["signature_lapsed:first","signature_lapsed:second"]' in last.judged
    record(site, "RDY-050", 1, first="Ana")
    record(site, "RDY-050", 1, BEN, second="Ben")
    assert state(site, "RDY-050", 1) is State.PASSED


def test_a_withdrawn_value_takes_them_too_and_a_value_after_them_does_not(site: Document) -> None:
    sign_floor(site)
    value = next(entry for entry in history_of(site.snapshot, "RDY-050", 1) if entry.field == "engineer")
    run(site, withdraw_entry, ANA, value.name, "wrong name")
    record(site, "RDY-050", 1, engineer="Eva Stone")
    assert state(site, "RDY-050", 1) is State.IN_PROGRESS
    record(site, "RDY-050", 1, first="Ana")
    record(site, "RDY-050", 1, BEN, second="Ben")
    assert state(site, "RDY-050", 1) is State.PASSED


def test_a_corrected_signature_leaves_the_other_one(site: Document) -> None:
    sign_floor(site)
    run(site, add_person, "Cleo")
    record(site, "RDY-050", 1, Recorder("Cleo", ANA.writer, "+00:00"), second="Cleo")
    assert state(site, "RDY-050", 1) is State.PASSED


def serial_of(site: Document, device: int) -> str:
    devices = site.snapshot["device"]
    return str(devices["serial"][devices.position(device)])


def test_a_scanned_serial_enters_the_plan_and_undo_leaves_the_record(site: Document) -> None:
    run(site, override_hold, ANA, "RCV-030", 1, "Trial", "Ben")
    values = {"part": "DGX H100", "serial": "S-1", "asset": "A-7"}
    run(site, record_values, ANA, "RCV-030", 1, values)
    assert (serial_of(site, 1), state(site, "RCV-030", 1)) == ("S-1", State.PASSED)
    (result,) = (result for result in results(site.snapshot, site.today) if result.item.key == "RCV-030")
    assert [value.in_plan for value in result.values] == [True, True, True]
    undo(site)
    assert serial_of(site, 1) == ""
    (result,) = (result for result in results(site.snapshot, site.today) if result.item.key == "RCV-030")
    assert {value.field: value.in_plan for value in result.values} == {"part": True, "serial": False, "asset": False}
    assert state(site, "RCV-030", 1) is State.PASSED
    redo(site)
    assert serial_of(site, 1) == "S-1"


def test_a_serial_of_another_device_fails_and_stays_out_of_the_plan(site: Document) -> None:
    for device, serial in ((1, "S-1"), (2, "S-1"), (3, "S-3")):
        run(site, override_hold, ANA, "RCV-030", device, "Trial", "Ben")
        run(site, record_values, ANA, "RCV-030", device, {"part": "DGX H100", "serial": serial})
    assert [serial_of(site, device) for device in (1, 2, 3)] == ["S-1", "", "S-3"]
    assert [state(site, "RCV-030", device) for device in (1, 2, 3)] == [State.PASSED, State.FAILED, State.PASSED], (
        "later scans do not age it"
    )
    assert '"d.other_serials":["S-1"]' in history_of(site.snapshot, "RCV-030", 2)[-1].judged
