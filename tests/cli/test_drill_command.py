"""`gpudesk drill`: every single failure of a wired project, as lines and as JSON that follows its schema."""

import json
from pathlib import Path

import jsonschema

from gpudesk import locate
from gpudesk.catalog.templates import load_template
from gpudesk.cli.power.drill_command import _cooling_line, _percent_left
from gpudesk.core.messages.message import Message
from gpudesk.derived.cooling.device_heat import heat_of
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.cooling.cooling_nodes import power_cooling
from gpudesk.operations.cooling.cooling_proposal import propose_cooling
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.power.power_nodes import add_power_node
from gpudesk.operations.power.wire_power import wire_power
from gpudesk.operations.run.field_operations import rename
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document
from gpudesk.project.edit import Edit
from tests.cli.conftest import Run
from tests.project.plans import unwired


def wired(path: Path, wire: bool = True) -> Path:
    with Document.create(path) as document:
        run_operation(document, build, unwired("one-rack"))
        if wire:
            run_operation(document, wire_power, document.snapshot["rack"].ids.tolist())
    return path


def test_what_stops_something_is_listed_and_exits_with_5(tmp_path: Path, run: Run) -> None:
    """One strip lost, eight supplies of 1.7 kW on the others: breakers of 16 A that two of them share open, and all power is lost."""
    file = wired(tmp_path / "rack.gpudesk")
    done = run("drill", file, "--json")
    assert done.code == 5
    jsonschema.validate(done.json, json.loads(locate.resource("schemas", "drill.v2.json").read_text(encoding="utf-8")))
    outcomes = {row["name"]: row for row in done.json["outcomes"]}
    assert outcomes["A01-A"]["tripped"] > 0
    assert outcomes["A01-A"]["worst_percent"] > 100
    assert done.json["failures"] == 24
    assert [(rack["name"], rack["redundancy"]) for rack in done.json["racks"]] == [("A01", "N")]
    assert [hall["redundancy"] for hall in done.json["halls"]] == ["N"]
    assert 0.999 < done.json["racks"][0]["full_performance"] <= done.json["racks"][0]["running"] < 1
    lines = run("drill", file).out
    assert ": N; full capacity 99.99" in lines
    assert "A01-A" in lines
    assert "24 failures" in lines


def test_nothing_wired_fails_nowhere(tmp_path: Path, run: Run) -> None:
    done = run("drill", wired(tmp_path / "bare.gpudesk", wire=False), "--all", "--json")
    assert done.code == 0
    assert (done.json["failures"], done.json["outcomes"]) == (0, [])


def test_a_feed_that_fails_takes_its_air_handlers_along(tmp_path: Path, run: Run) -> None:
    """The whole load of the hall is hot once both air handlers, which are connected to one panel below one source, are dark."""
    file = tmp_path / "fans.gpudesk"
    with Document.create(file) as document:
        run_operation(document, build, unwired("one-rack"))
        grid = run_operation(document, add_power_node, 0, 10_000, name="Grid").result
        panel = run_operation(document, add_power_node, 4, 415, name="Fans", parent_id=grid).result
        run_operation(document, propose_cooling, document.snapshot["hall"].ids.tolist())
        nodes = document.snapshot["cooling_node"]
        run_operation(document, power_cooling, nodes.where("kind", 0).tolist(), panel)
        heat = document.snapshot.cached(heat_of)
        systems_w = float(heat.heat_w[: document.snapshot["rack"].rows].sum())
    outcomes = {row["name"]: row for row in run("drill", file, "--json", "--all").json["outcomes"]}
    for name in ("Grid", "Fans"):
        cooling = outcomes[name]["cooling"]
        assert (cooling["cooled_percent"], cooling["reduced"]) == (0, 0)
        assert cooling["stopped"] > 0
        assert abs(cooling["uncooled_heat_w"] - systems_w) < 1
    assert outcomes["Fans"]["cooling"] == outcomes["Grid"]["cooling"]


