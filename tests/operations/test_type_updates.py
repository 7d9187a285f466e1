"""Types in use that the catalog knows otherwise: told, taken over in one step, refused where something would lose its bay."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import Message
from gpudesk.operations.copies.bay_devices import move_to_bay, place_in_bay
from gpudesk.operations.run.run import undo
from gpudesk.operations.types.type_updates import TypeUpdate, type_updates, update_types
from gpudesk.project.document import Document
from gpudesk.project.edit import Edit
from tests.operations.conftest import RACK, SERVER, SWITCH, Project
from tests.operations.test_bays import CHASSIS, NODE

Change = Callable[[dict[str, Any]], object]


def age(document: Document, key: str, change: Change, version: str = "before") -> None:
    """Let the project hold an earlier state of an entry."""

    def body(edit: Edit) -> tuple[None, Message]:
        type_id = int(edit.columns("catalog_item").where("key", key)[0])
        entry = json.loads(edit.row("catalog_item", type_id)["body"])
        change(entry)
        edit.update("catalog_item", type_id, version=version, body=json.dumps(entry, ensure_ascii=False, sort_keys=True))
        return None, Message("tests", "age")

    document.apply(body)


def updates(project: Project) -> tuple[TypeUpdate, ...]:
    return type_updates(project.document.snapshot, open_catalog())


def lighter(entry: dict[str, Any]) -> None:
    entry["facts"]["weight_kg"]["value"] = 1
    entry["facts"]["colour_of_old"] = {"value": "red", "source": "planning", "confidence": "memory"}
    del entry["facts"]["depth_mm"]
    entry["ports"] = entry["ports"][1:]


def test_what_is_as_in_the_catalog_says_nothing(project: Project) -> None:
    project.place(SERVER, 0)
    assert updates(project) == ()
    age(project.document, SERVER, lambda entry: None)
    assert updates(project) == ()
    with pytest.raises(Refused, match="already match the catalog"):
        project.do(update_types, [SERVER])
    with pytest.raises(Refused, match=r"nobody\.knows is missing in the project or in the catalog"):
        project.do(update_types, ["nobody.knows"])


def test_every_difference_is_told(project: Project) -> None:
    for position in (0, 2):
        project.place(SERVER, position)
    age(project.document, SERVER, lighter)
    [update] = updates(project)
    assert (update.key, update.used, update.refusal) == (SERVER, 2, None)
    facts = {each.name: each for each in update.change.facts}
    assert set(facts) == {"weight_kg", "depth_mm", "colour_of_old"}
    assert facts["depth_mm"].old is None
    assert facts["colour_of_old"].new is None
    assert facts["weight_kg"].old is not None
    assert facts["weight_kg"].old.value == 1
    assert update.change.ports_added
    assert update.change.ports_removed == update.change.others == ()


def test_it_is_one_step_that_can_be_undone(project: Project) -> None:
    project.place(SERVER, 0)
    project.place(SWITCH, 4)
    for key in (SERVER, SWITCH, RACK):
        age(project.document, key, lambda entry: entry["facts"]["weight_kg"].update(value=1))
    before = project.document.snapshot
    assert project.do(update_types, [SERVER]) == [SERVER]
    assert project.title.startswith("Update ")
    assert {update.key for update in updates(project)} == {SWITCH, RACK}
    assert len(project.do(update_types, [SWITCH, RACK])) == 2
    assert project.title == "Update 2 types from the catalog"
    assert updates(project) == ()
    undo(project.document)
    undo(project.document)
    assert project.document.snapshot["catalog_item"].equals(before["catalog_item"])


def test_nothing_loses_its_bay(project: Project) -> None:
    chassis = project.place(CHASSIS, 0)
    project.do(place_in_bay, NODE, chassis, "Node B")

    def other_names(entry: dict[str, Any]) -> None:
        entry["bays"][0]["cages"] = ["Node A", "Node X"]

    age(project.document, CHASSIS, other_names)
    node = project.document.snapshot["device"].where("parent_id", chassis)[0]
    # The project's copy has no bay of that name, so nothing is lost that was there.
    assert updates(project)[0].refusal is None
    project.do(move_to_bay, int(node), chassis, "Node X")
    [update] = updates(project)
    assert update.refusal is not None
    assert update.refusal.plain() == "node-2u4n-001 would lose its bay."
    assert (update.change.bays_added, update.change.bays_removed) == (("Node B",), ("Node X",))
    with pytest.raises(Refused, match="would lose its bay"):
        project.do(update_types, [CHASSIS])
    project.do(move_to_bay, int(node), chassis, "Node A")
    project.do(update_types, [CHASSIS])


def test_holder_and_child_change_together(project: Project) -> None:
    chassis = project.place(CHASSIS, 0)
    project.do(place_in_bay, NODE, chassis)

    def other_word(entry: dict[str, Any]) -> None:
        for bay in entry.get("bays", []):
            bay["accepts"] = "old"
        if "fits" in entry["facts"]:
            entry["facts"]["fits"]["value"] = "old"

    age(project.document, CHASSIS, other_word)
    age(project.document, NODE, other_word)
    assert all(update.refusal is not None for update in updates(project))
    with pytest.raises(Refused, match="would lose its bay"):
        project.do(update_types, [NODE])
    assert len(project.do(update_types, [NODE, CHASSIS])) == 2
