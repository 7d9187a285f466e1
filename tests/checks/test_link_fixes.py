"""Wrong links are fixed by another cable: the finding goes, and nothing else comes."""

from functools import partial

import numpy as np
import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.checks.engine.check_engine import check_all
from gpudesk.checks.findings.finding import Fix
from gpudesk.core.hardware.hardware import Family
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.operations.cabling.cable_operations import set_cables
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.cabling.structure_cabling import structure_cabling
from gpudesk.operations.plan.plan_to_project import build as build_operation
from gpudesk.operations.project.finding_operations import fix_findings
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.operations.run.run import all_operations, run
from gpudesk.project.document import Document
from gpudesk.project.edit import Edit
from tests.checks.fabric_cases import FABRIC_CASES
from tests.checks.site import Site

CURED = {
    "a_straight_cord_between_two_crossed_ones": "link.polarity",
    "two_crossed_cords_over_a_panel": "link.polarity",
    "a_flat_polish_in_angled_modules": "link.polish",
    "a_trunk_in_modules": "link.gender",
    "duplex_cords_in_modules_for_arrays": "link.connector",
    "a_single_mode_cord_between_multi_mode_modules": "link.medium",
}
"""Case → the rule that a cable of another type cures."""


@pytest.mark.parametrize("name", CURED)
def test_another_cable_cures_a_link_and_brings_nothing_new(name: str) -> None:
    site = Site()
    next(build for rule, _, case, build in FABRIC_CASES if (rule, case) == (CURED[name], name))(site)
    before = check_all(site.snapshot)
    known = {finding.key for finding in before}
    wrong = list(before.of_rule(CURED[name]))
    assert wrong
    for finding in wrong:
        assert finding.fix is not None
        assert finding.fix.operation == "set_cables"
        site.step(partial(_fix, finding.fix))
        after = check_all(site.snapshot)
        assert after.get(finding.key) is None
        # The length stays, and of the new type a shorter one may be known that would do.
        fresh = [each.key for each in after if each.key not in known and each.rule != "link.spare_length"]
        assert not fresh
        site.document.undo()


def _fix(fix: Fix, edit: Edit) -> None:
    all_operations()[fix.operation](edit, **fix.arguments)


def test_other_optics_are_not_cured_by_a_cable() -> None:
    site = Site()
    next(build for rule, _, case, build in FABRIC_CASES if (rule, case) == ("link.optics", "modules_of_two_kinds"))(site)
    found = list(check_all(site.snapshot).of_rule("link.optics"))
    assert found
    assert all(finding.fix is None for finding in found)


def test_a_cable_that_carries_several_links_is_not_swapped_but_the_cord_of_the_link_is() -> None:
    """Two A-B cords and a trunk of type B over cassettes: a straight cord at one end is swapped, never the trunk that five more use."""
    with Document.scratch() as document:
        run(document, set_site_value, "cabling_way", "structured")
        run(document, set_site_value, "single_mode_beyond_m", 1.0)
        run(document, build_operation, load_template("small-pod"))
        network = int(document.snapshot["network"].where("kind", NetworkKind.IN_BAND)[0])
        run(document, cable_project, [network])
        run(document, structure_cabling, [network])
        snapshot = document.snapshot
        jumpers = [type_id for type_id, kind in snapshot.types.items() if kind.key == "generic.jumper-lc2-upc-os2-ab"]
        cord = int(snapshot["cable"].ids[np.flatnonzero(np.isin(snapshot["cable"]["type_id"], jumpers))[0]])
        known = {finding.key for finding in check_all(snapshot)}
        run(document, set_cables, [cord], {"type": "generic.jumper-lc2-upc-os2-aa"})
        (finding,) = check_all(document.snapshot).of_rule("link.polarity")
        assert finding.fix is not None
        (swapped,) = finding.fix.arguments["cable_ids"]
        done = run(document, fix_findings, [(finding.fix.operation, finding.fix.arguments)])
        assert done.result.done == 1
        assert {each.key for each in check_all(document.snapshot)} == known
        cables, devices = document.snapshot["cable"], document.snapshot["device"]
        ends = [int(cables.row(swapped)[f"{side}_device_id"]) for side in "ab"]
        families = {document.snapshot.types[int(devices.row(end)["type_id"])].family for end in ends}
        assert families != {Family.CASSETTE}
