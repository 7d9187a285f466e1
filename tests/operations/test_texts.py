"""Texts that are too long are refused by every operation that takes one; nothing is cut and nothing is changed."""

from typing import Any

import pytest

from gpudesk.core.messages.errors import Refused
from gpudesk.core.names.text_limits import TEXT_BOUNDS
from gpudesk.operations.copies.repeat import fill_rack
from gpudesk.operations.floor.halls import create_hall, create_rack, create_row
from gpudesk.operations.floor.rows import add_racks
from gpudesk.operations.project.plan_scope_operations import set_outside_plan
from gpudesk.operations.project.site_sheet_operations import name_phase, set_baseline_value
from gpudesk.operations.project.version_operations import save_version
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.operations.racks.reservations import reserve_units
from gpudesk.operations.run.field_operations import rename
from tests.operations.conftest import RACK, SERVER, Project

TOO_LONG = [
    (create_hall, (), "name"),
    (create_row, (1,), "name"),
    (create_rack, (RACK, 1), "name"),
    (add_racks, (RACK, 1, 1), "first_name"),
    (place_device, (SERVER, 1, 0), "name"),
    (place_device, (SERVER, 1, 0), "role"),
    (fill_rack, (SERVER, 1), "role"),
    (rename, ("rack", 1), "name"),
    (reserve_units, (1, 0, 2), "reason"),
    (name_phase, (1,), "name"),
    (save_version, (), "name"),
    (save_version, ("v",), "note"),
    (set_baseline_value, (), "role"),
]
COLUMNS = {"first_name": "name", "note": "notes"}
OTHER: dict[Any, dict[str, Any]] = {set_baseline_value: {"key": "driver", "value": "570.1"}}


@pytest.mark.parametrize(("verb", "given", "argument"), TOO_LONG, ids=[f"{verb.__name__}-{argument}" for verb, _, argument in TOO_LONG])
def test_a_text_that_is_too_long_is_refused(project: Project, verb: Any, given: tuple[Any, ...], argument: str) -> None:
    most = TEXT_BOUNDS[COLUMNS.get(argument, argument)].most
    before, versions = project.document.snapshot, project.document.versions()
    with pytest.raises(Refused, match=f"at most {most} characters"):
        project.do(verb, *given, **{argument: "x" * (most + 1)}, **OTHER.get(verb, {}))
    assert project.document.snapshot is before
    assert project.document.versions() == versions
    project.do(verb, *given, **{argument: "x" * most}, **OTHER.get(verb, {}))


def test_the_longest_texts_are_kept_whole(project: Project) -> None:
    reserved = project.do(reserve_units, project.racks[0], 0, 2, reason="r" * 500)
    assert project.row_of("reservation", reserved)["reason"] == "r" * 500
    project.do(name_phase, 3, "p" * 200)
    assert project.document.snapshot["phase"]["name"].tolist() == ["p" * 200]
    project.do(save_version, "v" * 200, "n" * 10_000)
    ((_, name, note, _, _),) = project.document.versions()
    assert (name, note) == ("v" * 200, "n" * 10_000)


def test_a_reason_is_one_line(project: Project) -> None:
    with pytest.raises(Refused, match="A reason must be one line of at most"):
        project.do(reserve_units, project.racks[0], 0, 2, reason="two\nlines")


@pytest.mark.parametrize("reason", ["two\nlines", "red \x1b[31m", "a\x0btab", "x" * 501])
def test_a_reason_not_to_plan_is_one_line(project: Project, reason: str) -> None:
    """It reaches the terminal as it is."""
    before = project.document.snapshot
    with pytest.raises(Refused, match="A reason must be one line of at most 500 characters"):
        project.do(set_outside_plan, "cooling", reason)
    assert project.document.snapshot is before
    with pytest.raises(Refused, match="A reason is required"):
        project.do(set_outside_plan, "cooling", " ")
    project.do(set_outside_plan, "cooling", " " + "x" * 500)
    assert project.document.snapshot["setting"]["value"].tolist() == ["x" * 500]
