"""Several parts of the power at once: added, hung elsewhere, deleted with or without what is connected to them; each one step."""

from typing import Any

import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.core.messages.errors import Refused
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.power.power_lines import Wiring, follows_directly
from gpudesk.core.power.power_sockets import sockets
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.power import wire_power as power_wiring
from gpudesk.operations.power.extra_feeds import add_rack_feeds
from gpudesk.operations.power.power_nodes import add_power_node, add_power_nodes, delete_from_power, hang_on, hang_power_node
from gpudesk.operations.power.wire_power import wire_power
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.operations.run.run import run, undo
from gpudesk.project.document import Document
from gpudesk.project.power_systems import power_systems, system_of
from tests.operations.conftest import Project
from tests.project.sample import Clock

STRIP = "generic.pdu-0u-415v-60a"


def names(project: Project) -> dict[str, dict[str, Any]]:
    nodes = project.document.snapshot["power_node"]
    return {str(row["name"]): row for row in map(nodes.row, nodes.ids.tolist())}


def fed(project: Project) -> dict[str, str | None]:
    """Each node, and the name of what feeds it."""
    rows = names(project)
    by_id = {row["id"]: name for name, row in rows.items()}
    return {name: None if row["fed_by_id"] is None else by_id[row["fed_by_id"]] for name, row in rows.items()}


@pytest.fixture
def chain(project: Project) -> Project:
    """Grid, then UPS A (Spare takes over), then Panel A, then two feeds."""
    grid = project.do(add_power_node, PowerNodeKind.SOURCE, 415, name="Grid")
    spare = project.do(add_power_node, PowerNodeKind.GENERATOR, 415, name="Spare")
    ups = project.do(add_power_node, PowerNodeKind.UPS, 415, parent_id=grid, alternate_id=spare, name="UPS A")
    panel = project.do(add_power_node, PowerNodeKind.PANEL, 415, parent_id=ups, name="Panel A")
    project.do(add_power_nodes, ["F1", "F2"], PowerNodeKind.FEED, 415, {"parent_id": panel, "breaker_a": 32})
    return project


def test_several_alike_are_one_step_on_lines_in_turn(project: Project) -> None:
    values = {"wiring": Wiring.LINE_TO_NEUTRAL, "breaker_a": 16}
    made = project.do(add_power_nodes, [f"L-{n}" for n in range(4)], PowerNodeKind.FEED, 240, values, lines_in_turn=True)
    assert [project.row_of("power_node", each)["line"] for each in made] == [0, 1, 2, 0]
    assert project.title == "Add 4 power components"
    undo(project.document)
    assert project.document.snapshot["power_node"].rows == 0
    with pytest.raises(Refused):
        project.do(add_power_nodes, [], PowerNodeKind.FEED, 240)
    with pytest.raises(Refused):
        project.do(add_power_nodes, ["x"] * 1001, PowerNodeKind.FEED, 240)


def test_several_are_hung_and_keep_what_takes_over(chain: Project) -> None:
    rows = names(chain)
    second = chain.do(add_power_node, PowerNodeKind.UPS, 415, parent_id=rows["Grid"]["id"], name="UPS B")
    chain.do(hang_power_node, rows["F1"]["id"], rows["Panel A"]["id"], second)
    chain.do(hang_on, second, [rows["F1"]["id"], rows["F2"]["id"]], keep_alternates=True)
    assert (fed(chain)["F1"], fed(chain)["F2"]) == ("UPS B", "UPS B")
    assert names(chain)["F1"]["alternate_id"] is None
    chain.do(hang_on, rows["Spare"]["id"], [rows["UPS A"]["id"]], keep_alternates=True)
    assert names(chain)["UPS A"]["alternate_id"] is None
    undo(chain.document)
    assert names(chain)["UPS A"]["alternate_id"] == rows["Spare"]["id"]
    with pytest.raises(Refused, match="feed itself"):
        chain.do(hang_on, rows["F1"]["id"], [second])
    chain.do(hang_on, None, [rows["F1"]["id"], rows["F2"]["id"]])
    assert fed(chain)["F1"] is None
    assert chain.title == "Disconnect 2 components from their feeds"


