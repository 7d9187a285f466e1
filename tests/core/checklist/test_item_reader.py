"""Reading checklists: unknown keys, circles and names that nothing makes are refused, all at once."""

from typing import Any

import pytest

from gpudesk.core.checklist.item_reader import ChecklistReader
from gpudesk.core.checklist.items import Checklist, Scope

STAGES = {"stages": [{"key": "ready", "part": "install", "title": "Ready", "title_es": "Listo"}], "sources": {"memory": "From memory"}}
TEXTS = dict.fromkeys(("title", "title_es", "do", "do_es", "accept", "accept_es"), "Text")
FIELD = {"kind": "number", "title": "Weight", "title_es": "Peso"}


def item(key: str = "ABC-010", **values: Any) -> dict[str, Any]:
    plain = {"key": key, "scope": "rack", "expression": "m.weight <= d.limit", "fields": {"weight": FIELD}, "sources": ["memory"]}
    return {**TEXTS, **plain, "confidence": "memory", **values}


def read(*items: dict[str, Any], stages: Any = STAGES) -> tuple[Checklist, list[str]]:
    reader = ChecklistReader({Scope.RACK: frozenset(["limit", "feeds"])}, frozenset(["share"]))
    reader.stages(stages)
    reader.stage_file("ready", {"stage": "ready", "items": list(items)})
    return reader.checklist(), [fault.plain() for fault in reader.faults]


def test_an_item_is_read() -> None:
    checklist, faults = read(item(needs=["ABC-020"], hold=True, when="d.feeds >= 2"), item("ABC-020", expression="m.weight <= k.share"))
    assert faults == []
    first, second = checklist.items.values()
    assert (first.key, first.scope, first.hold, first.reads) == ("ABC-010", Scope.RACK, True, ("d.limit",))
    assert second.reads == ("k.share",)
    assert checklist.dependants["ABC-020"] == ["ABC-010"]
    assert [line.key for line in checklist.in_order] == ["ABC-020", "ABC-010"]


def test_both_signatures_come_with_an_item_for_two() -> None:
    checklist, faults = read(item(two_person=True, expression="m.weight <= d.limit or m.weight == 0"))
    assert faults == []
    only = checklist.items["ABC-010"]
    assert [field.key for field in only.fields] == ["weight", "first", "second"]
    assert only.expression == "(m.weight <= d.limit or m.weight == 0) and m.first != m.second"


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"colour": "red"}, "unknown name 'colour'"),
        ({"key": "abc"}, "not a valid key, such as RDY-010"),
        ({"scope": "room"}, "'room' is not one of"),
        ({"title_es": ""}, "text is required"),
        ({"sources": []}, "a source is required"),
        ({"sources": ["hearsay"]}, "there is no source 'hearsay'"),
        ({"needs": ["ABC-999"]}, "it needs ABC-999, which is no item"),
        ({"expression": "m.height <= 5"}, "no field gives m.height"),
        ({"expression": "m.weight <= d.strength"}, "nothing makes d.strength for the scope rack"),
        ({"expression": "m.weight <= k.cont"}, "the site sheet has no cont"),
        ({"expression": "m.weight <= limit"}, "limit stands for nothing here"),
        ({"expression": "m.weight <="}, "cannot be read"),
        ({"expression": ""}, "empty"),
        ({"when": "m.weight > 5"}, "m.weight stands for nothing here"),
        ({"when": "d.nothing"}, "nothing makes d.nothing"),
        ({"every": "monthly"}, "no period such as P3M"),
        ({"hold": "yes"}, "true or false is required"),
        ({"confidence": "sure"}, "'sure' is not one of"),
        ({"note": "Only English"}, "written in both languages"),
        ({"fields": {"weight": {**FIELD, "size": 3}}}, "unknown name 'size'"),
        ({"fields": {"weight": {**FIELD, "resolution": 0}}}, "greater than 0"),
        ({"fields": {"weight": {**FIELD, "kind": "choice"}}}, "a choice has some"),
        ({"fields": {"weight": {**FIELD, "kind": "list"}}}, "a list has either columns"),
        ({"fields": {"Weight": FIELD, "weight": FIELD}}, "'Weight' is no name of a field"),
    ],
)
def test_what_is_not_understood_is_refused(values: dict[str, Any], said: str) -> None:
    _, faults = read(item(**values))
    assert any(said in fault for fault in faults), faults


def test_needs_that_form_a_circle_are_refused() -> None:
    _, faults = read(item(needs=["ABC-030"]), item("ABC-020", needs=["ABC-010"]), item("ABC-030", needs=["ABC-020"]))
    (fault,) = faults
    assert "ABC-010 → ABC-030 → ABC-020 → ABC-010" in fault


def test_a_key_or_stage_comes_once() -> None:
    _, faults = read(item(), item())
    assert any("ABC-010 comes twice" in fault for fault in faults)
    twice = {**STAGES, "stages": STAGES["stages"] * 2}  # type: ignore[operator]
    assert any("ready comes twice" in fault for fault in read(stages=twice)[1])
