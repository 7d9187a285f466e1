"""gpudesk host-names, and --host-names of cable and import."""

import json
from pathlib import Path

import jsonschema
import pytest

from gpudesk.locate import resource
from gpudesk.operations.floor.halls import create_hall
from gpudesk.operations.racks.device_operations import place_on_floor
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document
from tests.cli.conftest import Run

SCHEMA = json.loads(resource("schemas", "host_names.v2.json").read_text(encoding="utf-8"))


@pytest.fixture
def pod(tmp_path: Path, run: Run) -> Path:
    file = tmp_path / "pod.gpudesk"
    assert run("new", file, "--template", "small-pod").code == 0
    assert run("cable", file).code == 0
    return file


def test_a_template_has_host_names_wherever_they_are_needed(tmp_path: Path, run: Run) -> None:
    """Air handlers and CDUs are no hosts, as the check knows."""
    file = tmp_path / "cooled.gpudesk"
    assert run("new", file, "--template", "dgx-basepod").code == 0
    assert "; 0 names not valid for a host" in run("host-names", file).out
    assert not any(each["name"].startswith("CRAH") for each in json.loads(run("host-names", file, "--json").out)["hosts"])


def test_names_by_a_style_and_by_a_pattern(pod: Path, run: Run) -> None:
    asked = run("host-names", pod, "--style", "superpod", "--dry-run", "--json")
    body = json.loads(asked.out)
    jsonschema.validate(body, SCHEMA)
    assert all(each["error"] is None for each in body["hosts"])
    named = json.loads(run("host-names", pod, "--style", "superpod", "--json").out)
    assert [each["name"] for each in named["hosts"]] == [each["name"] for each in body["hosts"]]
    one = run("host-names", pod, "--pattern", "compute=node{n:03}")
    assert "node001" in one.out
    assert "0 added, 0 removed" in run("cable", pod).out
    listed = json.loads(run("host-names", pod, "--json").out)
    jsonschema.validate(listed, SCHEMA)
    assert {"node001", "node002"} <= {each["name"] for each in listed["hosts"]}


def test_cable_takes_names_from_a_list(pod: Path, tmp_path: Path, run: Run) -> None:
    device = json.loads(run("host-names", pod, "--json").out)["hosts"][0]["name"]
    names = tmp_path / "names.csv"
    names.write_text(f"device;name\n{device};alpha-01\n", encoding="utf-8")
    assert run("cable", pod, "--host-names", names, "--dry-run").code == 0
    assert run("cable", pod, "--host-names", names).code == 0
    assert "alpha-01" in run("host-names", pod, "--json").out
    names.write_text("device;name\nnobody;alpha-02\nalpha-01;bad_name\n", encoding="utf-8")
    refused = run("cable", pod, "--host-names", names)
    assert refused.code == 3
    assert "A2" in refused.err
    assert "B3" in refused.err


def test_wrong_use_is_said(pod: Path, run: Run) -> None:
    assert run("host-names", pod, "--pattern", "nonsense").code == 2
    assert "roles are" in run("host-names", pod, "--pattern", "nobody=a{n}").err
    assert run("host-names", pod, "--style", "superpod", "--pattern", "leaf=a{n}").code == 2


def test_a_role_that_cannot_be_named_leaves_all_as_they_are(tmp_path: Path, run: Run) -> None:
    """Leaves have no rail without cables: the dry run and the run say so alike, and no host is named."""
    file = tmp_path / "pod.gpudesk"
    assert run("new", file, "--template", "small-pod").code == 0
    before = run("host-names", file, "--json").out
    asked = run("host-names", file, "--style", "superpod", "--dry-run")
    done = run("host-names", file, "--style", "superpod")
    assert (asked.code, asked.err) == (3, done.err)
    assert (done.code, "is not cabled to exactly one rail." in done.err) == (3, True)
    assert run("host-names", file, "--json").out == before
    # Names that clash between roles.
    for more in (("--dry-run",), ()):
        clash = run("host-names", file, "--pattern", "compute=x{n}", "--pattern", "leaf=X{n}", *more)
        assert (clash.code, "Two devices would be named" in clash.err) == (3, True)
    assert run("host-names", file, "--json").out == before
    assert run("host-names", file, "--pattern", "compute=x{n}", "--pattern", "leaf=y{n}").code == 0
    assert len(run("history", file, "--json").json["steps"]) == 2


def test_a_style_names_systems_that_were_placed_without_a_role(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "hand.gpudesk"
    with Document.create(file) as document:
        hall = run_operation(document, create_hall, "Hall 1").result
        for number in (1, 2):
            run_operation(document, place_on_floor, "nvidia.gb300-nvl72", hall, 2000 + 700 * number, 1000, name=f"nvl72-{number}")
    named = [host["name"] for host in json.loads(run("host-names", file, "--style", "rack-scale", "--json").out)["hosts"]]
    assert named == ["nvl72-1-p1-dgx-01", "nvl72-2-p1-dgx-02"]


@pytest.mark.parametrize("place", [0, -1])
@pytest.mark.parametrize("style", ["superpod", "rack-scale"])
def test_a_style_counts_systems_without_a_role_with_the_compute_nodes(place: int, style: str, pod: Path, run: Run) -> None:
    expected = json.loads(run("host-names", pod, "--style", style, "--dry-run", "--json").out)["hosts"]
    with Document.open(pod) as document:
        devices = document.snapshot["device"]
        system = int(devices.ids[devices["role"] == "compute"][place])
        run_operation(document, set_fields, "device", [system], {"role": "system"})
    done = run("host-names", pod, "--style", style, "--json")
    assert done.code == 0, done.err
    assert {host["device"]: host["name"] for host in json.loads(done.out)["hosts"]} == {host["device"]: host["name"] for host in expected}