def test_a_strip_is_hung_by_its_cord(chain: Project) -> None:
    strip = chain.do(place_device, STRIP, chain.racks[0], 0, 1, 0)
    feed = names(chain)["F1"]["id"]
    chain.do(hang_on, feed, [], [strip])
    cords = chain.document.snapshot["power_cord"]
    assert (cords["device_id"].tolist(), cords["from_node_id"].tolist()) == ([strip], [feed])
    port = sockets(chain.document.snapshot.types[chain.row_of("device", strip)["type_id"]]).inlets[0].port
    assert cords["port"].tolist() == [port]
    chain.do(hang_on, None, [], [strip])
    assert chain.document.snapshot["power_cord"].rows == 0
    with pytest.raises(Refused, match="Nothing"):
        chain.do(hang_on, feed)


def test_what_hung_on_the_deleted_hangs_higher_or_goes_too(chain: Project) -> None:
    rows = names(chain)
    chain.do(delete_from_power, [rows["UPS A"]["id"], rows["Panel A"]["id"]])
    assert fed(chain) == {"Grid": None, "Spare": None, "F1": "Grid", "F2": "Grid"}
    undo(chain.document)
    assert fed(chain)["F1"] == "Panel A"
    chain.do(delete_from_power, [rows["UPS A"]["id"]], [], True)
    assert set(names(chain)) == {"Grid", "Spare"}
    undo(chain.document)
    chain.do(delete_from_power, [rows["Grid"]["id"]])
    assert fed(chain)["UPS A"] == "Spare"
    assert names(chain)["UPS A"]["alternate_id"] is None


def test_systems_are_told_by_lines_and_voltage() -> None:
    assert len({(each.wiring, each.voltage_v) for each in power_systems()}) == len(power_systems())
    wanted = {
        (Wiring.WYE, 208),
        (Wiring.DELTA, 208),
        (Wiring.WYE, 400),
        (Wiring.WYE, 415),
        (Wiring.WYE, 480),
        (Wiring.DC, 54),
        (Wiring.DC, 800),
    }
    assert wanted <= {(each.wiring, each.voltage_v) for each in power_systems()}
    assert system_of(Wiring.WYE, 417) is None


@pytest.mark.parametrize(
    ("above", "above_v", "wiring", "voltage_v", "follows"),
    [
        (Wiring.WYE, 415, Wiring.LINE_TO_NEUTRAL, 240, True),
        (Wiring.WYE, 400, Wiring.LINE_TO_NEUTRAL, 230, True),
        (Wiring.WYE, 480, Wiring.LINE_TO_NEUTRAL, 277, True),
        (Wiring.WYE, 208, Wiring.LINE_TO_NEUTRAL, 120, True),
        (Wiring.WYE, 415, Wiring.LINE_TO_NEUTRAL, 230, False),
        (Wiring.WYE, 208, Wiring.LINE_TO_LINE, 208, True),
        (Wiring.WYE, 208, Wiring.DELTA, 208, True),
        (Wiring.DELTA, 208, Wiring.WYE, 208, False),
        (Wiring.WYE, 480, Wiring.WYE, 208, False),
        (Wiring.DC, 800, Wiring.DC, 54, False),
        (Wiring.DC, 54, Wiring.DC, 54, True),
    ],
)
def test_what_can_be_taken_without_a_transformer(above: Wiring, above_v: int, wiring: Wiring, voltage_v: int, follows: bool) -> None:
    assert follows_directly(above, above_v, wiring, voltage_v) is follows


def test_a_rack_is_wired_alone_as_with_the_whole_site(monkeypatch: pytest.MonkeyPatch) -> None:
    cords = []
    for few in (0, power_wiring.FEW_RACKS):
        monkeypatch.setattr(power_wiring, "FEW_RACKS", few)
        with Document.scratch(Clock()) as document:
            run(document, build, load_template("dgx-basepod"))
            racks = document.snapshot["rack"].ids.tolist()[:2]
            if few:
                monkeypatch.setattr(power_wiring, "power_plan", None)
            wired = run(document, wire_power, racks, rewire=True).result
            assert wired.cords > 0
            more = run(document, add_rack_feeds, racks[0], 1).result
            assert len(more) == 1
            found = document.snapshot["power_cord"]
            cords.append([found[name].tolist() for name in found])
    assert cords[0] == cords[1]
