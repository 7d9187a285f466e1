"""`gpudesk fabric --project`, and switches and cables in `gpudesk drill`: a project by its cables next to the counts of the same fabric."""

import json
from pathlib import Path

import jsonschema
import pytest

from gpudesk import locate
from gpudesk.catalog.templates import load_template
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.cabling.network_operations import add_network
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document
from tests.cli.conftest import Run


@pytest.fixture(scope="module")
def unit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One scalable unit of DGX H100 with its compute network cabled."""
    path = tmp_path_factory.mktemp("unit") / "unit.gpudesk"
    with Document.create(path) as document:
        run_operation(document, build, load_template("dgx-h100-superpod", {"su": "1"}))
        for network_id in document.snapshot["network"].ids.tolist():
            run_operation(document, delete_objects, "network", [network_id])
        run_operation(document, add_network, NetworkKind.COMPUTE, "Compute", 400)
        run_operation(document, cable_project)
    return path


def test_the_cables_amount_to_what_the_plan_counts(unit: Path, run: Run) -> None:
    done = run("fabric", "--project", unit, "--json")
    assert done.code == 0
    jsonschema.validate(done.json, json.loads(locate.resource("schemas", "fabric_project.v2.json").read_text(encoding="utf-8")))
    counted = run("fabric", "--architecture", "dgx-h100", "--units", 1, "--appliance-links", 0, "--json").json
    (network,) = done.json["networks"]
    assert network["links"] == counted["links"]["total"]
    assert [tier["switches"] for tier in network["tiers"]] == [counted["leaf"]["count"], counted["spine"]["count"]]
    assert network["bisection"]["share"] == counted["bisection"]["share"] == 1.0
    assert network["paths_between_leaves"] == {"min": counted["paths"]["within_pod"], "max": counted["paths"]["within_pod"]}
    by_part = {(loss["part"], loss["tier"]): loss for loss in network["worst_losses"]}
    planned = {loss["part"]: 100 * (1 - loss["share"]) for loss in counted["losses"]}
    for part, name in ((("switch", 1), "leaf"), (("switch", 2), "spine"), (("cable", None), "node link")):
        assert by_part[part]["remaining_percent"] == pytest.approx(planned[name], abs=0.01), name
    assert network["bus_bandwidth"]["gb_per_s_per_node"] == pytest.approx(368)
    assert network["bus_bandwidth"]["kind"] == "rule of thumb"


def test_as_lines(unit: Path, run: Run) -> None:
    told = run("fabric", "--project", unit).out
    assert "bisection" in told
    assert "worst switch, tier 1" in told
    assert run("fabric", "--project", unit, "--nodes", 4).code == 2


def test_the_drill_names_switches_and_cables(unit: Path, run: Run) -> None:
    done = run("drill", unit, "--json")
    jsonschema.validate(done.json, json.loads(locate.resource("schemas", "drill.v2.json").read_text(encoding="utf-8")))
    rows = {(row["kind"], row["name"]): row["fabric"] for row in done.json["outcomes"]}
    leaf = rows["switch", "leaf-1"] if ("switch", "leaf-1") in rows else rows["switch", "leaf-01"]
    assert leaf == {"network": "Compute", "tier": 1, "nodes": 31, "cut_off": 0, "remaining_percent": 87.5}
    assert sum(kind == "switch" for kind, _ in rows) == 12
    assert any(kind == "cable" and " – " in name for kind, name in rows)
    assert "Compute: 31 nodes have less bandwidth, 87.5 % left" in run("drill", unit).out
