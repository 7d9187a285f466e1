from functools import partial

import numpy as np
from PySide6.QtWidgets import QApplication

from gpudesk.checks.engine.check_engine import check_all
from gpudesk.checks.findings.finding import SHOWN, Finding, Fix, Place, Severity, finding_key
from gpudesk.checks.findings.finding_columns import FindingColumns
from gpudesk.checks.findings.findings import Findings, RuleFindings
from gpudesk.core.messages.message import Message, Quantity, Value
from gpudesk.ui.panels.problems.problem_filter import ONLY, TOO, Filter, passing
from gpudesk.ui.panels.problems.problem_lines import Grouping, Key, Lines, arranged, sorted_by
from gpudesk.ui.panels.problems.problem_rows import Column, family_of, family_title
from gpudesk.ui.panels.problems.problem_texts import finding_text, place_label, split_value
from gpudesk.ui.toolkit import translate
from gpudesk.ui.toolkit.quantities import THIN_SPACE
from tests.checks.site import Site
from tests.work import steps_of


def finding(
    rule: str = "space.overlap",
    severity: Severity = Severity.ERROR,
    rack: int = 1,
    device: int = 1,
    found: Value | None = None,
    excluded: str | None = None,
    fix: str = "",
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
        Fix("nudge", {}, Message("checks", fix)) if fix else None,
        excluded,
        (rack,),
    )


ALL = [
    finding(rack=10, device=1, found=Quantity(3.0, "U")),
    finding(rack=2, device=2, found=Quantity(20.0, "U"), excluded="agreed"),
    finding("weight.rack_static", Severity.WARNING, rack=2, device=3, found=Quantity(1.0, "kg"), fix="Move it"),
    finding("plan.missing_power", Severity.INFO, rack=1, device=4),
]


def columns_of(findings: list[Finding]) -> FindingColumns:
    """As the project's findings would hold them."""
    rules = dict.fromkeys(each.rule for each in findings)
    return Findings({rule: RuleFindings(each for each in findings if each.rule == rule) for rule in rules}).columns


def shown(chosen: Filter, findings: list[Finding] = ALL) -> list[int]:
    """The devices of the findings that are let through."""
    columns = columns_of(findings)
    return ids(columns, np.flatnonzero(passing(columns, chosen, None)))


def ids(columns: FindingColumns, numbers: np.ndarray[tuple[int], np.dtype[np.int64]]) -> list[int]:
    """The devices of findings."""
    return [columns.findings[number].objects[0][1] for number in numbers.tolist()]


def by(column: Column, *, descending: bool = False) -> list[int]:
    """The devices of all findings by a column."""
    columns = columns_of(ALL)
    return ids(columns, sorted_by(columns, np.arange(len(columns)), column, descending=descending))


def test_excluded_ones_are_shown_only_when_asked_for() -> None:
    assert shown(Filter()) == [1, 3, 4]
    assert sorted(shown(Filter(excluded=TOO))) == [1, 2, 3, 4]
    assert shown(Filter(excluded=ONLY)) == [2]


def test_filters_work_together_and_say_what_is_in_force() -> None:
    assert shown(Filter(severities=frozenset([Severity.WARNING, Severity.INFO]))) == [3, 4]
    assert shown(Filter(family="weight")) == [3]
    assert shown(Filter(rule="plan.missing_power")) == [4]
    assert shown(Filter(family="weight", rule="plan.missing_power")) == []
    assert shown(Filter(objects=frozenset([("rack", 2)]))) == [3]
    assert shown(Filter(objects=frozenset([("device", 4)]), severities=frozenset(SHOWN))) == [4]
    assert shown(Filter(objects=frozenset([("catalog_item", 4)]))) == []
    assert shown(Filter(family="space", severities=frozenset([Severity.INFO]))) == []
    assert Filter(excluded=TOO).in_force == ()
    assert Filter(excluded=ONLY, text="x").in_force == ("text", "excluded")


def test_words_are_looked_for_in_sentence_rule_name_and_place() -> None:
    assert shown(Filter(text="DGX-3")) == [3]
    assert shown(Filter(text="wrong a10")) == [1]
    assert shown(Filter(text="missing_power")) == [4]
    assert shown(Filter(text="Racks can carry their load")) == [3]
    assert shown(Filter(text="nowhere")) == []


def test_places_sort_as_people_count() -> None:
    assert by(Column.WHERE) == [4, 2, 3, 1]
    assert by(Column.WHERE, descending=True)[0] == 1


def test_values_sort_by_unit_and_size_and_what_has_none_comes_last_either_way() -> None:
    assert by(Column.FOUND) == [1, 2, 3, 4]
    assert by(Column.FOUND, descending=True) == [3, 2, 1, 4]
    assert by(Column.FIX, descending=True)[0] == 3
    assert by(Column.PROBLEM) == [4, 2, 3, 1]


def test_severities_sort_the_weightiest_first_and_equals_keep_their_order() -> None:
    assert [SHOWN.index(ALL[device - 1].severity) for device in by(Column.MARK)] == [0, 0, 1, 2]


def test_families_have_names() -> None:
    assert family_of("power.single_failure") == "power"
    assert family_title("power") == "Power"
    assert family_title("something-new") == "something-new"


def crowded() -> Site:
    """Five overlaps in two racks of one row and one next to the rows, in two halls."""
    site = Site()
    racks = [site.rack("A10"), site.rack("A2"), site.rack("B1")]
    for rack in racks:
        site.device(rack, 1)
        site.device(rack, 5)
    for position in (9, 13):
        site.device(racks[0], position)
    for rule in ("absent.cooling", "absent.head_node"):
        site.insert("severity", rule=rule, severity="off")
    return site


