"""A rule that raises an error: the other rules answer, and it is said which one failed."""

from collections.abc import Iterator
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest

from gpudesk.checks.engine import check_engine
from gpudesk.checks.engine.check_engine import advance, check_all
from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.checks.findings.finding import Severity, Violation
from gpudesk.checks.rules.common import worst_losses
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.checks.rules.plan import host_spellings
from gpudesk.derived.fabric import network_joins
from gpudesk.derived.pathways import pathway_loads
from gpudesk.derived.power import power_node_loads
from gpudesk.derived.scope import role_codes
from gpudesk.derived.workloads import gpu_pools
from gpudesk.project.edit import Edit
from gpudesk.project.snapshot import Snapshot
from tests.checks.site import Site

pytestmark = pytest.mark.usefixtures("rules_may_fail")
OVERLAP = "space.overlap"
FAILED = "plan.failed_check"


@pytest.fixture
def site() -> Site:
    """Two overlapping systems in one rack, one device above the top of another."""
    made = Site()
    first, second = made.rack("A1"), made.rack("A2")
    made.device(first, 1)
    made.device(first, 5)
    made.device(second, 40)
    return made


def let_fail(monkeypatch: pytest.MonkeyPatch, key: str = OVERLAP) -> None:
    """From now on the rule raises after its first finding."""
    judge = ALL_RULES[key].judge

    def broken(view: View) -> Iterator[Violation]:
        yield from list(judge(view))[:1]
        raise IndexError("seven is too many")

    monkeypatch.setitem(ALL_RULES, key, replace(ALL_RULES[key], judge=broken))


