"""new, templates, info, check, history."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from gpudesk import locate
from gpudesk.catalog.templates import load_template, templates
from gpudesk.cli.fabric import cable_command
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack
from gpudesk.operations.floor.halls import create_hall
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.project.finding_operations import exclude_finding
from gpudesk.operations.project.project_settings import set_severity
from gpudesk.operations.project.version_operations import save_version
from gpudesk.operations.project.workloads import add_workload
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.operations.run.run import run as carry_out
from gpudesk.operations.run.run import run as run_operation
from gpudesk.operations.run.run import undo
from gpudesk.project.document import Document
from gpudesk.project.site_sheet import site_sheet
from gpudesk.sizing.serving.serving_request import Asked
from gpudesk.sizing.workloads.saved_workload import kept
from tests.cli.conftest import Run
from tests.left_out import ALL_LEFT_OUT
from tests.project.damage import KINDS, Damage, whole_project
from tests.project.others import line, other

RACK, SYSTEM = "generic.rack-48u-600x1200", "nvidia.dgx-h100"


def test_a_project_is_made(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "one.gpudesk"
    done = run("new", path)
    assert (done.code, done.out, done.err) == (0, f"{path}\n", "")
    assert [file.name for file in tmp_path.iterdir()] == ["one.gpudesk"]
    with Document.open(path) as document:
        assert document.steps == []


@pytest.mark.parametrize("name", [template.name for template in templates()])
def test_a_project_is_made_from_each_template(tmp_path: Path, run: Run, name: str) -> None:
    path = tmp_path / "one.gpudesk"
    assert run("new", path, "--template", name).code == 0
    plan, built = load_template(name), run("info", path, "--json").json["totals"]
    units = built["families"].get("cooling", 0) + built["families"].get("cdu", 0)
    # Systems that are racks by themselves count as racks too.
    whole = sum(device.type == "nvidia.gb200-nvl72" for device in plan.devices)
    assert (built["racks"], built["devices"] - units) == (len(plan.racks) + whole, len(plan.devices))
    assert bool(units) == bool(plan.coolings)


def test_values_of_the_site_sheet_are_set(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "one.gpudesk"
    settings = ["altitude_m=650", "continuous_factor=0.8", "region=north-america", "racks_moved_loaded=true", "rack_feet=4", "currency=EUR"]
    arguments = [word for setting in settings for word in ("--set", setting)]
    assert run("new", path, *arguments).code == 0
    with Document.open(path) as document:
        sheet = site_sheet(document.snapshot)
        assert sheet.faults == {}
        assert [sheet.value(setting.partition("=")[0]) for setting in settings] == [650, 0.8, "north-america", True, 4, "EUR"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--template", "nothing"], "There is no template nothing; available: dgx-b200-superpod, "),
        (["--template", "../rules/site_sheet"], "There is no template"),
        (["--set", "altitude_m"], "is not KEY=VALUE"),
        (["--set", "=5"], "is not KEY=VALUE"),
        (["--set", "nothing=5"], "is not KEY=VALUE with a key of the site sheet (region, altitude_m"),
        (["--template", "dgx-h100-superpod", "--set", "su=5"], "su cannot be 5: it must be a whole number from 1 to 4"),
        (["--template", "dgx-h100-superpod", "--set", "ufm=maybe"], "ufm cannot be maybe"),
        (
            ["--template", "dgx-h100-superpod", "--set", "nodes=5"],
            "systems_a_rack=1|2|4, cooling=room|row|door|none) or a key of the site sheet (region",
        ),
        (["--set", "altitude_m=high"], "altitude_m must be a number"),
        (["--set", "altitude_m=nan"], "altitude_m must be a number"),
        (["--set", "altitude_m=999999"], "altitude_m must be between"),
        (["--set", "region=moon"], "region must be one of iec, north-america"),
        (["--set", "racks_moved_loaded=maybe"], "racks_moved_loaded must be yes or no"),
    ],
)
def test_what_new_does_not_take(tmp_path: Path, run: Run, arguments: list[str], says: str) -> None:
    done = run("new", tmp_path / "one.gpudesk", *arguments)
    assert done.code == 2
    assert says in done.err
    assert list(tmp_path.iterdir()) == []


def test_new_writes_over_nothing(project: Path, run: Run) -> None:
    before = project.read_bytes()
    done = run("new", project)
    assert done.code == 3
    assert "already exists" in done.err
    assert project.read_bytes() == before


def test_templates_are_listed(run: Run) -> None:
    lines = run("templates").out.splitlines()
    assert [row.split()[0] for row in lines] == [template.name for template in templates()]
    listed = run("templates", "--json").json["templates"]
    assert [set(each) for each in listed] == [
        {"name", "title", "description", "published", "derived", "custom", "kind", "parameters"}
    ] * len(lines)
    superpod = next(each for each in listed if each["name"] == "dgx-h100-superpod")
    chosen = [(each["name"], each["value"]) for each in superpod["parameters"]]
    assert chosen == [("su", 4), ("ufm", True), ("systems_a_rack", 4), ("cooling", "room")]


def test_a_template_takes_its_parameters(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "pod.gpudesk"
    chosen = ["--set", "su=2", "--set", "ufm=false", "--set", "altitude_m=650"]
    assert run("new", path, "--template", "dgx-h100-superpod", *chosen).code == 0
    assert run("info", path, "--json").json["totals"]["systems"] == 64


def test_totals(project: Path, run: Run) -> None:
    lines = run("info", project).out.splitlines()
    assert lines[0].split() == ["GPUs", "56"]
    assert any(row.startswith("power, max") and "kW" in row for row in lines)
    body = run("info", project, "--json").json
    assert set(body) == {"file", "uid", "revision", "phase", "totals", "types", "cabling", "updates", "workloads"}
    assert body["cabling"]["links"] == 0
    assert body["cabling"]["networks"] == []
    assert {each["key"]: each["count"] for each in body["types"]}["nvidia.dgx-h100"] == 7
    assert (body["file"], body["revision"], body["phase"]) == (str(project), 1, None)
    assert body["totals"]["racks"] == 3
    assert body["totals"]["units_reserved"] == 8
    assert set(body["totals"]["power_w"]) == {"nameplate", "max", "provisioned", "average", "peak"}


def test_where_no_figure_is_known_no_sum_is_said(project: Path, run: Run) -> None:
    totals = run("info", project, "--json").json["totals"]
    rows = {line.partition("  ")[0]: line.partition("  ")[2].strip() for line in run("info", project).out.splitlines()}
    unknown = [name for name, watts in totals["power_w"].items() if watts is None]
    assert unknown == ["nameplate", "provisioned", "average", "peak"]
    assert 0.0 not in totals["power_w"].values()
    for name in unknown:
        assert rows[f"power, {name}"] == f"– (not known for {totals['power_missing'][name]} of 25 devices)"
    assert "kW; 4 devices have no published power" in rows["power, max"]


def test_totals_of_a_phase(project: Path, run: Run) -> None:
    with Document.open(project) as document:
        device = int(document.snapshot["device"].ids[0])
        run_operation(document, set_fields, "device", device, {"phase": 2})
    assert run("info", project, "--phase", "1", "--json").json["totals"]["gpus"] == 48
    assert run("info", project, "--phase", "2", "--json").json["totals"]["gpus"] == 8
    assert run("info", project, "--phase", "-1").code == 2


def overlapping(path: Path) -> str:
    """A project with an overlap; returns the key of the finding."""
    devices = (PlanDevice(SYSTEM, "over", rack=0, position=0), PlanDevice(SYSTEM, "under", rack=0, position=8))
    with Document.create(path) as document:
        plan = Plan("Overlap", halls=(PlanHall("Hall 1"),), racks=(PlanRack(RACK, 0, "A01"),), devices=devices, outside=ALL_LEFT_OUT)
        outcome = run_operation(document, build, plan)
        return next(finding.key for finding in outcome.findings if finding.rule == "space.overlap")


def test_a_clean_project_passes(project: Path, run: Run) -> None:
    done = run("check", project)
    assert done.code == 0
    assert done.out.splitlines()[-1].startswith("0 errors, ")


def test_findings_exit_with_five(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "wrong.gpudesk"
    key = overlapping(path)
    done = run("check", path)
    assert done.code == 5
    assert done.err == ""
    assert done.out.splitlines()[0].split()[:2] == ["error", "space.overlap"]
    with Document.open(path) as document:
        run_operation(document, exclude_finding, key, "only a drawing")
    done = run("check", path)
    assert done.code == 0
    assert "space.overlap" not in done.out
    assert done.out.splitlines()[-1].endswith(", 1 excluded")


def test_the_asked_severity_decides(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "wrong.gpudesk"
    overlapping(path)
    with Document.open(path) as document:
        run_operation(document, set_severity, "space.overlap", "warning")
    counts = run("check", path, "--json").json["counts"]
    codes = {severity: run("check", path, "--severity", severity).code for severity in ("error", "warning", "info")}
    assert counts["error"] == 0
    assert codes == {"error": 0, "warning": 5, "info": 5}
    assert run("check", path, "--severity", "off").code == 2


def test_findings_as_json_follow_their_schema(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "wrong.gpudesk"
    overlapping(path)
    done = run("check", path, "--json")
    assert done.code == 5
    schema = json.loads(locate.resource("schemas", "check.v2.json").read_text(encoding="utf-8"))
    jsonschema.validate(done.json, schema)
    assert done.json["findings"][0]["rule"] == "space.overlap"
    assert done.json["project"]["phase"] is None
    assert done.out == run("check", path, "--json").out


def test_a_phase_is_judged_by_what_stands_then(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "wrong.gpudesk"
    overlapping(path)
    with Document.open(path) as document:
        run_operation(document, set_fields, "device", int(document.snapshot["device"].ids[1]), {"phase": 2})
    assert run("check", path, "--phase", "1").code == 0
    assert run("check", path, "--phase", "2").code == 5
    assert run("check", path, "--phase", "2", "--json").json["project"]["phase"] == 2


def test_history_is_listed(project: Path, run: Run) -> None:
    with Document.open(project) as document:
        run_operation(document, create_hall)
        run_operation(document, save_version, "As sold", "for the offer")
        undo(document)
    lines = run("history", project).out.splitlines()
    assert [" ".join(row.split()[1:]) for row in lines[:2]] == ["Build Small GPU pod", "undone Add hall Hall 2"]
    assert lines[2].startswith("version 'As sold' of 20")
    body = run("history", project, "--json").json
    assert set(body) == {"file", "steps", "versions"}
    assert [step["done"] for step in body["steps"]] == [True, False]
    assert set(body["steps"][0]) == {"id", "at_utc", "title", "done"}
    assert body["versions"][0]["note"] == "for the offer"


@pytest.mark.parametrize("command", ["info", "check", "history"])
def test_reading_commands_leave_nothing(project: Path, run: Run, command: str) -> None:
    before = project.read_bytes()
    run(command, project)
    assert project.read_bytes() == before
    assert [file.name for file in project.parent.iterdir()] == ["pod.gpudesk"]


@pytest.mark.parametrize("command", ["info", "check", "history"])
def test_reading_commands_work_beside_a_writer(project: Path, run: Run, command: str) -> None:
    with other("hold", project) as writer:
        assert line(writer) == "open"
        assert run(command, project).code == 0


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return whole_project(tmp_path_factory.mktemp("whole"))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.what)
def test_every_wrong_file_exits_with_three(kind: Damage, whole: bytes, tmp_path: Path, run: Run) -> None:
    path = tmp_path / "wrong.gpudesk"
    path.write_bytes(whole)
    kind.do(path)
    done = run("info", path)
    assert done.code == 3
    assert kind.says in done.err


def test_workloads_are_told_with_what_they_need(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "one.gpudesk"
    run("new", path, "--template", "one-rack")
    small, large = (
        kept(Asked(f"meta-llama/Meta-Llama-3.1-{size}", formats=("bf16",), concurrency=count, tpot_ms=None, ttft_ms=None))
        for size, count in (("8B", 1), ("70B", 50_000))
    )
    with Document.open(path) as document:
        for name, work in (("Small", small), ("Large", large)):
            run_operation(document, add_workload, name, work.task, work.asked)
    told = run("info", path, "--json").json["workloads"]
    assert [(each["name"], each["gpu"], each["fits"]) for each in told] == [
        ("Small", "nvidia.h100-sxm5-80gb", True),
        ("Large", "nvidia.h100-sxm5-80gb", False),
    ]
    assert told[0]["gpus"] == 1
    assert "does not fit" in run("info", path).out
    assert "workload.fits" in run("check", path).out


@pytest.mark.skipif(sys.platform == "win32", reason="the system does not let go of a file that is open")
def test_a_command_whose_project_goes_meanwhile_ends_with_3(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "pod.gpudesk"
    assert run("new", file, "--template", "small-pod").code == 0

    def deleting(*arguments: Any, **values: Any) -> Any:
        file.unlink()
        return carry_out(*arguments, **values)

    monkeypatch.setattr(cable_command, "run", deleting)
    refused = run("cable", file)
    assert refused.code == 3
    assert f"{file} was deleted by another program while it was open." in refused.err
    assert "no copy was written" in refused.err
    assert list(tmp_path.iterdir()) == []


KILLED_IN_BUILD = """
import os, sys
from gpudesk.cli import main
from gpudesk.cli.project.project_file_commands import project
run = project.run
def killed(*arguments, **values):
    run(*arguments, **values)
    os._exit(9)
project.run = killed
main(["new", sys.argv[1], "--template", "small-pod"])
"""


def test_a_new_project_that_was_killed_is_made_again(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "pod.gpudesk"
    with pytest.raises(subprocess.CalledProcessError):
        subprocess.run([sys.executable, "-c", KILLED_IN_BUILD, str(file)], check=True)
    assert not file.exists()
    assert run("new", file, "--template", "small-pod").code == 0
    with Document.open(file, write=False) as document:
        assert document.snapshot["rack"].rows > 0
