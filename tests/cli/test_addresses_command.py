"""`gpudesk addresses`: the plan as lines, as JSON and as files."""

import json
import zipfile
from pathlib import Path

import jsonschema
import pytest

from gpudesk import locate
from tests.cli.conftest import Run
from tests.formats.mixed_fabric import mixed_file


@pytest.fixture(scope="module")
def pod(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return mixed_file(tmp_path_factory.mktemp("pod") / "pod.gpudesk")


def test_the_plan_is_told(pod: Path, run: Run) -> None:
    done = run("addresses", pod)
    assert done.code == 0
    assert "In-band      Hall 1   300  10.16.0.0/26" in done.out
    assert done.out.endswith("InfiniBand ports have none\n")
    body = run("addresses", pod, "--json").json
    jsonschema.validate(body, json.loads(locate.resource("schemas", "addresses.v2.json").read_text(encoding="utf-8")))
    assert len(body["addresses"]) == 200


def test_the_files_are_written(pod: Path, tmp_path: Path, run: Run) -> None:
    done = run("addresses", pod, "--write", tmp_path / "set")
    assert sorted(Path(line).name for line in done.out.splitlines()) == sorted(path.name for path in (tmp_path / "set").iterdir())
    assert run("export", pod, "addresses", tmp_path / "set.zip").code == 0
    with zipfile.ZipFile(tmp_path / "set.zip") as archive:
        assert archive.read("hosts") == (tmp_path / "set" / "hosts").read_bytes()
    assert run("addresses", pod, "--write", tmp_path / "set").code == 3


def test_a_project_without_cables_is_refused(project: Path, run: Run) -> None:
    done = run("addresses", project)
    assert done.code == 3
    assert "no cables" in done.err
