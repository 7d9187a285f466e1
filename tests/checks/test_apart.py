"""Rules over the whole project that judge many things each by itself ask only those that an edit changed."""

from collections.abc import Iterable

import pytest

from gpudesk.checks.engine import check_engine, touched
from gpudesk.checks.engine.check_engine import check_all, findings_of
from gpudesk.checks.findings.finding import Finding, Violation
from gpudesk.checks.rules.common.rule import Rule
from gpudesk.core.cooling.cooling_kinds import CoolingKind
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack, PlanRow
from gpudesk.operations.cooling.cooling_nodes import add_cooling_node, cool_places
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.racks.device_operations import move_device, place_device, place_on_floor, take_out
from gpudesk.operations.run.field_operations import rename
from gpudesk.operations.run.run import run, undo
from gpudesk.project.document import Document
from tests.project.sample import Clock

RACK, SERVER = "generic.rack-48u-600x1200", "generic.server-1u"


def site(racks: int) -> Document:
    """A hall of racks with a server in each, one more for which there is a cooling that serves nothing."""
    document = Document.scratch(Clock())
    plan = Plan(
        "Uncooled",
        halls=(PlanHall("Hall", 100_000, 9000),),
        rows=(PlanRow(0, "A"),),
        racks=tuple(PlanRack(RACK, 0, f"A{number:03}", row=0, x_mm=600 * number) for number in range(racks)),
        devices=tuple(PlanDevice(SERVER, f"s-{number:03}", rack=number, position=10) for number in range(racks)),
    )
    run(document, build, plan)
    run(document, add_cooling_node, CoolingKind.AIR, hall_id=None, name="Air")
    findings_of(document.snapshot)
    return document


@pytest.fixture
def stamped(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The rules of all findings that were made."""
    made: list[str] = []
    before = check_engine.Judgement.stamped

    def stamp(self: check_engine.Judgement, rule: Rule, found: Iterable[Violation]) -> list[Finding]:
        findings = before(self, rule, found)
        made.extend(rule.key for _ in findings)
        return findings

    monkeypatch.setattr(check_engine.Judgement, "stamped", stamp)
    return made


def test_an_edit_makes_only_the_findings_of_the_racks_that_it_changes(stamped: list[str]) -> None:
    with site(40) as document:
        assert stamped.count("cooling.no_air") == 40
        for change, most in (
            (lambda: run(document, move_device, 1, 2, 40), 2),
            (lambda: run(document, rename, "rack", 7, "another"), 1),
            (lambda: run(document, delete_objects, "rack", [3]), 0),
            (lambda: undo(document), 1),
            (lambda: run(document, place_device, SERVER, 9, 30), 1),
            (lambda: run(document, take_out, [9]), 1),
        ):
            del stamped[:]
            change()
            assert stamped.count("cooling.no_air") <= most
            assert list(findings_of(document.snapshot)) == list(check_all(document.fresh_snapshot()))


def test_a_device_on_a_floor_and_a_rack_of_the_same_number_are_told_apart() -> None:
    with site(3) as document:
        standing = run(document, place_on_floor, "nvidia.dgx-station-a100", 1, x_mm=30_000, y_mm=5000).result
        assert {finding.objects for finding in findings_of(document.snapshot).of_rule("cooling.no_air")} == {
            (("rack", 1),),
            (("rack", 2),),
            (("rack", 3),),
            (("device", standing),),
        }
        run(document, cool_places, 1, rack_ids=[1], device_ids=[standing])
        assert list(findings_of(document.snapshot)) == list(check_all(document.fresh_snapshot()))
        run(document, delete_objects, "device", [standing])
        assert list(findings_of(document.snapshot)) == list(check_all(document.fresh_snapshot()))


def test_from_many_on_all_are_judged_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(touched, "MOST_APART", 1)
    with site(4) as document:
        run(document, take_out, [1, 2, 3])
        assert list(findings_of(document.snapshot)) == list(check_all(document.fresh_snapshot()))
