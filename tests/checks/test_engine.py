"""The engine: findings carried over an edit equal a whole run."""

from collections.abc import Sequence

import numpy as np
import pytest

from gpudesk.checks.engine.check_engine import advance, carry, check_all, findings_of
from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.checks.findings.finding import Severity
from gpudesk.checks.findings.findings import Findings
from gpudesk.core.values.columns import Columns
from gpudesk.project.edit import Edit
from gpudesk.project.snapshot import Snapshot
from tests.checks.site import Site


@pytest.fixture
def site() -> Site:
    return Site()


def test_overlap_is_found_and_fixed_by_its_own_data(site: Site) -> None:
    rack = site.rack("A1")
    site.device(rack, 1)
    second = site.device(rack, 5)
    (finding,) = check_all(site.snapshot).of_rule("space.overlap")
    assert (finding.rule, finding.severity, finding.key) == ("space.overlap", Severity.ERROR, f"space.overlap:device=1,device={second}")
    assert finding.place.label == "A1 · U5–U8"
    assert finding.fix is not None
    assert finding.fix.operation == "move_device"
    site.update("device", second, position=finding.fix.arguments["position"])
    assert not len(check_all(site.snapshot).of_rule("space.overlap"))


def test_carry_equals_a_whole_run_and_is_remembered(site: Site) -> None:
    rack = site.rack()
    for unit in (1, 5, 40):
        site.device(rack, unit)
    before = site.snapshot
    assert len(findings_of(before).of_rule("space.outside")) == 1
    site.update("device", 3, position=32)
    assert site.applied is not None
    carried = carry(before, site.snapshot, site.applied.changes)
    assert findings_of(site.snapshot) is carried
    assert carried == check_all(site.snapshot)
    assert [rule for rule in carried.rules if rule.startswith("space")] == ["space.overlap"]


def test_a_rule_that_is_off_finds_nothing_and_a_changed_severity_shows(site: Site) -> None:
    rack = site.rack()
    site.device(rack, 40)
    findings = check_all(site.snapshot)
    for word in ("info", "off", "warning"):
        before = site.snapshot
        known = before["severity"].ids
        if len(known):
            site.update("severity", int(known[0]), severity=word)
        else:
            site.insert("severity", rule="space.outside", severity=word)
        assert site.applied is not None
        findings = advance(before, findings, site.snapshot, site.applied.changes)
        assert findings == check_all(site.snapshot)
        assert [str(finding.severity) for finding in findings.of_rule("space.outside")] == ([] if word == "off" else [word])


def test_an_exclusion_stays_with_its_finding_and_is_reported_when_it_has_none(site: Site) -> None:
    rack = site.rack()
    device = site.device(rack, 42, "panel")
    site.update("device", device, position=84)
    findings = check_all(site.snapshot)
    (finding,) = findings.of_rule("space.outside")
    assert findings.marks("rack") == {rack: Severity.ERROR}

    def carried(findings: Findings, before: Snapshot) -> Findings:
        assert site.applied is not None
        following = advance(before, findings, site.snapshot, site.applied.changes)
        assert following == check_all(site.snapshot)
        return following

    before = site.snapshot
    row = site.insert("exclusion", finding=finding.key, reason="stands on the roof", at_utc="2026-01-01T00:00:00Z")
    findings = carried(findings, before)
    assert next(iter(findings.of_rule("space.outside"))).excluded == "stands on the roof"
    assert (findings.counts()[Severity.ERROR], findings.excluded, findings.marks("rack")) == (0, 1, {})
    before = site.snapshot
    site.update("device", device, position=82)
    findings = carried(findings, before)
    assert findings.rules == ("plan.stale_exclusion",)
    before = site.snapshot
    site.insert("severity", rule="space.outside", severity="off")
    findings = carried(findings, before)
    assert len(findings) == 0
    before = site.snapshot
    site.delete("severity", 1)
    findings = carried(findings, before)
    before = site.snapshot
    site.delete("exclusion", row)
    assert len(carried(findings, before)) == 0


def test_keys_name_their_family() -> None:
    for key, rule in ALL_RULES.items():
        assert key == rule.key
        assert key.startswith(f"{rule.family}.")


def test_a_heap_of_devices_and_racks_is_judged_as_a_whole_run_does(site: Site) -> None:
    rack, system, pdu = site.rack(), site.use("switch", airflow_direction="rear-to-front"), site.use("pdu")
    count = 1500

    def heap(edit: Edit) -> None:
        same: dict[str, list[int]] = {"type_id": [system, pdu] * (count // 2), "rack_id": [rack] * count, "position": [4] * count}
        edit.insert_many("device", dict[str, Sequence[object]](same) | {"name": ["x"] * count, "serial": ["S"] * count})
        racks: dict[str, Sequence[object]] = {"hall_id": [site.hall] * count, "type_id": [site.use("rack")] * count, "name": ["R"] * count}
        edit.insert_many("rack", racks)

    before, findings = site.snapshot, check_all(site.snapshot)
    site.step(heap)
    assert site.applied is not None
    found = advance(before, findings, site.snapshot, site.applied.changes)
    assert found == check_all(site.snapshot)
    assert len(found) < 60 * count


def test_no_change_gives_the_same_findings(site: Site) -> None:
    findings = check_all(site.snapshot)
    site.insert("setting", key="x", value="1")
    assert site.applied is not None
    assert advance(site.snapshot, findings, site.snapshot, type(site.applied.changes)()) is findings
    assert isinstance(site.snapshot, Snapshot)


def test_a_severity_that_is_none_leaves_the_rule_its_own(site: Site) -> None:
    rack = site.rack()
    site.device(rack, 1)
    site.device(rack, 5)
    table = Columns({"id": np.array([1]), "rule": np.array(["space.overlap"], object), "severity": np.array(["dire"], object)})
    damaged = site.snapshot.with_tables(site.snapshot.revision + 1, {"severity": table})
    assert [finding.severity for finding in check_all(damaged).of_rule("space.overlap")] == [Severity.ERROR]