def test_parts_of_the_cooling_fail_too(tmp_path: Path, run: Run) -> None:
    """Air handlers with one spare are not missed; their air is."""
    file = tmp_path / "cooled.gpudesk"
    with Document.create(file) as document:
        run_operation(document, build, unwired("one-rack"))
        run_operation(document, propose_cooling, document.snapshot["hall"].ids.tolist())
        run_operation(document, rename, "cooling_node", 1, "Room air")
    done = run("drill", file, "--json", "--all")
    assert done.code == 5
    jsonschema.validate(done.json, json.loads(locate.resource("schemas", "drill.v2.json").read_text(encoding="utf-8")))
    outcomes = {row["name"]: row for row in done.json["outcomes"]}
    assert (outcomes["Room air"]["kind"], outcomes["Room air"]["cooling"]["cooled_percent"]) == ("air", 0)
    assert outcomes["CRAH 1"]["cooling"]["uncooled_heat_w"] == 0
    assert "kW not cooled, 0 % left, time to the limit unknown" in run("drill", file).out


def test_a_component_that_is_fed_from_itself_is_named_and_nothing_is_simulated(tmp_path: Path, run: Run) -> None:
    """Operations refuse such a circuit; a file of another tool may contain it."""
    file = wired(tmp_path / "circle.gpudesk")
    with Document.open(file) as document:
        node = int(document.snapshot["power_node"].ids[0])

        def step(edit: Edit) -> None:
            edit.update("power_node", node, fed_by_id=node)
            edit.title = Message("tests", "A circle", {})

        run_operation(document, step)
        name = str(document.snapshot["power_node"].row(node)["name"])
    done = run("drill", file)
    assert done.code == 3
    assert f"{name} is fed from itself" in done.err


def test_pdus_that_feed_each_other_are_named_and_nothing_is_simulated(tmp_path: Path, run: Run) -> None:
    """Over power cords, which operations refuse as well."""
    file = wired(tmp_path / "circle.gpudesk")
    with Document.open(file) as document:
        devices = document.snapshot["device"]
        one, other = (int(devices.where("name", name)[0]) for name in ("a01-pdu-a", "a01-pdu-b"))

        def step(edit: Edit) -> None:
            edit.insert("power_cord", device_id=one, port=1, from_device_id=other)
            edit.insert("power_cord", device_id=other, port=1, from_device_id=one)
            edit.title = Message("tests", "A circle", {})

        run_operation(document, step)
    done = run("drill", file)
    assert done.code == 3
    assert "a01-pdu-a is fed from itself, so failures cannot be simulated. Remove a power cord of the loop." in done.err


def test_a_loss_of_all_uplinks_does_not_read_as_less_bandwidth_with_nothing_left(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "pod.gpudesk"
    with Document.create(file) as document:
        run_operation(document, build, load_template("small-pod", {}))
        run_operation(document, cable_project)
        devices = document.snapshot["device"]
        spines = devices.ids[(devices["role"] == "spine").astype(bool)].tolist()
        run_operation(document, delete_objects, "device", spines[1:])
    lines = {tuple(line.split()[:2]): line for line in run("drill", file).out.splitlines()}
    assert lines["switch", "spine-1"].endswith("Compute: 8 nodes have less bandwidth, and some reach only nodes on the same switch")
    assert lines["switch", "leaf-1"].endswith("Compute: 8 nodes have less bandwidth, 50 % left")


def test_nearly_nothing_left_does_not_read_as_nothing() -> None:
    assert _cooled_text(0.00002) == "1 kW not cooled, 0.002 % left, too warm after 9 s"
    assert _cooled_text(0.99999) == "1 kW not cooled, 99.999 % left, too warm after 9 s"
    assert _cooled_text(0.0) == "1 kW not cooled, 0 % left, too warm after 9 s"


def _cooled_text(share: float) -> str:
    return _cooling_line({"uncooled_heat_w": 1000.0, "cooled_percent": _percent_left(share), "ride_through_s": 9.0})
