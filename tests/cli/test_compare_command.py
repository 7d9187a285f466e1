"""What `gpudesk compare` says, of two files and of a file and its version."""

import json
import shutil
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from gpudesk import locate
from gpudesk.operations.floor.halls import create_hall, delete_objects
from gpudesk.operations.project.version_operations import save_version
from gpudesk.operations.racks.device_operations import move_device
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document
from tests.cli.conftest import Run

CORDS = 6
"""Of the system that is deleted: they go with it."""


def demand_schema(body: Any) -> None:
    jsonschema.validate(body, json.loads(locate.resource("schemas", "compare.v2.json").read_text(encoding="utf-8")))


@pytest.fixture
def edited(project: Path, tmp_path: Path) -> Path:
    """A copy of the project in which a version was kept, and then something of every sort happened."""
    copy = tmp_path / "copy.gpudesk"
    with Document.open(project) as document:
        document.save_copy(copy)
    with Document.open(copy) as document:
        devices = document.snapshot["device"]
        run_operation(document, save_version, "as ordered")
        first, second, third = (int(each) for each in devices.where("type_id", devices["type_id"][0])[:3])
        place = devices.row(first)
        run_operation(document, delete_objects, "device", [first])
        run_operation(document, move_device, second, place["rack_id"], place["position"])
        run_operation(document, set_fields, "device", [third], {"status": 2})
        run_operation(document, create_hall, "Hall 9")
    return copy


def bytes_around(path: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in path.parent.iterdir() if each.is_file()}


def test_equal_files_do_not_differ(project: Path, tmp_path: Path, run: Run) -> None:
    copy = tmp_path / "same.gpudesk"
    shutil.copy(project, copy)
    done = run("compare", project, copy)
    assert (done.code, done.out) == (0, "0 added, 0 removed, 0 moved, 0 changed\n")
    body = run("compare", project, copy, "--json").json
    demand_schema(body)
    assert body["differences"] == []


def test_a_copy_is_compared_by_id(project: Path, edited: Path, run: Run) -> None:
    before = bytes_around(project)
    done = run("compare", project, edited, "--json")
    assert bytes_around(project) == before, "nothing is changed and nothing is left beside the files"
    assert done.code == 5
    demand_schema(done.json)
    assert done.json["matched_by"] == "id"
    assert done.json["counts"] == {"added": 1, "removed": 1 + CORDS, "moved": 1, "changed": 1}
    by_sort = {each["change"]: each for each in done.json["differences"] if each["table"] != "power_cord"}
    assert {each["change"] for each in done.json["differences"] if each["table"] == "power_cord"} == {"removed"}
    assert by_sort["added"]["name"] == "Hall 9"
    assert by_sort["removed"]["after"] is None
    assert by_sort["removed"]["before"]["location"][-1].startswith("U")
    assert by_sort["moved"]["after"]["location"] == by_sort["removed"]["before"]["location"]
    assert {"name": "status", "before": 0, "after": 2, "before_text": "planned", "after_text": "delivered"} in by_sort["changed"]["fields"]
    totals = [done.json[side]["totals"]["gpus"] for side in ("before", "after")]
    assert totals[0] - totals[1] == 8


def test_the_other_way_round_what_was_added_is_removed(project: Path, edited: Path, run: Run) -> None:
    there, back = (run("compare", *files, "--json").json for files in ((project, edited), (edited, project)))
    assert back["counts"] == there["counts"] | {"added": there["counts"]["removed"], "removed": there["counts"]["added"]}
    added, removed = (
        sorted(each["name"] for each in body["differences"] if each["change"] == sort)
        for body, sort in ((there, "added"), (back, "removed"))
    )
    assert added == removed
    assert removed == ["Hall 9"]


def test_a_file_is_compared_with_its_version(edited: Path, run: Run) -> None:
    done = run("compare", edited, "--version", "as ordered", "--json")
    assert done.code == 5
    demand_schema(done.json)
    assert done.json["before"]["version"] == "as ordered"
    assert done.json["after"]["version"] is None
    assert done.json["counts"] == {"added": 1, "removed": 1 + CORDS, "moved": 1, "changed": 1}


def test_lines_say_where_and_what(edited: Path, run: Run) -> None:
    lines = run("compare", edited, "--version", "as ordered").out.splitlines()
    assert lines[-1] == f"1 added, {1 + CORDS} removed, 1 moved, 1 changed"
    assert any(line.startswith("changed") and line.endswith("status planned → delivered") for line in lines)
    assert any(line.startswith("GPUs: ") for line in lines)


def test_projects_of_one_template_are_compared_by_name(project: Path, tmp_path: Path, run: Run) -> None:
    other = tmp_path / "other.gpudesk"
    assert run("new", other, "--template", "small-pod", "--set", "altitude_m=650").code == 0
    body = run("compare", project, other, "--json").json
    assert body["matched_by"] == "name"
    assert [(each["change"], each["name"]) for each in body["differences"]] == [("added", "altitude_m")]


def test_wrong_use_and_wrong_files_are_told_apart(project: Path, tmp_path: Path, run: Run) -> None:
    assert run("compare", project).code == 2
    assert run("compare", project, project, "--version", "x").code == 2
    unknown = run("compare", project, "--version", "as built")
    assert unknown.code == 2
    assert "as built" in unknown.err
    damaged = tmp_path / "damaged.gpudesk"
    damaged.write_bytes(project.read_bytes()[:5000])
    for wrong in (damaged, tmp_path / "missing.gpudesk"):
        assert run("compare", project, wrong).code == 3
    assert not (tmp_path / "missing.gpudesk").exists()


def test_a_file_that_is_being_edited_can_be_compared(project: Path, edited: Path, run: Run) -> None:
    with Document.open(edited) as document:
        assert run("compare", project, edited).code == 5
        run_operation(document, create_hall, "still writable")
