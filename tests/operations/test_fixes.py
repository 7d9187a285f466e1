"""Fixes are tried before they are offered: none adds an error, and each removes its finding."""

from collections.abc import Iterator

import pytest

from gpudesk.checks.engine.check_engine import check_all
from gpudesk.checks.findings.finding import Severity
from gpudesk.checks.findings.fix_outcome import FixStatus
from gpudesk.operations.floor.halls import create_hall, create_row
from gpudesk.operations.floor.rows import add_racks
from gpudesk.operations.power.wire_power import wire_power
from gpudesk.operations.project.fixes import FixTrials, apply_fixes, choose_fixes, fix_outcomes
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.operations.run.run import run, undo
from gpudesk.project.document import Document
from tests.project.sample import Clock

STRIP = "generic.pdu-0u-400v-32a"
RACK = "generic.rack-48u-600x1200"
SYSTEM = "nvidia.dgx-b200"


@pytest.fixture
def document() -> Iterator[Document]:
    with Document.scratch(Clock()) as made:
        hall = run(made, create_hall).result
        row = run(made, create_row, hall).result
        run(made, add_racks, RACK, 2, row)
        yield made


def overloaded(document: Document) -> None:
    """Each rack: four DGX B200 on two strips of 400 V 32 A; with a third strip each line would still carry 32.6 A."""
    racks = document.snapshot["rack"].ids.tolist()
    for rack in racks:
        for side in (0, 1):
            run(document, place_device, STRIP, rack, 0, 1, side)
        for unit in (0, 20, 40, 60):
            run(document, place_device, SYSTEM, rack, unit)
    run(document, wire_power, racks)


def errors(document: Document) -> set[str]:
    return {finding.key for finding in check_all(document.snapshot) if finding.severity is Severity.ERROR}


def overlapping(document: Document) -> None:
    """Two devices in the same units: moving one is a fix that fixes."""
    rack = int(document.snapshot["rack"].ids[0])
    first = run(document, place_device, SYSTEM, rack, 0).result
    second = run(document, place_device, SYSTEM, rack, 20).result
    assert first != second

    def squeeze(edit: object) -> tuple[None, object]:
        from gpudesk.core.messages.message import Message

        edit.update("device", second, position=4)  # type: ignore[attr-defined]
        return None, Message("test", "squeeze", {})

    document.apply(squeeze)  # type: ignore[arg-type]


def test_a_fix_that_adds_errors_is_not_offered_and_not_done(document: Document) -> None:
    overloaded(document)
    findings = check_all(document.snapshot)
    lines = [finding for finding in findings if finding.rule == "power.line" and finding.fix is not None]
    assert lines
    before = errors(document)
    outcomes = fix_outcomes(document.snapshot, findings)
    for finding in lines:
        outcome = outcomes[finding.key]
        assert outcome.offered is (outcome.status is FixStatus.FIXES)
        if outcome.offered:
            assert outcome.errors_added == 0
    chosen = choose_fixes(document.snapshot)
    if chosen.groups:
        run(document, apply_fixes, chosen.groups)
    assert not errors(document) - before
    assert errors(document) == {finding.key for finding in chosen.after if finding.severity is Severity.ERROR}


def test_a_fix_that_fixes_is_done_as_one_step(document: Document) -> None:
    overlapping(document)
    before, steps = errors(document), len(document.steps)
    overlaps = {key for key in before if key.startswith("space.overlap")}
    assert overlaps
    outcomes = fix_outcomes(document.snapshot, check_all(document.snapshot))
    assert {outcomes[key].status for key in overlaps} == {FixStatus.FIXES}
    assert {outcomes[key].errors_added for key in overlaps} == {0}
    assert {outcomes[key].errors_removed for key in overlaps} == {len(overlaps)}
    chosen = choose_fixes(document.snapshot, "space.overlap")
    outcome = run(document, apply_fixes, chosen.groups)
    assert {finding.rule for finding in chosen.fixed} == {"space.overlap"}
    assert not errors(document) & overlaps
    assert len(document.steps) == steps + 1
    assert outcome.title is not None
    undo(document)
    assert errors(document) == before


def test_trying_leaves_the_project_as_it_is(document: Document) -> None:
    overlapping(document)
    snapshot = document.snapshot
    fix_outcomes(snapshot, check_all(snapshot))
    choose_fixes(snapshot)
    assert document.snapshot is snapshot


def test_a_trial_that_is_taken_back_leaves_the_copy_as_it_was(document: Document) -> None:
    overlapping(document)
    findings = [finding for finding in check_all(document.snapshot) if finding.fix is not None]
    with FixTrials(document.snapshot) as trials:
        first = [trials.outcome([finding]) for finding in findings]
        assert trials.findings == check_all(document.snapshot)
        assert [trials.outcome([finding]) for finding in findings] == first


def test_a_setting_of_the_site_shows_what_it_reveals_and_is_done_by_name_only(document: Document) -> None:
    run(document, set_site_value, "region", "north-america")
    run(document, set_site_value, "continuous_factor", 1.0)
    rack = int(document.snapshot["rack"].ids[0])
    for side in (0, 1):
        run(document, place_device, "generic.pdu-0u-415v-30a", rack, 0, 1, side)
    # 28.6 and 10.2 kW over two feeds: 28.4 A on each line.
    for unit, system in ((0, SYSTEM), (20, SYSTEM), (40, "nvidia.dgx-h100")):
        run(document, place_device, system, rack, unit)
    run(document, wire_power, [rack])
    before = errors(document)
    (key,) = (finding.key for finding in check_all(document.snapshot) if finding.rule == "compliance.continuous_factor")
    outcome = fix_outcomes(document.snapshot, check_all(document.snapshot))[key]
    assert outcome.status is FixStatus.SETTING
    assert outcome.offered
    # Both feeds and both strips, whose limit is 24 A then, and banks with more than 16 A.
    assert outcome.errors_added >= 4
    assert key not in {finding.key for finding in choose_fixes(document.snapshot).fixed}
    chosen = choose_fixes(document.snapshot, "compliance.continuous_factor")
    run(document, apply_fixes, chosen.groups)
    assert len(errors(document) - before) == outcome.errors_added
    assert not [finding for finding in check_all(document.snapshot) if finding.rule == "compliance.continuous_factor"]


def test_large_projects_and_many_fixes_are_not_tried_without_limit(document: Document) -> None:
    overloaded(document)
    findings = [finding for finding in check_all(document.snapshot) if finding.fix is not None]
    assert len({str(finding.fix) for finding in findings}) > 1
    outcomes = fix_outcomes(document.snapshot, findings, most=1)
    tried = {str(finding.fix) for finding in findings if outcomes[finding.key].status is not FixStatus.NOT_TRIED}
    assert tried == {str(findings[0].fix)}
    none = fix_outcomes(document.snapshot, findings, rows=1)
    assert {outcome.status for outcome in none.values()} == {FixStatus.NOT_TRIED}
    assert not any(outcome.offered for outcome in none.values())
