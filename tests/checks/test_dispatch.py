"""An edit asks only the rules that it concerns, and what it does not ask stays as a whole run would have it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest

from gpudesk.checks.engine.check_engine import advance, check_all
from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.checks.findings.finding import Violation
from gpudesk.checks.findings.findings import Findings
from gpudesk.checks.rules.common.rule import Judge, Rule, Scope
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.core.values.columns import Array, Columns
from gpudesk.derived.totals.totals import project_totals, rack_totals
from gpudesk.project.accepted_rates import accepted_key
from gpudesk.project.snapshot import Snapshot, kept_makers, settings_of
from tests.checks.site import Site


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each rule was asked."""
    count: Counter[str] = Counter()

    def counting(rule: Rule) -> Judge:
        def judge(view: View) -> Iterator[Violation]:
            count[rule.key] += 1
            return iter(rule.judge(view))

        return judge

    for key, rule in list(ALL_RULES.items()):
        monkeypatch.setitem(ALL_RULES, key, replace(rule, judge=counting(rule)))
    return count


@pytest.fixture
def site() -> Site:
    """Two racks; in the second a system reaches beyond the top."""
    made = Site()
    first, second = made.rack("A1"), made.rack("A2", x_mm=2400)
    made.device(first, 1, name="low")
    made.device(second, 40, name="high")
    return made


def carried(site: Site, before: Snapshot, findings: Findings) -> Findings:
    """The findings after the last edit, which are those of a whole run."""
    assert site.applied is not None
    following = advance(before, findings, site.snapshot, site.applied.changes)
    assert following == check_all(Snapshot(site.snapshot.revision, site.snapshot.tables))
    return following


def _edited(site: Site, asked: Counter[str], table: str, row_id: int, values: Mapping[str, object]) -> set[str]:
    before, findings = site.snapshot, check_all(site.snapshot)
    site.update(table, row_id, **values)
    asked.clear()
    assert site.applied is not None
    advance(before, findings, site.snapshot, site.applied.changes)
    met = set(asked)
    carried(site, before, findings)
    return met


LAST = {"plan.failed_check", "plan.stale_exclusion"}


def test_a_new_name_asks_rules_that_judge_names_and_those_that_tell_it(site: Site, asked: Counter[str]) -> None:
    judging = {"naming.duplicate_rack", "naming.duplicate_serial", "naming.duplicate_asset", "naming.empty"}
    assert _edited(site, asked, "rack", 1, {"name": "B1"}) <= judging | LAST
    finding = {finding.rule for finding in check_all(site.snapshot) if 2 in finding.scopes}
    met = _edited(site, asked, "rack", 2, {"name": "B2"})
    assert finding <= met <= judging | LAST | finding
    (found,) = check_all(site.snapshot).of_rule("space.outside")
    assert found.place.label.startswith("B2")


def test_what_a_project_has_not_is_not_asked_about(site: Site, asked: Counter[str]) -> None:
    met = _edited(site, asked, "device", 1, {"position": 8})
    assert "space.overlap" in met
    assert not {"power.line", "cooling.no_air", "space.bay_taken", "space.reserved", "workstation.lanes"} & met


def test_types_that_stay_in_use_are_not_looked_at_again(site: Site, asked: Counter[str]) -> None:
    site.device(1, 20, name="another")
    before, findings = site.snapshot, check_all(site.snapshot)
    site.device(1, 30, name="more")
    asked.clear()
    assert site.applied is not None
    advance(before, findings, site.snapshot, site.applied.changes)
    assert not {"compliance.plug_region", "power.unpublished"} & set(asked)
    carried(site, before, findings)


def test_what_comes_for_the_first_time_is_judged_in_the_whole_project(site: Site) -> None:
    before, findings = site.snapshot, check_all(site.snapshot)
    site.insert("reservation", rack_id=1, position=0, height=84)
    following = carried(site, before, findings)
    assert len(following.of_rule("space.reserved")) == 1
    before = site.snapshot
    site.delete("reservation", 1)
    assert not len(carried(site, before, following).of_rule("space.reserved"))


