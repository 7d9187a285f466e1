"""Versions are kept, brought back as one step, and dropped; a damaged one never makes a project unreadable."""

import json
import zlib
from typing import Any

import pytest

from gpudesk.core.messages.errors import DeskError, Refused
from gpudesk.operations.floor.halls import create_hall, delete_objects, move_rack
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.project.version_operations import delete_version, restore_version, save_version
from gpudesk.operations.run.field_operations import rename, set_fields
from gpudesk.operations.run.run import undo
from gpudesk.project.versions import load, version_snapshot
from tests.operations.chooser import start_plan
from tests.operations.conftest import SERVER, SYSTEM, Project


def test_a_version_is_brought_back(project: Project) -> None:
    project.do(build, start_plan())
    project.do(move_rack, project.racks[0], -1, 0)
    kept = project.do(save_version, "  As sold ", " for the offer ")
    assert [entry[:3] for entry in project.document.versions()] == [(kept, "As sold", "for the offer")]
    sold = project.document.snapshot
    project.do(delete_objects, "rack", project.racks)
    project.do(set_fields, "hall", project.hall, {"notes": "changed"})
    project.place(SYSTEM, 60, rack=0) if project.document.snapshot["rack"].has(project.racks[0]) else project.do(create_hall)
    changed = project.document.snapshot
    project.do(restore_version, version_snapshot(project.document, kept), "As sold")
    assert project.title == "Restore version As sold"
    assert project.document.snapshot.equals(sold)
    assert project.document.snapshot.equals(project.document.fresh_snapshot())
    undo(project.document)
    assert project.document.snapshot.equals(changed)


def test_going_back_to_the_same_is_no_step(project: Project) -> None:
    kept = project.do(save_version, "One")
    steps = project.document.steps
    outcome = project.outcome(restore_version, version_snapshot(project.document, kept), "One")
    assert not outcome.changes
    assert project.document.steps == steps


def test_a_version_needs_a_name(project: Project) -> None:
    with pytest.raises(Refused, match="A version requires a name"):
        project.do(save_version, "  ")


def test_a_version_is_dropped(project: Project) -> None:
    kept = project.do(save_version, "One")
    project.do(delete_version, kept)
    assert project.document.versions() == []
    with pytest.raises(Refused, match="There is no version with number"):
        project.do(delete_version, kept)


@pytest.mark.parametrize(
    "damage",
    [
        lambda body: body["catalog_item"]["body"].__setitem__(0, "{"),
        lambda body: body["rack"]["hall_id"].__setitem__(0, 99),
        lambda body: body["rack"]["status"].__setitem__(0, 77),
        lambda body: body["rack"]["name"].__setitem__(0, None),
        lambda body: body["device"].clear(),
    ],
)
def test_a_damaged_version_leaves_the_project_as_it_is(project: Project, damage: Any) -> None:
    project.place(SERVER, 0)
    kept = project.do(save_version, "One")
    body = json.loads(zlib.decompress(project.document.version_dump(kept)))
    damage(body)
    project.do(rename, "rack", project.racks[0], "changed")
    project.place(SERVER, 10)
    before = project.document.snapshot
    image = zlib.compress(json.dumps(body).encode())
    with pytest.raises(DeskError):
        project.do(lambda edit: restore_version(edit, load(project.document.schema, image, 1), "One"))
    assert project.document.snapshot is before
    assert project.document.fresh_snapshot().equals(before)
