"""catalog updates: listed, taken over, refused; and told by info."""

from pathlib import Path

import pytest

from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack
from gpudesk.operations.copies.bay_devices import place_in_bay
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document
from tests.cli.conftest import Run
from tests.operations.test_type_updates import age, lighter

SERVER, CHASSIS, NODE = "generic.server-1u", "generic.chassis-2u-4-node", "generic.node-2u4n"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A project whose servers weigh 1 kg and have one port less than the catalog says."""
    path = tmp_path / "old.gpudesk"
    with Document.create(path) as document:
        devices = (PlanDevice(SERVER, "one", rack=0, position=0), PlanDevice(CHASSIS, "two", rack=0, position=4))
        run_operation(
            document,
            build,
            Plan("p", halls=(PlanHall("H"),), racks=(PlanRack("generic.rack-42u-600x1200", 0, "A01"),), devices=devices),
        )
        age(document, SERVER, lighter)
    return path


def test_they_are_listed_and_taken_over(old: Path, run: Run) -> None:
    listed = run("catalog", "updates", old)
    assert listed.code == 0
    assert f"({SERVER}), 1 in use" in listed.out
    assert "weight_kg: 1 (memory; " in listed.out
    assert "ports added: " in listed.out
    assert run("info", old, "--json").json["updates"] == [SERVER]
    assert "gpudesk catalog updates" in run("info", old).out
    done = run("catalog", "updates", old, "--apply", "--json").json
    assert (done["count"], done["applied"]) == (1, [SERVER])
    [told] = done["updates"]
    assert {"name": "colour_of_old", "old": {"value": "red", "source": "planning", "confidence": "memory"}, "new": None} in told["facts"]
    after = run("catalog", "updates", old, "--json").json
    assert (after["count"], after["applied"], after["updates"]) == (0, [], [])
    assert run("catalog", "updates", old, "--apply").code == 0
    assert run("catalog", "updates", old).out == "the catalog has no updates for the types of this project\n"


def test_only_the_types_asked_for(old: Path, run: Run) -> None:
    with Document.open(old) as document:
        age(document, CHASSIS, lambda entry: entry["facts"]["weight_kg"].update(value=1))
    assert run("catalog", "updates", old, "--type", CHASSIS, "--apply", "--json").json["applied"] == [CHASSIS]
    refused = run("catalog", "updates", old, "--type", CHASSIS)
    assert refused.code == 2
    assert f"the catalog has no update for {CHASSIS}" in refused.err


def test_a_lost_bay_is_refused(old: Path, run: Run) -> None:
    with Document.open(old) as document:
        chassis = int(document.snapshot["device"].where("name", "two")[0])
        age(document, CHASSIS, lambda entry: entry["bays"][0].update(cages=["Node A", "Node X"]))
        run_operation(document, place_in_bay, NODE, chassis, "Node X")
    assert "cannot be applied: node-2u4n-001 would lose its bay" in run("catalog", "updates", old).out
    refused = run("catalog", "updates", old, "--apply")
    assert refused.code != 0
    assert "would lose its bay" in refused.err
