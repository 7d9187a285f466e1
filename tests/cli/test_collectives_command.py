"""`gpudesk collectives`: what operations over the networks of a project would take."""

import json
from pathlib import Path

import jsonschema
import pytest

from gpudesk import locate, operations
from gpudesk.catalog.templates import load_template
from gpudesk.operations import run as run_operation
from gpudesk.project.document import Document
from tests.cli.conftest import Run


@pytest.fixture
def pod(tmp_path: Path) -> Path:
    file = tmp_path / "pod.gpudesk"
    with Document.create(file) as document:
        run_operation(document, operations.build, load_template("dgx-basepod"))
        run_operation(document, operations.cable_project)
    return file


def test_the_json_is_as_documented(run: Run, pod: Path) -> None:
    body = run("collectives", str(pod), "--json").json
    jsonschema.validate(body, json.loads(locate.resource("schemas", "collectives.v1.json").read_text(encoding="utf-8")))
    (network,) = body["networks"]
    assert network["gpus_a_system"] == 8
    assert {each["state"] for each in network["operations"]} == {"system", "intact"}


def test_what_is_printed(run: Run, pod: Path) -> None:
    shown = run("collectives", str(pod), "--systems", "2").out
    assert "2 of" in shown
    assert "all-to-all" in shown


def test_more_systems_than_there_are(run: Run, pod: Path) -> None:
    done = run("collectives", str(pod), "--systems", "500")
    assert done.code == 3
    assert "500" in done.err


def test_a_project_without_gpus(run: Run, tmp_path: Path) -> None:
    Document.create(tmp_path / "empty.gpudesk").close()
    done = run("collectives", str(tmp_path / "empty.gpudesk"))
    assert done.code == 3
    assert "Place systems" in done.err
