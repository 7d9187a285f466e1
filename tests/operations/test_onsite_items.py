"""Own items of a project: added, changed, disabled, shared; and that what is not understood is refused as a whole."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from gpudesk.catalog.checklist_files import shipped_bodies
from gpudesk.catalog.checklist_template import read_template, read_template_file, template_text
from gpudesk.catalog.plain_yaml import MAXIMUM_BYTES
from gpudesk.catalog.templates import load_template
from gpudesk.core.checklist.checklist_progress import State
from gpudesk.core.checklist.own_items import OwnItems
from gpudesk.core.checklist.tray_items import tray_key
from gpudesk.core.messages.errors import DeskError, InvalidData, Refused
from gpudesk.core.messages.message import Message
from gpudesk.derived.checklist.targets import trays_called
from gpudesk.onsite.checklist import states, unmet_needs
from gpudesk.onsite.known_items import checklist_of, demand_usable, known_items, own_items, shipped_checklist, unusable_items
from gpudesk.onsite.results import results
from gpudesk.operations.onsite.onsite_items import disable_checklist_item, put_checklist_item, remove_checklist_item, take_checklist_items
from gpudesk.operations.onsite.record_site_work import add_person
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.operations.run import upsert_by_key
from gpudesk.operations.run.run import run, undo
from gpudesk.project.document import Document
from gpudesk.project.edit import Edit
from tests.operations.onsite_choices import OWN, OWN_BODY
from tests.operations.test_onsite import freeze, record, state
from tests.project.sample import Clock


@pytest.fixture
def site() -> Iterator[Document]:
    """One rack, with the rules of its operator."""
    with Document.scratch(Clock()) as document:
        run(document, build, load_template("one-rack"))
        run(document, set_site_value, "released_revision", "C")
        run(document, add_person, "Ana")
        run(document, take_checklist_items, OWN)
        yield document


def test_an_own_item_is_worked_through_like_any_other(site: Document) -> None:
    assert state(site, "OWN-010", 1) is State.BLOCKED
    freeze(site)
    assert state(site, "OWN-010", 1) is State.OPEN
    record(site, "OWN-010", 1, top_c=35)
    assert state(site, "OWN-010", 1) is State.PASSED
    record(site, "OWN-010", 1, top_c=35.1)
    assert state(site, "OWN-010", 1) is State.FAILED
    assert "OWN-010" in {result.item.key for result in results(site.snapshot, site.today)}
    assert "OWN-010" not in shipped_checklist().items


def test_a_changed_limit_makes_exactly_its_results_stale(site: Document) -> None:
    freeze(site)
    record(site, "OWN-010", 1, top_c=30)
    run(site, put_checklist_item, {**OWN_BODY, "expression": "m.top_c <= 32"})
    assert state(site, "OWN-010", 1) is State.STALE
    assert state(site, "RDY-010", 0) is State.PASSED
    undo(site)
    assert state(site, "OWN-010", 1) is State.PASSED


def test_an_item_of_the_program_can_be_changed_and_is_itself_again(site: Document) -> None:
    body = shipped_bodies()["RDY-010"]
    run(site, put_checklist_item, {**body, "title": "Freeze the drawings"})
    assert checklist_of(site.snapshot).items["RDY-010"].title == "Freeze the drawings"
    run(site, remove_checklist_item, "RDY-010")
    assert checklist_of(site.snapshot).items["RDY-010"] == shipped_checklist().items["RDY-010"]


def test_what_needs_a_disabled_item_waits_for_what_that_one_needs(site: Document) -> None:
    items = checklist_of(site.snapshot).items
    assert items["RDY-030"].needs == ("RDY-020",)
    run(site, disable_checklist_item, "RDY-020")
    assert state(site, "RDY-020", 0) is State.NOT_APPLICABLE
    assert [need.item.key for need in unmet_needs(site.snapshot, items["RDY-030"], 0)] == ["RDY-010"]
    freeze(site)
    assert state(site, "RDY-030", 0) is State.OPEN
    with pytest.raises(Refused, match="does not apply"):
        record(site, "RDY-020", briefed="Ana")
    run(site, disable_checklist_item, "RDY-020", False)
    assert state(site, "RDY-030", 0) is State.BLOCKED


ACCEPTANCE, OF_TRAYS = "NOD-100", "NODT-100"


def test_disabling_an_item_disables_that_of_trays(site: Document) -> None:
    run(site, disable_checklist_item, ACCEPTANCE)
    assert {key for key, item in checklist_of(site.snapshot).items.items() if item.disabled} == {ACCEPTANCE, OF_TRAYS, "OPR-010"}
    run(site, disable_checklist_item, ACCEPTANCE, False)
    run(site, disable_checklist_item, OF_TRAYS)
    assert {key for key, item in checklist_of(site.snapshot).items.items() if item.disabled} == {OF_TRAYS, "OPR-010"}
    # RCKT-100 is written by itself: nothing of RCK-100 follows for it.
    run(site, disable_checklist_item, "RCK-100")
    assert not checklist_of(site.snapshot).items["RCKT-100"].disabled


@pytest.mark.parametrize("key", [ACCEPTANCE, "BRG-030", "NOD-160"])
def test_an_item_in_place_of_one_of_the_program_is_asked_of_trays_too(site: Document, key: str) -> None:
    body = shipped_bodies()[key]
    before = shipped_checklist().items[tray_key(key)]
    run(site, put_checklist_item, {**body, "title": "By our rules", "title_es": "Con nuestras reglas", "expression": "1 > 2"})
    items = checklist_of(site.snapshot).items
    titles = ("By our rules (tray)", "Con nuestras reglas (bandeja)")
    assert items[tray_key(key)] == replace(before, title=titles[0], title_es=titles[1], expression="1 > 2", own=True)
    assert items[key].when == shipped_checklist().items[key].when
    # As earlier versions exported it.
    run(site, put_checklist_item, {**body, "when": before.when})
    assert checklist_of(site.snapshot).items[key].when == shipped_checklist().items[key].when
    run(site, remove_checklist_item, key)
    assert checklist_of(site.snapshot).items[tray_key(key)] == before


def test_trays_are_asked_as_the_program_does_where_an_item_does_not_fit_them(site: Document) -> None:
    body = shipped_bodies()[ACCEPTANCE]
    run(site, put_checklist_item, {**body, "when": "d.in_rack"})
    items = checklist_of(site.snapshot).items
    assert (items[ACCEPTANCE].when, items[ACCEPTANCE].own) == ("(d.in_rack) and not d.has_trays", True)
    assert items[OF_TRAYS] == shipped_checklist().items[OF_TRAYS]
    # The project's own body of the item of trays comes before what follows from the other.
    run(site, put_checklist_item, {**shipped_bodies()[OF_TRAYS], "expression": "1 > 2"})
    run(site, put_checklist_item, {**body, "expression": "2 > 3"})
    run(site, disable_checklist_item, ACCEPTANCE)
    items = checklist_of(site.snapshot).items
    assert (items[OF_TRAYS].expression, items[OF_TRAYS].disabled, items[ACCEPTANCE].expression) == ("1 > 2", False, "2 > 3")


def test_own_items_wait_for_the_trays_of_what_they_need(site: Document) -> None:
    run(site, put_checklist_item, {**OWN_BODY, "needs": ["RDY-010", "NOD-130"]})
    assert checklist_of(site.snapshot).items["OWN-010"].needs == ("RDY-010", "NOD-130", "NODT-130")
    run(site, put_checklist_item, {**OWN_BODY, "scope": "tray", "needs": ["NODT-130"]})
    assert checklist_of(site.snapshot).items["OWN-010"].needs == ("NODT-130",)


def test_an_own_item_of_which_a_tray_has_entries_is_not_removed(site: Document) -> None:
    run(site, build, load_template("gb200-nvl72-superpod"))
    run(site, put_checklist_item, {**OWN_BODY, "key": "OWN-020", "scope": "device", "trays": True, "needs": []})
    (tray,) = trays_called(site.snapshot, "nvl72-001-c01")
    record(site, "OWNT-020", tray, top_c=30)
    with pytest.raises(Refused, match="OWN-020 already has records"):
        run(site, remove_checklist_item, "OWN-020")


def test_own_items_may_be_asked_of_trays(site: Document) -> None:
    host = {**OWN_BODY, "key": "OWN-020", "scope": "device", "trays": ["RCKT-100"], "when": "d.gpus > 0"}
    run(site, put_checklist_item, {**OWN_BODY, "needs": ["RDY-010"]})
    run(site, put_checklist_item, host)
    run(site, put_checklist_item, {**OWN_BODY, "needs": ["OWN-020"]})
    items = checklist_of(site.snapshot).items
    assert (items["OWN-020"].when, items["OWN-020"].needs) == ("(d.gpus > 0) and not d.has_trays", ("RDY-010",))
    assert (items["OWNT-020"].when, items["OWNT-020"].needs) == ("d.gpus > 0", ("RDY-010", "RCKT-100"))
    assert items["OWN-010"].needs == ("OWN-020", "OWNT-020")
    # Items of the program that need one that is asked of trays now need both.
    plain = {name: OWN_BODY[name] for name in ("expression", "fields")}
    run(site, put_checklist_item, {**shipped_bodies()["RCV-030"], **plain, "trays": True, "needs": [], "when": ""})
    items = checklist_of(site.snapshot).items
    needing = [item for item in items.values() if "RCV-030" in item.needs and str(item.scope) != "device"]
    assert needing
    assert all("RCVT-030" in item.needs for item in needing)
    assert [item.key for item in items.values() if "RCVT-030" in item.needs and str(item.scope) == "device"] == []


def test_an_own_item_with_entries_is_disabled_but_not_removed(site: Document) -> None:
    freeze(site)
    record(site, "OWN-010", 1, top_c=30)
    with pytest.raises(Refused, match="OWN-010 already has records"):
        run(site, remove_checklist_item, "OWN-010")
    run(site, disable_checklist_item, "OWN-010")
    kept = [result for result in results(site.snapshot, site.today) if result.item.key == "OWN-010"]
    assert [(result.state, result.values[0].value) for result in kept] == [(State.NOT_APPLICABLE, 30)]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"expression": "m.top_c <= d.nobody_makes"}, "nothing makes d.nobody_makes"),
        ({"expression": "m.other <= 3"}, "no field gives m.other"),
        ({"expression": "m.top_c <= k.no_key"}, "the site sheet has no no_key"),
        ({"expression": "m.top_c <="}, "own items"),
        ({"colour": "red"}, "unknown name 'colour'"),
        ({"stage": "later"}, "there is no stage 'later'"),
        ({"needs": ["OWN-010"]}, "in a circle"),
        ({"needs": ["NON-000"]}, "which is no item"),
        ({"sources": []}, "a source is required"),
        ({"sources": ["hearsay"]}, "there is no source 'hearsay'"),
        ({"key": "lower-1"}, "not a valid key, such as"),
        ({"title_es": ""}, "text is required"),
    ],
)
def test_what_is_not_understood_is_refused_and_changes_nothing(site: Document, change: dict[str, object], reason: str) -> None:
    before = site.snapshot
    with pytest.raises(InvalidData, match="cannot be used") as refused:
        run(site, put_checklist_item, {**OWN_BODY, **change})
    assert reason in str(refused.value)
    assert site.snapshot is before


def test_a_circle_over_items_of_the_program_is_refused(site: Document) -> None:
    body = {**shipped_bodies()["RDY-010"], "needs": ["OWN-010"]}
    with pytest.raises(InvalidData, match="in a circle"):
        run(site, put_checklist_item, body)


def test_own_items_of_a_file_that_cannot_be_used_are_left_out_and_named(site: Document) -> None:
    def spoil(edit: Edit) -> tuple[None, Message]:
        upsert_by_key.put(edit, "setting", {"key": "checklist.item.OWN-010"}, {"value": json.dumps({**OWN_BODY, "colour": 1})})
        return None, Message("tests", "Written by another program")

    site.apply(spoil)
    known = site.snapshot.cached(known_items)
    assert "OWN-010" not in known.checklist.items
    assert known.checklist.items["OPR-010"].disabled, "the rest stays in use"
    assert "unknown name 'colour'" in known.faults[0].plain()
    assert "OWN-010" not in site.snapshot.cached(states)


def test_a_template_comes_back_as_it_went_out(site: Document) -> None:
    text = template_text(site.snapshot.cached(own_items))
    assert read_template("mine.yaml", text.encode()).own == OWN
    with Document.scratch(Clock()) as other:
        run(other, take_checklist_items, read_template("mine.yaml", text.encode()).own)
        assert other.snapshot.cached(own_items) == site.snapshot.cached(own_items)
        undo(other)
        assert not other.snapshot.cached(own_items)


def test_every_item_of_the_program_can_be_shared() -> None:
    bodies = list(shipped_bodies().values())
    assert read_template("all.yaml", template_text(OwnItems(bodies)).encode()).own.bodies == bodies


@pytest.mark.parametrize("text", ["- 1", "items: {}", "things: []", "disabled: [1]", "items: [3]", "a: &b [*b]", ""])
def test_what_is_no_template_is_refused(text: str) -> None:
    with pytest.raises(InvalidData):
        read_template("x.yaml", text.encode())


def test_a_disabled_own_item_is_removed_with_its_mark(site: Document) -> None:
    run(site, disable_checklist_item, "OWN-010")
    run(site, remove_checklist_item, "OWN-010")
    assert "OWN-010" not in checklist_of(site.snapshot).items
    assert site.snapshot.cached(own_items).disabled == ["OPR-010"]


DAMAGED = ["3", "[1]", "null", "no JSON {", "{}", '"text"', json.dumps({**OWN_BODY, "key": "OWN-990"}), "[" * 5000]


def spoiled(site: Document, key: str, text: str) -> None:
    """Write a setting as another program might."""

    def spoil(edit: Edit) -> tuple[None, Message]:
        upsert_by_key.put(edit, "setting", {"key": f"checklist.item.{key}"}, {"value": text})
        return None, Message("tests", "Written by another program")

    site.apply(spoil)


@pytest.mark.parametrize("text", DAMAGED)
def test_a_damaged_own_item_is_named_and_removed_and_the_others_stay(site: Document, text: str) -> None:
    spoiled(site, "OWN-020", text)
    known = site.snapshot.cached(known_items)
    assert [fault.values["item"] for fault in known.faults] == ["OWN-020"]
    assert unusable_items(site.snapshot) == ["OWN-020"]
    assert known.checklist.items["OWN-010"].own
    assert known.checklist.items["OPR-010"].disabled
    # Other items are changed, and the damaged one stays until somebody removes it.
    run(site, put_checklist_item, {**OWN_BODY, "key": "OWN-030"})
    run(site, disable_checklist_item, "OWN-030")
    run(site, take_checklist_items, OwnItems([{**OWN_BODY, "key": "OWN-040"}]))
    assert site.snapshot.cached(own_items).damaged == {"OWN-020": text}
    run(site, remove_checklist_item, "OWN-020")
    assert site.snapshot.cached(known_items).faults == ()
    assert {"OWN-010", "OWN-030", "OWN-040"} <= set(checklist_of(site.snapshot).items)


def test_the_mark_of_a_disabled_item_goes_with_the_damaged_item(site: Document) -> None:
    run(site, put_checklist_item, {**OWN_BODY, "key": "OWN-020"})
    run(site, disable_checklist_item, "OWN-020")
    spoiled(site, "OWN-020", "3")
    run(site, remove_checklist_item, "OWN-020")
    assert "OWN-020" not in site.snapshot.cached(own_items).disabled
    assert site.snapshot.cached(known_items).faults == ()


def test_a_damaged_own_item_is_replaced_by_a_good_one(site: Document) -> None:
    spoiled(site, "OWN-010", "3")
    demand_usable(site.snapshot, read_template("mine.yaml", template_text(OWN).encode()))
    run(site, take_checklist_items, OWN)
    assert site.snapshot.cached(known_items).faults == ()
    assert checklist_of(site.snapshot).items["OWN-010"].own


VALUES: list[object] = [None, 3, -1.5, True, "x", "", [], {}, [[]], [{}], {"a": {}}, {"a": 1}, [None]]


@pytest.mark.parametrize("name", sorted({*OWN_BODY, "needs", "trays", "when", "every", "hold", "two_person", "note", "options"}))
def test_no_value_of_an_own_item_in_a_file_raises_anything(site: Document, name: str) -> None:
    for value in VALUES:
        body = {**OWN_BODY, "key": "OWN-020", name: value}
        spoiled(site, "OWN-020", json.dumps(body))
        known = site.snapshot.cached(known_items)
        assert known.checklist.items["OWN-010"].own
        assert "OWN-020" in known.checklist.items or any("OWN-020" in fault.plain() or "items[" in fault.plain() for fault in known.faults)


def test_no_part_of_a_field_of_an_own_item_in_a_file_raises_anything(site: Document) -> None:
    fields = OWN_BODY["fields"]
    assert isinstance(fields, dict)
    (field,) = fields
    for part in [*fields[field], "options", "columns", "values", "least", "plan", "options_es"]:
        for value in VALUES:
            spoiled(site, "OWN-020", json.dumps({**OWN_BODY, "key": "OWN-020", "fields": {field: {**fields[field], part: value}}}))
            assert site.snapshot.cached(known_items).checklist.items["OWN-010"].own


def test_all_that_is_wrong_in_a_template_is_reported_with_its_lines(site: Document) -> None:
    body = template_text(OWN)
    body = re.sub("^( +)title: Inside", r"\1title: Once\n\1title: Inside", body, count=1, flags=re.MULTILINE)
    body = body.replace("scope: rack", "scope: shelf")
    body += template_text(OwnItems([{**OWN_BODY, "key": 5}])).partition("items:\n")[2]
    body += template_text(OwnItems([{**OWN_BODY, "colour": 1}])).partition("items:\n")[2]
    template = read_template("mine.yaml", body.encode())
    with pytest.raises(InvalidData) as refused:
        demand_usable(site.snapshot, template)
    messages = [str(refused.value.message.values["first"]), *(problem.plain() for problem in refused.value.problems)]
    lines = [int(text.partition("line ")[2].partition(",")[0].partition(":")[0]) for text in messages]
    assert all(text.startswith("mine.yaml, line ") for text in messages)
    assert lines == sorted(lines)
    for part in ("the name title appears twice", "OWN-010.scope", "'5' is not a valid key", "the item OWN-010 appears twice", "colour"):
        assert [text for text in messages if part in text], part


IN_HOST = {"scope": "device", "trays": True, "needs": [], "when": ""}
FAULTY: list[tuple[dict[str, dict[str, object]], set[str]]] = [
    # Of the item of trays that follows from it alone.
    ({"OWN-030": {**IN_HOST, "trays": ["NON-000"]}}, {"OWN-030"}),
    ({"OWN-030": {**IN_HOST, "expression": "d.gpus > 0 and m.top_c <= 35 and d.in_rack"}}, {"OWN-030"}),
    # A key with a dot, and one that begins like that of a good item.
    ({"OWN.030": {}}, {"OWN.030"}),
    ({"OWN-020.top_c": {}}, {"OWN-020.top_c"}),
    ({"own items": {}, "items[0]": {}, "": {}}, {"own items", "items[0]", ""}),
    # A circle of two, and one that waits for it; a circle that begins at an item of the program.
    (
        {"OWN-030": {"needs": ["OWN-040"]}, "OWN-040": {"needs": ["OWN-030"]}, "OWN-050": {"needs": ["OWN-040"]}},
        {"OWN-030", "OWN-040", "OWN-050"},
    ),
    ({"RDY-010": {"scope": "site", "needs": ["OWN-050"]}, "OWN-050": {"needs": ["RDY-020"]}}, {"RDY-010", "OWN-050"}),
    # What depends on a faulty one goes with it.
    ({"OWN-030": {"needs": ["OWN-040"]}, "OWN-040": {"colour": 1}}, {"OWN-030", "OWN-040"}),
    ({"OWN-030": {"needs": ["OWNT-040"], "scope": "tray"}, "OWN-040": {**IN_HOST, "colour": 1}}, {"OWN-030", "OWN-040"}),
]


@pytest.mark.parametrize(("changes", "gone"), FAULTY)
def test_only_faulty_items_and_those_that_depend_on_them_are_left_out(
    site: Document, changes: dict[str, dict[str, object]], gone: set[str]
) -> None:
    run(site, put_checklist_item, {**OWN_BODY, "key": "OWN-020"})
    run(site, put_checklist_item, {**OWN_BODY, **IN_HOST, "key": "OWN-080"})
    run(site, disable_checklist_item, "OWNT-080")
    for key, change in changes.items():
        spoiled(site, key, json.dumps({**OWN_BODY, "key": key, **change}))
    known = site.snapshot.cached(known_items)
    assert set(unusable_items(site.snapshot)) == gone
    assert {str(body["key"]) for body in known.usable.bodies} == {"OWN-010", "OWN-020", "OWN-080"}
    assert known.checklist.items["OWNT-080"].disabled
    assert known.usable.disabled == ["OPR-010", "OWNT-080"]
    text = " ".join(fault.plain() for fault in known.faults)
    for key in gone:
        assert key in text
    assert not {"OWN-010", "OWN-020", "OWN-080"} & set(re.findall(r"[A-Z]+-[0-9]+(?=[: ])", text))


def test_the_mark_of_a_faulty_item_is_no_error_of_its_own(site: Document) -> None:
    run(site, put_checklist_item, {**OWN_BODY, **IN_HOST, "key": "OWN-020"})
    for key in ("OWN-020", "OWNT-020"):
        run(site, disable_checklist_item, key)
    spoiled(site, "OWN-020", json.dumps({**OWN_BODY, **IN_HOST, "key": "OWN-020", "colour": 1}))
    known = site.snapshot.cached(known_items)
    assert [str(fault.values["where"]) for fault in known.faults] == ["OWN-020.colour"]
    assert known.checklist.items["OPR-010"].disabled


WRONG_LINES = [
    ("stage: rack", "stage: attic", "there is no stage 'attic'"),
    ("key: OWN-030", "note: x", "'' is not a valid key"),
    ("key: OWN-030", "key: OWN.030", "'OWN.030' is not a valid key"),
    ("key: OWN-030", "key: OWN-030\n  trays: [NON-000]\n  when: d.gpus > 0", "it needs NON-000, which is no item"),
    ("needs: [RDY-010]", "needs: [OWN-030]", "in a circle"),
]


@pytest.mark.parametrize(("before", "after", "reason"), WRONG_LINES)
def test_lines_are_those_of_the_file_whatever_the_project_has(site: Document, before: str, after: str, reason: str) -> None:
    run(site, put_checklist_item, {**OWN_BODY, "key": "OWN-020"})
    good = {**OWN_BODY, "key": "OWN-040"}
    scope = "device" if "trays" in after else "rack"
    text = template_text(OwnItems([good, {**OWN_BODY, "key": "OWN-030", "scope": scope, "expression": "m.top_c <= 35"}]))
    head, mark, rest = text.rpartition("- key: OWN-030")
    assert mark
    assert before in mark + rest, rest
    text = head + (mark + rest).replace(before, after, 1)
    first = head.count("\n") + 1
    template = read_template("mine.yaml", text.encode())
    with pytest.raises(InvalidData) as refused:
        demand_usable(site.snapshot, template)
    messages = [str(refused.value.message.values["first"]), *(problem.plain() for problem in refused.value.problems)]
    (mine,) = [message for message in messages if reason in message]
    found = re.match(r"mine\.yaml, line ([0-9]+), ", mine)
    assert found is not None, mine
    assert first <= int(found[1]) <= text.count("\n"), mine


def test_a_template_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    path.write_bytes(b"#" * (MAXIMUM_BYTES + 1))
    with pytest.raises(InvalidData, match="larger than"):
        read_template_file(path)
    with pytest.raises(DeskError):
        read_template_file(tmp_path / "none.yaml")
