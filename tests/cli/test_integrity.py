"""gpudesk check --integrity and gpudesk recover."""

import json
from pathlib import Path

import jsonschema

from gpudesk import locate
from gpudesk.operations.floor.halls import create_hall
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document
from tests.cli.conftest import Run
from tests.project.flips import change


def test_a_whole_file_is_verified_before_it_is_judged(project: Path, run: Run) -> None:
    done = run("check", project, "--integrity")
    assert done.code == 0
    assert done.out.splitlines()[0] == "integrity: 14 blocks match their digests"
    assert done.out.splitlines()[1:] == run("check", project).out.splitlines()
    body = run("check", project, "--integrity", "--json").json
    assert body["integrity"] == {"compared": 14, "unverified": 0}
    jsonschema.validate(body, json.loads(locate.resource("schemas", "check.v2.json").read_text(encoding="utf-8")))
    assert "integrity" not in run("check", project, "--json").json


def test_what_an_open_window_edited_is_not_damaged(project: Path, run: Run) -> None:
    with Document.open(project) as document:
        run_operation(document, create_hall)
        done = run("check", project, "--integrity")
        assert done.code == 0
        assert done.out.splitlines()[0] == "integrity: 11 blocks match their digests, 3 edited since or never verified"


def test_damage_is_named_with_tables_and_objects(project: Path, run: Run) -> None:
    change(
        project, "UPDATE device SET position = position + 2 WHERE id IN (1, 3)", "DELETE FROM rack_row WHERE id = 99", "DELETE FROM phase"
    )
    done = run("check", project, "--integrity")
    assert (done.code, done.out) == (3, "")
    assert "phase 1, 2; device dgx-001, dgx-003." in done.err
    assert run("check", project, "--integrity", "--json").code == 3


def test_what_is_not_damaged_is_recovered(project: Path, run: Run) -> None:
    change(project, "UPDATE device SET position = position + 2 WHERE id IN (1, 3)")
    out = project.with_name("recovered.gpudesk")
    done = run("recover", project, out)
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[0] == str(out)
    assert "left out: device: 2 damaged (dgx-001, dgx-003)" in lines
    assert lines[-1] == "left out: the history of the steps"
    assert run("info", out, "--json").json["totals"]["systems"] == 5
    assert run("check", out, "--integrity").out.startswith("integrity: ")
    body = run("recover", project, out, "--json").json
    assert set(body) == {"file", "out", "saved", "lost", "followed", "let_go", "history"}
    assert body["lost"] == {"device": [{"id": 1, "name": "dgx-001"}, {"id": 3, "name": "dgx-003"}]}


def test_what_cannot_be_recovered_ends_with_3(project: Path, run: Run) -> None:
    assert run("recover", project, project).code == 3
    assert run("recover", project.with_name("none.gpudesk"), project.with_name("out.gpudesk")).code == 3
    project.write_bytes(b"something else")
    assert run("recover", project, project.with_name("out.gpudesk")).code == 3
    assert [file.name for file in project.parent.iterdir()] == ["pod.gpudesk"]
