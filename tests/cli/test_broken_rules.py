"""A project into which another program wrote values that its rules forbid: every way through it has a clear answer."""

import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from gpudesk.checks.engine.check_engine import check_all
from gpudesk.cli.terminal.exits import UNREADABLE
from gpudesk.core.messages.errors import DeskError
from gpudesk.derived.totals.totals import totals
from gpudesk.operations.copies.repeat import copied, duplicate_rack, duplicate_up, fill_pattern, paste
from gpudesk.operations.floor.halls import delete_all
from gpudesk.operations.racks.device_operations import flip_devices, move_device, nudge, swap_devices, take_out
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document
from tests.cli.conftest import Run
from tests.cli.test_pictures import drawn

EDITS = (
    "UPDATE device SET status = 99, face = 7",
    "UPDATE device SET side = 5, angle_ddeg = 99999, phase = -4",
    "UPDATE device SET position = -3, face = -1",
    "UPDATE device SET position = -1 WHERE rack_id IS NOT NULL",
    "UPDATE device SET hall_id = 1",
    "UPDATE rack SET status = 99, angle_ddeg = -5, rail_depth_mm = -3, phase = -1",
    "UPDATE hall SET width_mm = -5, depth_mm = 0, phase = 5000",
    "INSERT INTO reservation (rack_id, position, height, face) VALUES (1, -1, -2, 9)",
    "INSERT INTO severity (rule, severity) VALUES ('space.overlap', 'loud')",
    "INSERT INTO phase (number, name) VALUES (-1, 'x')",
)


@pytest.fixture(params=EDITS, ids=lambda edit: edit.lower().replace(" ", "-")[:40])
def broken(project: Path, request: pytest.FixtureRequest) -> Path:
    """The sample project with one edit that passed the rules by."""
    connection = sqlite3.connect(project)
    connection.execute("PRAGMA ignore_check_constraints=ON")
    connection.execute(request.param)
    connection.commit()
    connection.close()
    return project


def test_commands_name_the_damage(broken: Path, run: Run) -> None:
    for command in (("info",), ("info", "--json"), ("check",), ("check", "--phase", "1"), ("history",)):
        done = run(command[0], broken, *command[1:])
        assert done.code == UNREADABLE
        assert "is damaged: CHECK constraint failed" in done.err


def test_what_is_computed_and_done_meanwhile_is_an_answer_or_a_refusal(broken: Path) -> None:
    with Document.open(broken) as document:
        snapshot = document.snapshot
        for phase in (None, 1):
            totals(snapshot, "project", None, phase=phase)
            assert not check_all(snapshot, phase).failed
        devices = snapshot["device"]
        standing = devices.ids[devices["rack_id"] > 0][:2].tolist()
        copied(snapshot, standing)
        gestures: list[tuple[Any, tuple[Any, ...]]] = [
            (nudge, (standing, 2)),
            (nudge, (standing, -2)),
            (move_device, (standing[0], 1, 10)),
            (swap_devices, tuple(standing)),
            (duplicate_up, (standing,)),
            (fill_pattern, (standing, snapshot["rack"].ids.tolist())),
            (duplicate_rack, (1,)),
            (paste, (copied(snapshot, standing), 1)),
            (flip_devices, (standing,)),
            (set_fields, ("device", standing[0], {"phase": 1})),
            (take_out, (standing,)),
            (delete_all, ({name: snapshot[name].ids.tolist() for name in ("reservation", "device", "rack")},)),
        ]
        for verb, given in gestures:
            with suppress(DeskError):
                run_operation(document, verb, *given)
        assert document.snapshot.equals(document.fresh_snapshot())


@pytest.mark.parametrize("broken", EDITS[:1], indirect=True)
@pytest.mark.parametrize("pane", ["floor", "plan", "rack", "elevation"])
def test_the_drawing_shows_what_can_be_shown(broken: Path, pane: str) -> None:
    assert drawn(broken, pane, broken.with_suffix(".png")).startswith(b"\x89PNG")
