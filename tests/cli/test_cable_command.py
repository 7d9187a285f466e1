"""`gpudesk cable`: networks as cables."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from gpudesk import locate
from gpudesk.catalog.templates import load_template
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack
from gpudesk.operations.cabling.network_operations import add_network, remove_networks
from gpudesk.operations.cabling.network_stage_operations import add_stage
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.operations.run.run import run as run_operation
from gpudesk.operations.run.run import undo
from gpudesk.project.accepted_rates import AcceptedRate, accepted_rates
from gpudesk.project.document import Document
from tests.cli import in_process
from tests.cli.conftest import Run

SCHEMA: dict[str, Any] = json.loads(locate.resource("schemas", "cable.v2.json").read_text(encoding="utf-8"))
LINKS = 31 * 8 + 8 * 32
"""One scalable unit: 31 systems with 8 ports each, and 8 leaves with 32 uplinks each."""


@pytest.fixture
def pod(tmp_path: Path) -> Path:
    """One scalable unit with its compute network, not cabled yet."""
    path = tmp_path / "pod.gpudesk"
    with Document.create(path) as document:
        run_operation(document, build, load_template("dgx-h100-superpod", {"su": "1"}))
        for network_id in document.snapshot["network"].ids.tolist():
            run_operation(document, delete_objects, "network", [network_id])
        run_operation(document, add_network, NetworkKind.COMPUTE, "Compute", 400)
    return path


def test_cable_twice(pod: Path) -> None:
    def cable(*options: str) -> Any:
        done = in_process.gpudesk("cable", pod, "--json", *options)
        assert done.returncode == 0, done.stderr
        body = json.loads(done.stdout)
        jsonschema.validate(body, SCHEMA)
        return body

    dry = cable("--dry-run")
    first = cable()
    again = cable("--network", "Compute")
    assert (dry["added"], dry["kept"], dry["dry_run"]) == (LINKS, 0, True)
    assert (first["added"], first["removed"], first["kept"], first["dry_run"]) == (LINKS, 0, 0, False)
    assert (again["added"], again["removed"], again["kept"], again["too_short"]) == (0, 0, LINKS, 0)
    assert [(each["name"], each["kind"], each["kept"]) for each in again["networks"]] == [("Compute", "compute", LINKS)]


def test_as_lines_and_as_one_step(pod: Path, run: Run) -> None:
    told = run("cable", pod, "--dry-run").out
    assert f"{LINKS} would be added, 0 would be removed" in told
    told = run("cable", pod).out
    assert told.splitlines()[0].split() == "network added removed kept too short changed without cable blocked".split()
    assert f"{LINKS} added, 0 removed, 0 kept" in told
    assert "Cable the project" in run("history", pod).out
    with Document.open(pod) as document:
        assert document.snapshot["cable"].rows == LINKS
        undo(document)
        assert document.snapshot["cable"].rows == 0


def test_what_is_not_there_is_told(pod: Path, tmp_path: Path, run: Run) -> None:
    unknown = run("cable", pod, "--network", "Storage")
    assert (unknown.code, "'Compute'" in unknown.err) == (2, True)
    empty = tmp_path / "empty.gpudesk"
    run("new", empty)
    nothing = run("cable", empty)
    assert (nothing.code, "The project has no switch" in nothing.err) == (3, True)
    assert "The project has no switch" in run("cable", empty, "--dry-run").err


def test_networks_that_would_be_planned_are_told_before(pod: Path, run: Run) -> None:
    with Document.open(pod) as document:
        run_operation(document, remove_networks, document.snapshot["network"].ids.tolist())
    told = run("cable", pod, "--dry-run").out
    assert "These would be planned first:\n  Compute: compute, 400 Gb/s; a fat tree" in told
    with Document.open(pod) as document:
        assert document.snapshot["network"].rows == 0
    dry = json.loads(run("cable", pod, "--dry-run", "--json").out)
    done = json.loads(run("cable", pod, "--json").out)
    assert [(each["name"], each["added"]) for each in dry["networks"]] == [(each["name"], each["added"]) for each in done["networks"]]
    assert len(dry["networks"]) == 4
    again = run("cable", pod).out
    assert "planned first" not in again


def test_what_hand_placed_systems_lack_is_a_count_and_a_command(tmp_path: Path, run: Run) -> None:
    """The roles are those that a site gives; 40 systems in units of 32 need 16 leaves and 8 spines."""
    file = tmp_path / "hand.gpudesk"
    systems = [PlanDevice("nvidia.dgx-b200", f"n{at}", rack=at // 4, position=at % 4 * 20, role="Compute") for at in range(40)]
    switches = [PlanDevice("nvidia.qm9700", f"s{at}", rack=10 + at // 8, position=at % 8 * 2, role="IB") for at in range(24)]
    racks = tuple(PlanRack("generic.rack-48u-600x1200", 0, f"A{at}", x_mm=600 * at) for at in range(13))
    with Document.create(file) as document:
        run_operation(document, build, Plan(halls=(PlanHall("Hall 1"),), racks=racks, devices=(*systems, *switches[:8])))
    refused = run("cable", file)
    assert refused.code == 3
    assert "16 leaf switches needed, 8 placed; 8 spine switches needed, 0 placed. Place 16 more NVIDIA QM9700." in " ".join(
        refused.err.split()
    )
    assert f"Then run: gpudesk cable {file}" in " ".join(refused.err.split())
    with Document.open(file) as document:
        rack_ids = document.snapshot["rack"].ids.tolist()
        for number in range(16):
            run_operation(document, place_device, "nvidia.qm9700", rack_ids[11 + number // 8], number % 8 * 2)
    done = run("cable", file)
    assert done.code == 0
    assert "Switch roles: 16 × NVIDIA QM9700 leaf, 8 × NVIDIA QM9700 spine" in done.out
    assert "832 added" in done.out


def test_the_published_superpod_from_command_to_command(tmp_path: Path) -> None:
    """`gpudesk new … && gpudesk cable … && gpudesk bom …`, as the published bill is calculated (corrections.md, 1 and 2h)."""

    def gpudesk(*words: str) -> str:
        done = in_process.gpudesk(*words)
        assert done.returncode == 0, done.stderr
        return done.stdout

    file = str(tmp_path / "b.gpudesk")
    gpudesk("new", file, "--template", "dgx-h100-superpod", "--set", "su=4")
    cabled = json.loads(gpudesk("cable", file, "--json"))
    jsonschema.validate(cabled, SCHEMA)
    links = {each["kind"]: each["added"] for each in cabled["networks"]}
    assert links["compute"] == 1016 + 1024 + 4, "127 × 8 to the leaves, 32 × 32 to the spines, 4 of fabric management over two splitters"
    figures = json.loads(gpudesk("info", file, "--json"))["cabling"]
    compute = next(each for each in figures["networks"] if each["name"] == "Compute")
    assert compute["cords"] == 2040 + 2
    assert compute["modules"] == 1536 + 508 + 4
    assert figures["links"] == cabled["added"]
    bill = json.loads(gpudesk("bom", file, "--json"))["lines"]
    counts: dict[str, int] = {}
    for line in bill:
        if line["section"] in ("module", "cable", "trunk"):
            counts[line["key"] or ""] = counts.get(line["key"] or "", 0) + line["count"]
    assert counts["nvidia.mma4z00-ns-flt"] == 508
    assert sum(count for key, count in counts.items() if "cat5e" in key) == 317


def test_fibre_is_led_over_panels(pod: Path, run: Run) -> None:
    shown = json.loads(run("cable", pod, "--panels", "--dry-run", "--json").out)
    jsonschema.validate(shown, SCHEMA)
    done = json.loads(run("cable", pod, "--panels", "--json").out)
    jsonschema.validate(done, SCHEMA)
    assert shown["panels"] == done["panels"]
    assert done["panels"]["links"] == LINKS
    assert done["panels"]["patch_cords"] == 2 * LINKS
    assert done["panels"]["not_routed"] == []
    with Document.open(pod) as document:
        snapshot = document.snapshot
        assert int((snapshot["device"]["role"] == "panel").sum()) == done["panels"]["panels"] > 0
        assert snapshot["cable"].rows == 3 * LINKS
    again = run("cable", pod)
    assert f"0 added, 0 removed, {LINKS} kept" in again.out
    refused = run("cable", pod, "--panels", "--panels-at", "row")
    assert refused.code == 3
    assert "No link between racks uses a fiber cord that fits such a panel." in refused.err


def test_a_lower_rate_is_accepted_and_withdrawn_with_the_cabling(pod: Path, run: Run) -> None:
    with Document.open(pod) as document:
        network = int(document.snapshot["network"].ids[0])
        stage_id = run_operation(document, add_stage, network, "fabric management", "leaf", 2, rate_gbps=400).result
    wrong = run("cable", pod, "--accept-rate", "Compute/9", "100", "Why").err
    assert "there is no stage 'Compute/9'; the stages are: Compute/1 (fabric management to leaf)" in wrong
    assert run("cable", pod, "--dry-run", "--accept-rate", "Compute/1", "200", "The ports give no more").code == 0
    assert not accepted(pod)
    assert "A reason is required." in run("cable", pod, "--accept-rate", "Compute/1", "200", " ").err
    run("cable", pod, "--accept-rate", "Compute/1", "200", "The ports give no more.")
    assert accepted(pod) == {stage_id: AcceptedRate(200, "The ports give no more")}
    assert "link.accepted_rate" in run("check", pod).out
    run("cable", pod, "--accept-rate", "Compute/1", "0", "")
    assert not accepted(pod)


def test_a_stage_that_several_networks_have_is_not_guessed(pod: Path, run: Run) -> None:
    with Document.open(pod) as document:
        first = int(document.snapshot["network"].ids[0])
        second = run_operation(document, add_network, NetworkKind.IN_BAND, "Compute", 100).result
        for network, lower in ((first, "fabric management"), (second, "storage")):
            run_operation(document, add_stage, network, lower, "leaf", 1)
    wrong = run("cable", pod, "--accept-rate", "Compute/1", "100", "Why")
    assert wrong.code == 2
    assert "several networks have a stage 'Compute/1' (fabric management to leaf, storage to leaf)" in " ".join(wrong.err.split())
    assert not accepted(pod)


def test_a_project_without_networks_says_how_they_come(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "bare.gpudesk"
    Document.create(path).close()
    wrong = run("cable", path, "--accept-rate", "Compute/1", "100", "Why")
    assert wrong.code == 2
    assert "the project has no networks yet" in wrong.err
    assert "gpudesk cable FILE, without --accept-rate" in " ".join(wrong.err.split())


def accepted(path: Path) -> dict[int, AcceptedRate]:
    with Document.open(path, write=False) as document:
        return dict(document.snapshot.cached(accepted_rates))