def laid_out(site: Site, grouping: Grouping, folded: tuple[Key, ...] = ()) -> tuple[Lines, list[str]]:
    """The lines of a site and what is in them: groups as "of:key", findings by their rule."""
    columns = check_all(site.snapshot).columns
    order, groups = arranged(columns, np.arange(len(columns)), grouping, site.snapshot)
    lines = Lines(columns, order, groups, lambda key, _: key in folded)
    names = [
        "{}:{}".format(*lines.key(line)) if lines.is_head(line) else columns.findings[lines.finding(line)].rule
        for line in range(len(lines))
    ]
    return lines, names


def test_without_groups_every_line_is_a_finding() -> None:
    site = crowded()
    assert laid_out(site, Grouping.NONE)[1] == [finding.rule for finding in check_all(site.snapshot)]


def test_like_findings_stand_under_one_head_and_one_alone_has_none() -> None:
    lines, names = laid_out(crowded(), Grouping.RULE)
    assert names[:6] == ["rule:space.overlap", *["space.overlap"] * 5]
    assert not any(name.startswith("rule:") and names.count(name.removeprefix("rule:")) == 1 for name in names)
    assert lines.counts(0).tolist() == [5, 0, 0]
    assert lines.head_of(3) == 0
    assert lines.head_of(0) is None


def test_families_and_severities_hold_their_rules() -> None:
    names = laid_out(crowded(), Grouping.FAMILY)[1]
    assert names[:2] == ["family:space", "rule:space.overlap"]
    assert laid_out(crowded(), Grouping.SEVERITY)[1][:2] == ["severity:error", "rule:space.overlap"]
    lines = laid_out(crowded(), Grouping.SEVERITY)[0]
    assert (lines.depth(0), lines.depth(1)) == (0, 1)


def test_places_stand_under_their_hall_and_row_as_people_count() -> None:
    site = crowded()
    racks = {name: site.snapshot["rack"].where("name", name).tolist()[0] for name in ("A2", "A10", "B1")}
    names = laid_out(site, Grouping.PLACE)[1]
    heads = [name for name in names if name.startswith("rack:")]
    assert heads == [f"rack:{racks[name]}" for name in ("A2", "A10", "B1")]
    assert names[0].startswith("hall:")
    assert names[-1].partition(".")[0] in {"plan", "weight"}
    assert "hall:-1" in names, "what lies in no hall comes last"
    assert [name for name in names if name.startswith("rack_row:")] == []


def test_folded_groups_hide_what_is_in_them_and_say_where_a_finding_went() -> None:
    site = crowded()
    lines, names = laid_out(site, Grouping.SEVERITY, (("rule", "space.overlap"),))
    assert names[:2] == ["severity:error", "rule:space.overlap"]
    assert "space.overlap" not in names
    assert len(lines.findings(1)) == 5
    hidden = int(lines.findings(1)[0])
    assert lines.line_of(hidden) is None
    assert lines.over(hidden) == [("severity", "error"), ("rule", "space.overlap")]
    assert lines.line_of_group(("rule", "space.overlap")) == 1
    closed = laid_out(site, Grouping.SEVERITY, (("severity", "error"), ("rule", "space.overlap")))[0]
    assert closed.line_of_group(("rule", "space.overlap")) is None
    assert not closed.is_head(1) or closed.key(1)[0] == "severity"


def many_findings(count: int) -> FindingColumns:
    """Findings of four rules at 350 racks."""
    one = finding()
    rules = ("space.overlap", "space.reserved", "weight.heavy_high", "naming.duplicate_device")
    many = []
    for number in range(count):
        rule = rules[number % 4]
        place = Place("rack", number % 350, f"A{number % 350}")
        key, objects = f"{rule}:device={number}", (("device", number),)
        many.append(one._replace(rule=rule, key=key, objects=objects, place=place, found=Quantity(number % 97, "U")))
    return columns_of(many)


def test_many_are_sorted_and_grouped_without_a_step_for_each() -> None:
    # The time of a hundred thousand: python -m benchmarks problem_rows.
    count, most = 20_000, 5_000
    steps_of_text = 10
    columns, site = many_findings(count), Site()
    columns.made_ready(site.snapshot)
    order = np.arange(len(columns))

    def grouped(grouping: Grouping) -> Lines:
        together, groups = arranged(columns, order, grouping, site.snapshot)
        return Lines(columns, together, groups, lambda _key, _size: False)

    assert steps_of(lambda: passing(columns, Filter(text="dgx-1 a34", family="space"), site.snapshot)) < steps_of_text * count
    for column in Column:
        assert steps_of(partial(sorted_by, columns, order, column, descending=True)) < most, column
    for grouping in Grouping:
        grouped(grouping)  # what is loaded and named at the first time is no part of it
        assert steps_of(partial(grouped, grouping)) < most, grouping


def test_a_value_and_its_limit_that_differ_read_differently() -> None:
    over = finding(found=Quantity(1234.2, "kg"))._replace(required=Quantity(1234.0, "kg"))
    assert split_value(over, Column.FOUND) == ("1,234.2", "kg")
    assert split_value(over, Column.REQUIRED) == ("1,234", "kg")
    assert finding_text(over, Column.FOUND) == f"1,234.2{THIN_SPACE}kg"
    units = finding(found=Quantity(1.0, "U"))._replace(required=Quantity(2.0, "U"))
    assert split_value(units, Column.FOUND) == ("1U", "")


def test_a_shipped_network_is_in_the_language_of_the_window(qapp: QApplication) -> None:
    translate.install_language("es")
    assert place_label(Place("network", 1, "In-band")) == "En banda"
    assert place_label(Place("network", 1, "Lab")) == "Lab"