def test_rules_of_tables_that_stay_are_not_asked(site: Site, asked: Counter[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def never(view: View) -> Iterator[Violation]:
        raise AssertionError("asked")

    like = ALL_RULES["space.overlap"]
    before, findings = site.snapshot, check_all(site.snapshot)
    site.update("device", 1, position=6)
    for number in range(60):
        key = f"link.rule_{number}"
        reads = {"hall": frozenset(["name"]), "device": frozenset(["asset"])}
        monkeypatch.setitem(ALL_RULES, key, replace(like, key=key, family="link", scope=Scope.HALL, reads=reads, judge=never))
    assert site.applied is not None
    advance(before, findings, site.snapshot, site.applied.changes)


class _Watched(Columns):
    """Columns that note which of them were asked for."""

    def __init__(self, columns: Columns, seen: set[str]) -> None:
        self._seen = seen
        super().__init__({name: columns[name] for name in columns})

    def __getitem__(self, name: str) -> Array:
        self._seen.add(name)
        return super().__getitem__(name)


@pytest.mark.parametrize("maker", kept_makers(), ids=lambda maker: maker.__name__)
def test_what_is_kept_from_edit_to_edit_is_made_of_what_it_says(site: Site, maker: object) -> None:
    reads = kept_makers()[maker]  # type: ignore[index]
    site.device(None, key="half", parent_id=site.device(1, 20, "panel"))
    site.device(None, key="tower", hall_id=site.hall, x_mm=300)
    seen: dict[str, set[str]] = {table: set() for table in site.snapshot.tables}
    watched = Snapshot(0, {table: _Watched(columns, seen[table]) for table, columns in site.snapshot.tables.items()})
    watched.cached(maker)  # type: ignore[arg-type]
    for table, columns in seen.items():
        assert table in reads or not columns, table
        assert not reads.get(table) or columns <= {*reads[table], "id"}, (table, columns)


def test_what_no_edit_touches_is_kept(site: Site) -> None:
    made = {maker: site.snapshot.cached(maker) for maker in kept_makers()}
    # A maker without columns of a table reads all of it.
    named = {maker for maker, reads in kept_makers().items() if "device" in reads and (not reads["device"] or "name" in reads["device"])}
    site.update("device", 1, name="renamed")
    assert all(site.snapshot.known(maker) is thing for maker, thing in made.items() if maker not in named)
    site.update("device", 1, rack_id=2)
    kept = {maker.__name__ for maker in made if site.snapshot.known(maker) is not None}
    assert {"site_sheet", "judgement", "uses", "kinds_in_use"} <= kept
    assert "whereabouts" not in kept


def test_a_name_leaves_the_totals(site: Site) -> None:
    """The window shows them under every place, and adds them up after each edit."""
    made = {maker: site.snapshot.cached(maker) for maker in (rack_totals, project_totals)}
    site.update("device", 1, name="renamed", serial="S1")
    site.update("rack", 1, name="renamed")
    assert all(site.snapshot.known(maker) is thing for maker, thing in made.items())
    site.device(1, 20)
    assert site.snapshot.known(project_totals) is None
    assert site.snapshot.cached(project_totals).devices == 3


def test_a_setting_that_a_maker_does_not_read_keeps_what_it_made(site: Site) -> None:
    site.insert("setting", key="anything", value="1")
    made = {maker: site.snapshot.cached(maker) for maker in kept_makers() if settings_of(maker)}
    assert {"accepted_rates", "planned_names", "all_link_verdicts", "network_plan"} <= {maker.__name__ for maker in made}
    site.insert("setting", key="anything else", value="1")
    assert all(site.snapshot.known(maker) is thing for maker, thing in made.items())
    site.update("setting", 1, value="2")
    assert all(site.snapshot.known(maker) is thing for maker, thing in made.items())
    for number, key in enumerate((accepted_key(1), "planned_names")):
        before = site.snapshot
        site.insert("setting", key=key, value="{}")
        for maker in made:
            kept = site.snapshot.known(maker) is before.cached(maker)
            assert kept == (not key.startswith(settings_of(maker))), (maker, number)
        for maker in made:
            site.snapshot.cached(maker)
