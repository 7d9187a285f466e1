from gpudesk.checks.finding import SHOWN, Finding, Mend, Place, Severity, finding_key
from gpudesk.core.message import Message, Quantity, Value
from gpudesk.ui.models.problem_rows import Column, Filter, family_of, family_title, shown, sorted_by


def finding(
    rule: str = "space.overlap",
    severity: Severity = Severity.ERROR,
    rack: int = 1,
    device: int = 1,
    found: Value | None = None,
    excluded: str | None = None,
    mend: str = "",
) -> Finding:
    objects = (("device", device),)
    return Finding(
        rule,
        severity,
        finding_key(rule, objects),
        objects,
        Place("rack", rack, f"A{rack}"),
        Message("checks", "{name} is wrong", {"name": f"dgx-{device}"}),
        found,
        None,
        Mend("nudge", {}, Message("checks", mend)) if mend else None,
        excluded,
        (rack,),
    )


ALL = [
    finding(rack=10, device=1, found=Quantity(3.0, "U")),
    finding(rack=2, device=2, found=Quantity(20.0, "U"), excluded="agreed"),
    finding("weight.rack_static", Severity.WARNING, rack=2, device=3, found=Quantity(1.0, "kg"), mend="Move it"),
    finding("plan.missing_power", Severity.INFO, rack=1, device=4),
]


def ids(findings: list[Finding]) -> list[int]:
    return [each.objects[0][1] for each in findings]


def test_excluded_ones_are_shown_only_when_asked_for() -> None:
    assert ids(shown(ALL, Filter())) == [1, 3, 4]
    assert ids(shown(ALL, Filter(with_excluded=True))) == [1, 2, 3, 4]


def test_filters_work_together() -> None:
    assert ids(shown(ALL, Filter(severities=frozenset([Severity.WARNING, Severity.INFO])))) == [3, 4]
    assert ids(shown(ALL, Filter().with_family("weight"))) == [3]
    assert ids(shown(ALL, Filter(objects=frozenset([("rack", 2)])))) == [3]
    assert ids(shown(ALL, Filter(objects=frozenset([("device", 4)]), severities=frozenset(SHOWN)))) == [4]
    assert shown(ALL, Filter(family="space", severities=frozenset([Severity.INFO]))) == []


def test_places_sort_as_people_count() -> None:
    assert ids(sorted_by(ALL, Column.WHERE, descending=False)) == [4, 2, 3, 1]
    assert ids(sorted_by(ALL, Column.WHERE, descending=True))[0] == 1


def test_values_sort_by_unit_and_size_and_what_has_none_comes_last_either_way() -> None:
    assert ids(sorted_by(ALL, Column.FOUND, descending=False)) == [1, 2, 3, 4]
    assert ids(sorted_by(ALL, Column.FOUND, descending=True)) == [3, 2, 1, 4]
    assert ids(sorted_by(ALL, Column.MEND, descending=True))[0] == 3


def test_severities_sort_the_weightiest_first_and_equals_keep_their_order() -> None:
    assert ids(sorted_by(ALL, Column.MARK, descending=False)) == [1, 2, 3, 4]
    assert ids(sorted_by(ALL[::-1], Column.MARK, descending=False)) == [2, 1, 3, 4]


def test_families_have_names() -> None:
    assert family_of("power.single_failure") == "power"
    assert family_title("power") == "Power"
    assert family_title("something-new") == "something-new"