def test_the_rule_is_named_and_the_others_still_answer(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    let_fail(monkeypatch)
    findings = check_all(site.snapshot)
    (told,) = findings.of_rule(FAILED)
    assert (told.severity, told.key, told.place.label) == (Severity.ERROR, f"{FAILED}:{OVERLAP}", OVERLAP)
    assert "IndexError: seven is too many (test_failing.py, line" in told.message.plain()
    assert list(findings.failed) == [OVERLAP]
    assert not len(findings.of_rule(OVERLAP))
    assert len(findings.of_rule("space.outside")) == 1


def test_what_stands_in_one_phase_is_judged_as_far_as_it_can_be(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    let_fail(monkeypatch)
    assert [told.key for told in check_all(site.snapshot, phase=1).of_rule(FAILED)] == [f"{FAILED}:{OVERLAP}"]


@pytest.mark.parametrize("key", [OVERLAP, "plan.stale_exclusion"])
def test_carried_findings_equal_a_whole_run_while_it_fails_and_after(site: Site, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    whole = check_all(site.snapshot)
    with monkeypatch.context() as defect:
        let_fail(defect, key)
        before = site.snapshot
        site.update("device", 2, position=10)
        assert site.applied is not None
        carried = advance(before, whole, site.snapshot, site.applied.changes)
        assert carried == check_all(site.snapshot)
        assert len(carried.of_rule(FAILED)) == 1
    before = site.snapshot
    # Another rack is touched than the one that holds the overlap.
    site.update("device", 3, position=60)
    following = advance(before, carried, site.snapshot, site.applied.changes)
    assert following == check_all(site.snapshot)
    assert not following.failed
    assert len(following.of_rule(OVERLAP)) == 1


def test_exclusions_of_a_failing_rule_are_not_called_stale(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    (overlap,) = check_all(site.snapshot).of_rule(OVERLAP)
    site.insert("exclusion", finding=overlap.key, reason="known", at_utc="2026-01-01T00:00:00Z")
    let_fail(monkeypatch)
    assert not len(check_all(site.snapshot).of_rule("plan.stale_exclusion"))


def test_two_failing_rules_are_two_problems(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    let_fail(monkeypatch)
    let_fail(monkeypatch, "space.outside")
    assert [told.place.label for told in check_all(site.snapshot).of_rule(FAILED)] == ["space.outside", OVERLAP]


@pytest.mark.parametrize("module", [worst_losses, power_node_loads, pathway_loads, gpu_pools, network_joins, role_codes, host_spellings])
def test_what_cannot_be_carried_over_leaves_the_findings_of_the_edit(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules that ask for it work it out themselves: the one that cannot is reported."""
    site = Site()
    rack = site.rack()
    strips = [site.strip(rack, site.feed()) for _ in range(2)]
    system = site.device(rack, 1, "six")
    site.plug(system, *((strips[supply % 2], 1 + 4 * (supply // 2)) for supply in range(6)))
    other = site.device(rack, 20)
    before, whole = site.snapshot, check_all(site.snapshot)
    before.cached(power_node_loads.node_loads)

    def broken(*_given: object) -> None:
        raise IndexError("seven is too many")

    name = {worst_losses: "_worst_losses", power_node_loads: "_loads"}.get(module)
    monkeypatch.setattr(*((module, name) if name else (check_engine, f"carry_{module.__name__.rpartition('.')[2]}")), broken)

    def edited(edit: Edit) -> None:
        edit.update("device", other, position=4)
        edit.delete("power_cord", int(edit.columns("power_cord").ids[-1]))

    site.step(edited)
    assert site.applied is not None
    carried = advance(before, whole, site.snapshot, site.applied.changes)
    assert carried == check_all(site.snapshot)
    assert len(carried.of_rule(OVERLAP)) == 1
    assert ("power.loss_device" in carried.failed) == (module is worst_losses)


def test_a_rule_whose_condition_cannot_be_determined_has_failed(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = check_all(site.snapshot)
    assert len(whole.of_rule(OVERLAP)) == 1

    def broken(*_given: object) -> bool:
        raise IndexError("seven is too many")

    monkeypatch.setitem(ALL_RULES, OVERLAP, replace(ALL_RULES[OVERLAP], when=broken))
    before = site.snapshot
    site.update("device", 2, position=10)
    assert site.applied is not None
    carried = advance(before, whole, site.snapshot, site.applied.changes)
    assert list(carried.failed) == [OVERLAP]
    assert carried == check_all(site.snapshot)


def test_a_condition_that_a_limit_breaks_is_reported_even_if_nothing_differs(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    key = next(key for key, rule in ALL_RULES.items() if rule.limits and rule.differing is not None)

    def broken(snapshot: Snapshot) -> bool:
        if snapshot["site_value"].rows:
            raise IndexError("seven is too many")
        return True

    monkeypatch.setitem(ALL_RULES, key, replace(ALL_RULES[key], when=broken, differing=lambda *_states: frozenset()))
    before, whole = site.snapshot, check_all(site.snapshot)
    assert not len(whole.of_rule(FAILED))
    site.insert("site_value", key=ALL_RULES[key].limits[0], value="7")
    assert site.applied is not None
    carried = advance(before, whole, site.snapshot, site.applied.changes)
    assert [finding.key for finding in carried.of_rule(FAILED)] == [f"{FAILED}:{key}"]
    assert carried == check_all(site.snapshot)


@pytest.mark.parametrize("name", ["subject", "ground", "differing"])
def test_a_rule_whose_inputs_cannot_be_compared_is_asked_again(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    site = Site()
    rack = site.rack()
    site.device(rack, 1)
    other = site.device(rack, 20)

    def broken(*_given: object) -> None:
        raise IndexError("seven is too many")

    changed: dict[str, Any] = {name: broken}
    monkeypatch.setitem(ALL_RULES, OVERLAP, replace(ALL_RULES[OVERLAP], **changed))
    before, whole = site.snapshot, check_all(site.snapshot)
    assert not len(whole.of_rule(OVERLAP))
    site.update("device", other, position=4)
    assert site.applied is not None
    carried = advance(before, whole, site.snapshot, site.applied.changes)
    assert carried == check_all(site.snapshot)
    assert len(carried.of_rule(OVERLAP)) == 1


def test_a_rule_whose_condition_for_removals_raises_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    site = Site()
    rack, feed = site.rack(), site.feed()
    device = site.device(rack, 1)
    cord = site.insert("power_cord", device_id=device, port=0, from_node_id=feed)

    def broken(*_given: object) -> bool:
        raise IndexError("seven is too many")

    monkeypatch.setitem(ALL_RULES, "power.idle_feed", replace(ALL_RULES["power.idle_feed"], spared_if=(broken,)))
    before, whole = site.snapshot, check_all(site.snapshot)

    def unplug(edit: Edit) -> None:
        edit.delete("power_cord", cord)
        edit.delete("device", device)

    site.step(unplug)
    assert site.applied is not None
    carried = advance(before, whole, site.snapshot, site.applied.changes)
    assert carried == check_all(site.snapshot)
    assert len(carried.of_rule("power.idle_feed")) == 1


def test_in_other_tests_a_failing_rule_is_loud(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        from dataclasses import replace
        import pytest
        from gpudesk.checks.engine.families import ALL_RULES
        from gpudesk.checks.engine.check_engine import check_all
        from tests.checks.site import Site

        def broken(view):
            raise IndexError("seven is too many")

        def check(monkeypatch):
            monkeypatch.setitem(ALL_RULES, "space.overlap", replace(ALL_RULES["space.overlap"], judge=broken))
            site = Site()
            site.rack("A1")
            return check_all(site.snapshot)

        def test_loud(monkeypatch):
            with pytest.raises(IndexError, match="seven"):
                check(monkeypatch)

        @pytest.mark.usefixtures("rules_may_fail")
        def test_told(monkeypatch):
            assert list(check(monkeypatch).failed) == ["space.overlap"]
        """
    )
    pytester.runpytest_inprocess("-p", "tests.plugins.broken_rules", "-p", "no:cacheprovider").assert_outcomes(passed=2)
