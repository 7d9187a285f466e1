"""gpudesk scope: which domains a project plans, and which it leaves out with a reason."""

import json
import re
from pathlib import Path

import jsonschema
import pytest

from gpudesk.locate import resource
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document
from tests.cli.conftest import Run

SCHEMA = json.loads(resource("schemas", "scope.v2.json").read_text(encoding="utf-8"))


def _domains(file: Path, run: Run) -> dict[str, str | None]:
    shown = json.loads(run("scope", file, "--json").out)
    jsonschema.validate(shown, SCHEMA)
    return {each["domain"]: each["reason"] for each in shown["domains"] if not each["planned"]}


def test_a_template_says_what_it_leaves_out(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "pod.gpudesk"
    assert run("new", file, "--template", "dgx-h100-superpod", "--set", "su=1", "--set", "cooling=none").code == 0
    assert set(_domains(file, run)) == {"cooling", "storage_target"}
    with_room = tmp_path / "room.gpudesk"
    assert run("new", with_room, "--template", "dgx-h100-superpod", "--set", "su=1", "--set", "ufm=false").code == 0
    assert set(_domains(with_room, run)) == {"subnet_manager", "storage_target"}


def test_a_domain_is_left_out_and_planned_again(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "pod.gpudesk"
    assert run("new", file, "--template", "small-pod").code == 0
    assert set(_domains(file, run)) == {"cooling", "storage"}
    shown = run("scope", file, "--plan", "cooling")
    assert shown.code == 0
    checked = run("check", file)
    assert (checked.code, "absent.cooling" in checked.out) == (5, True)
    shown = run("scope", file, "--leave-out", "cooling", "--reason", "  The building has chilled doors. ")
    assert "The building has chilled doors." in shown.out
    assert _domains(file, run)["cooling"] == "The building has chilled doors."
    checked = run("check", file)
    assert (checked.code, "absent.cooling" in checked.out) == (0, False)
    assert "Cooling is out of scope: The building has chilled doors." in checked.out


def test_a_reason_is_needed(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "pod.gpudesk"
    assert run("new", file, "--template", "small-pod").code == 0
    assert run("scope", file, "--leave-out", "cooling").code == 2
    assert run("scope", file, "--leave-out", "cooling", "--reason", " ").code == 3
    assert set(_domains(file, run)) == {"cooling", "storage"}


def test_several_domains_share_a_reason_and_none_is_both_left_out_and_planned(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "pod.gpudesk"
    assert run("new", file, "--template", "small-pod").code == 0
    refused = run("scope", file, "--leave-out", "power", "--reason", "The building feeds it.", "--plan", "power")
    assert (refused.code, "power is given with both --leave-out and --plan; use only one of them." in refused.err) == (2, True)
    assert set(_domains(file, run)) == {"cooling", "storage"}
    both = ("--leave-out", "power", "--leave-out", "in_band", "--leave-out", "power")
    assert run("scope", file, *both, "--reason", "The customer plans it.", "--plan", "cooling", "--plan", "storage").code == 0
    assert _domains(file, run) == dict.fromkeys(("in_band", "power"), "The customer plans it.")
    assert len(run("history", file, "--json").json["steps"]) == 5


def test_a_redundant_role_is_required_and_cleared(tmp_path: Path, run: Run) -> None:
    """A project that decides on one subnet manager requires no standby."""
    file = tmp_path / "unit.gpudesk"
    assert run("new", file, "--template", "gb200-nvl72-superpod").code == 0
    shown = run("scope", file)
    assert [re.split(r"\s{2,}", line.strip()) for line in shown.out.splitlines()[-2:]] == [
        ["redundant role", "devices required", "planned", "required by"],
        ["fabric management", "2", "2", "template DGX GB200 SuperPOD, 1 SU"],
    ]
    with Document.open(file) as document:
        devices = document.snapshot["device"]
        run_operation(document, delete_objects, "device", devices.where("name", "ufm-2").tolist())
    assert "absent.partner" in run("check", file).out
    assert run("scope", file, "--redundant", "fabric management=1").code == 0
    assert "absent.partner" not in run("check", file).out
    shown = json.loads(run("scope", file, "--redundant", "broker=3", "--redundant", "fabric management=2", "--json").out)
    jsonschema.validate(shown, SCHEMA)
    assert shown["redundant_roles"] == {"broker": 3, "fabric management": 2}
    assert shown["required_roles"] == [
        {"role": "broker", "devices": 3, "planned": 0, "sources": [{"source": "project", "name": None}]},
        {"role": "fabric management", "devices": 2, "planned": 1, "sources": [{"source": "project", "name": None}]},
    ]
    assert "absent.partner" in run("check", file).out
    titles = [step["title"] for step in run("history", file, "--json").json["steps"]]
    assert titles[-3:] == [
        "Require no standby for the role fabric management",
        "Require 3 devices with the role broker",
        "Require 2 devices with the role fabric management",
    ]


def test_roles_are_listed_with_the_template_and_the_networks_that_require_them(tmp_path: Path, run: Run) -> None:
    """The UFM appliances and the in-band switches of a SuperPOD are linked in pairs; the template requires the former as well."""
    file = tmp_path / "unit.gpudesk"
    assert run("new", file, "--template", "dgx-h100-superpod", "--set", "su=1").code == 0
    rows = [re.split(r"\s{2,}", line.strip()) for line in run("scope", file).out.splitlines()]
    assert rows[rows.index(["redundant role", "devices required", "planned", "required by"]) + 1 :] == [
        ["cluster management", "4", "4", "template DGX H100 SuperPOD, 1 SU"],
        ["fabric management", "2", "2", "template DGX H100 SuperPOD, 1 SU; network stage of Out-of-band"],
        ["in-band", "2", "2", "network stage of In-band"],
        ["storage fabric management", "2", "2", "template DGX H100 SuperPOD, 1 SU; network stage of Out-of-band"],
    ]
    shown = json.loads(run("scope", file, "--leave-out", "in_band", "--reason", "Planned by others", "--json").out)
    jsonschema.validate(shown, SCHEMA)
    with pytest.raises(jsonschema.ValidationError, match="required_roles"):
        jsonschema.validate({key: value for key, value in shown.items() if key != "required_roles"}, SCHEMA)
    sources = [{"source": "template", "name": "DGX H100 SuperPOD, 1 SU"}, {"source": "network_stage", "name": "Out-of-band"}]
    assert {role["role"]: role["sources"] for role in shown["required_roles"]} == {
        "cluster management": sources[:1],
        "fabric management": sources,
        "storage fabric management": sources,
    }


def test_a_role_without_any_requirement_is_not_listed(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "rack.gpudesk"
    assert run("new", file, "--template", "one-rack").code == 0
    assert "redundant role" not in run("scope", file).out
    assert run("scope", file, "--json").json["required_roles"] == []


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("fabric management", 2, "'fabric management' is not ROLE=COUNT"),
        ("=2", 2, "'=2' is not ROLE=COUNT"),
        ("broker=-1", 2, "'broker=-1' is not ROLE=COUNT"),
        ("broker=0", 3, "The number of devices must be between 1 and 1000."),
        ("broker=1001", 3, "The number of devices must be between 1 and 1000."),
    ],
)
def test_a_redundant_role_needs_a_role_and_a_number(tmp_path: Path, run: Run, text: str, code: int, message: str) -> None:
    file = tmp_path / "pod.gpudesk"
    assert run("new", file, "--template", "small-pod").code == 0
    refused = run("scope", file, "--redundant", text)
    assert (refused.code, message in refused.err) == (code, True)
    assert json.loads(run("scope", file, "--json").out)["redundant_roles"] == {}
