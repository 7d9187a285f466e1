"""Findings as columns say the same as the findings one by one."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.checks.engine.check_engine import check_all
from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.checks.findings.finding import SHOWN, Finding, Place, Severity
from gpudesk.checks.findings.finding_columns import rule_columns
from gpudesk.checks.findings.findings import Findings, RuleFindings
from gpudesk.core.messages.message import Message
from gpudesk.core.values.columns import ABSENT
from tests.checks.site import Site


def crowded() -> Site:
    """Two overlaps in two racks, a device beyond the top, a tower out of the hall, a stale exclusion."""
    site = Site()
    first, second = site.rack("A2"), site.rack("A10")
    for rack in (first, second):
        site.device(rack, 1)
        site.device(rack, 5)
    site.device(second, 78)
    site.insert("reservation", rack_id=first, position=80, height=8, face=0, reason="", phase=0)
    site.insert("exclusion", finding="space.overlap:device=77", reason="gone", at_utc="2026-01-01T00:00:00Z")
    return site


def test_rows_stand_in_the_order_of_the_findings() -> None:
    findings = check_all(crowded().snapshot)
    columns = findings.columns
    assert columns.findings == tuple(findings)
    assert [columns.rules[code] for code in columns.rule.tolist()] == [finding.rule for finding in findings]
    assert [SHOWN[code] for code in columns.severity.tolist()] == [finding.severity for finding in findings]
    assert columns.excluded.tolist() == [finding.excluded is not None for finding in findings]
    fixes = [ABSENT if finding.fix is None else (finding.fix.operation, finding.fix.title.text) for finding in findings]
    assert [ABSENT if code == ABSENT else columns.fixes[code] for code in columns.fix.tolist()] == fixes
    assert len(set(columns.sentence.tolist())) == len(columns.sentences)


def test_places_are_ordered_as_people_count_and_values_by_size() -> None:
    columns = check_all(crowded().snapshot).columns
    ordered = [columns.findings[number].place.label for number in np.argsort(columns.label_rank, kind="stable").tolist()]
    racks = [label.partition(" ")[0] for label in ordered if label.startswith(("A2", "A10"))]
    assert racks == sorted(racks, key=("A2", "A10").index)
    assert racks[0] != racks[-1]
    for ranks, name in ((columns.found_rank, "found"), (columns.required_rank, "required")):
        assert [code == ABSENT for code in ranks.tolist()] == [getattr(finding, name) is None for finding in columns.findings]


def test_each_lies_where_its_place_is() -> None:
    site = crowded()
    columns = check_all(site.snapshot).columns
    where = columns.where(site.snapshot)
    racks = site.snapshot["rack"]
    for number, finding in enumerate(columns.findings):
        if finding.rule in ("space.overlap", "space.outside", "space.reservation_outside"):
            rack_id = int(where.rack[number])
            assert racks.row(rack_id)["name"] == finding.place.label.partition(" ")[0]
            assert where.hall[number] == racks.row(rack_id)["hall_id"]
        if finding.place.table == "exclusion":
            assert (where.hall[number], where.row[number], where.rack[number]) == (ABSENT, ABSENT, ABSENT)


def test_what_a_rack_has_is_what_names_it_or_something_in_it() -> None:
    site = crowded()
    snapshot, columns = site.snapshot, check_all(site.snapshot).columns
    devices = snapshot["device"]
    for rack_id in snapshot["rack"].ids.tolist():
        inside = {("rack", rack_id), *(("device", row) for row in devices.ids[devices["rack_id"] == rack_id].tolist())}
        inside |= {("reservation", row) for row in snapshot["reservation"].where("rack_id", rack_id).tolist()}
        expected = [
            number
            for number, finding in enumerate(columns.findings)
            if inside & {*finding.objects, (finding.place.table, finding.place.id)}
        ]
        assert columns.in_rack(snapshot, rack_id).tolist() == expected
    first = int(devices.ids[0])
    assert columns.naming("device", [first]).tolist() == [
        number for number, finding in enumerate(columns.findings) if ("device", first) in finding.objects
    ]


def test_nothing_found_makes_empty_columns() -> None:
    columns = Findings({}).columns
    assert len(columns) == 0
    assert columns.label_rank.dtype == np.int64
    assert not len(columns.in_rack(Site().snapshot, 1))


def test_every_rule_says_what_several_of_its_findings_are() -> None:
    for rule in ALL_RULES.values():
        assert "{count}" in rule.many, rule.key


def _finding(number: int, label: str, other: int | None, reason: str | None) -> Finding:
    """A finding of one or two devices, in scope `number`."""
    objects = (("device", number),) if other is None else (("device", number), ("cable", other))
    key, text = f"space.overlap:device={number}", Message("checks", "{name} overlaps", {"name": label})
    return Finding(
        "space.overlap", Severity.ERROR, key, objects, Place("rack", number % 3, label), text, None, None, None, reason, (number,)
    )


FINDINGS = st.builds(
    _finding, st.integers(0, 12), st.sampled_from(["A2", "A10", "B"]), st.none() | st.integers(0, 3), st.sampled_from([None, "so"])
)


@given(st.lists(FINDINGS), st.lists(st.tuples(st.frozensets(st.integers(0, 12)), st.lists(FINDINGS)), max_size=5))
def test_columns_that_take_a_change_equal_new_ones(first: list[Finding], changes: list[tuple[frozenset[int], list[Finding]]]) -> None:
    known = RuleFindings(first)
    for scopes, fresh in changes:
        _ = known.columns
        known = known.replaced(scopes, fresh)
        expected = rule_columns(RuleFindings(known.get(key) for key in known.keys))  # type: ignore[misc]
        assert known.columns.findings == expected.findings
        for name in ("excluded", "place_table", "place_id", "named", "named_table", "named_id"):
            assert getattr(known.columns, name).tolist() == getattr(expected, name).tolist()
