"""What an edit changes of the power is judged like the whole: in its rack, in racks that share its feed, and above them."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from gpudesk.checks.engine.check_engine import check_all
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.power.power_sockets import sockets
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.power.power_node_loads import node_loads, node_sums
from gpudesk.operations.cooling.cooling_proposal import propose_cooling
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.floor.rows import add_racks
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.power.power_cord_operations import plug_in, pull_out
from gpudesk.operations.power.power_nodes import add_power_node, delete_from_power, hang_power_node
from gpudesk.operations.power.wire_power import wire_power
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.operations.racks.device_operations import place_device, take_out
from gpudesk.operations.run.field_operations import rename, set_fields
from gpudesk.operations.run.run import run, undo
from gpudesk.project.document import Document
from tests.derived.figures import same
from tests.project.plans import unwired
from tests.project.sample import Clock

STRIP = "generic.pdu-0u-415v-32a"
SYSTEM = "nvidia.dgx-h100"


@pytest.fixture
def document() -> Iterator[Document]:
    with Document.scratch(Clock()) as made:
        run(made, build, unwired("hgx-pod"))
        yield made


def findings(document: Document, verb: Any, *given: Any, **named: Any) -> set[str]:
    """The keys of what is found on power after a step, which must be those of a whole run."""
    outcome = run(document, verb, *given, **named)
    whole = check_all(outcome.after)
    assert list(outcome.findings) == list(whole)
    return {finding.key for finding in whole if finding.rule.startswith("power.")}


def test_every_step_is_judged_as_the_whole_is(document: Document) -> None:
    racks = document.snapshot["rack"].ids.tolist()
    source = run(document, add_power_node, PowerNodeKind.SOURCE, 10_000, capacity_va=20_000).result
    panels = {side: run(document, add_power_node, PowerNodeKind.PANEL, 415, parent_id=source, breaker_a=100).result for side in "ABC"}
    found = findings(document, wire_power, racks, panels=panels)
    assert f"power.upstream:power_node={source}" in found
    assert any(key.startswith("power.loss_line:") for key in found)
    cords = document.snapshot["power_cord"]
    system = int(document.snapshot["device"].where("name", "node-001")[0])
    mine = cords.ids[cords["device_id"] == system].tolist()
    assert f"power.unplugged:device={system}" in findings(document, pull_out, mine[:2])
    findings(document, set_fields, "power_node", source, {"capacity_va": 10**7})
    assert f"power.upstream:power_node={source}" not in findings(document, set_fields, "power_node", panels["A"], {"breaker_a": 60})
    findings(document, hang_power_node, panels["A"], None)
    findings(document, delete_objects, "device", [system])
    findings(document, set_site_value, "power_factor", 0.8)
    findings(document, delete_objects, "power_node", [panels["B"]])
    findings(document, wire_power, racks[:2], rewire=True)


def test_a_bank_keeps_its_key_when_its_pdu_is_renamed(document: Document) -> None:
    racks = document.snapshot["rack"].ids.tolist()
    run(document, wire_power, racks)
    found = findings(document, set_site_value, "power_factor", 0.5)
    banks = {key for key in found if key.startswith("power.bank:")}
    assert banks
    for device in {int(key.partition("device=")[2].split()[0]) for key in banks}:
        found = findings(document, rename, "device", device, f"strip {device}")
    assert {key for key in found if key.startswith("power.bank:")} == banks


def test_racks_on_one_feed_are_judged_together(document: Document) -> None:
    racks = [run(document, add_racks, "generic.rack-48u-600x1200", 1).result[0] for _ in range(2)]
    feed = run(document, add_power_node, PowerNodeKind.FEED, 415, breaker_a=16).result
    for rack in racks:
        strip = run(document, place_device, STRIP, rack, 0, 1, 0).result
        kind = document.snapshot.types[document.snapshot["device"].row(strip)["type_id"]]
        run(document, plug_in, strip, sockets(kind).inlets[0].port, from_node_id=feed)
        system = run(document, place_device, SYSTEM, rack, 16).result
        findings(document, wire_power, [rack])
    over = f"power.line:power_node={feed}"
    assert over in {finding.key for finding in check_all(document.snapshot)}
    assert over not in findings(document, delete_objects, "device", [system])
    assert over in {finding.key for finding in undo(document).findings}  # type: ignore[union-attr]


def test_a_feed_that_carries_other_nodes_is_judged_with_them(document: Document) -> None:
    """A panel that is connected to the feed of a rack: what passes through that feed is known for the whole project alone."""
    racks = document.snapshot["rack"].ids.tolist()
    panel = run(document, add_power_node, PowerNodeKind.PANEL, 415).result
    run(document, wire_power, racks[1:], panels=dict.fromkeys("ABC", panel))
    findings(document, wire_power, racks[:1])
    nodes = document.snapshot["power_node"]
    feed = int(nodes.ids[(nodes["kind"] == PowerNodeKind.FEED) & (nodes["fed_by_id"] == ABSENT)][0])
    line, upstream = f"power.line:power_node={feed}", f"power.upstream:power_node={feed}"
    assert not {line, upstream} & {finding.key for finding in check_all(document.snapshot)}
    hung = findings(document, hang_power_node, panel, feed)
    assert {line, upstream} & hung == {upstream}
    findings(document, set_fields, "power_node", feed, {"breaker_a": 63})
    findings(document, rename, "power_node", feed, "Carries a panel")
    source = run(document, add_power_node, PowerNodeKind.SOURCE, 415).result
    assert upstream not in findings(document, hang_power_node, panel, source, feed)
    assert upstream in findings(document, delete_objects, "power_node", [source]), "it lives on its alternate now"
    findings(document, delete_from_power, [panel])
    findings(document, set_fields, "power_node", feed, {"breaker_a": 1})


@pytest.mark.parametrize("table", ["system", "strip"])
def test_what_was_taken_out_with_its_cords_is_shared_as_in_the_whole(document: Document, table: str) -> None:
    """A system in no rack is connected to a strip in a rack and on one that was taken out with it."""
    racks = document.snapshot["rack"].ids.tolist()
    run(document, wire_power, racks)
    devices, cords = document.snapshot["device"], document.snapshot["power_cord"]
    system = int(devices.where("name", "node-001")[0])
    strip = int(cords["from_device_id"][cords["device_id"] == system][0])
    findings(document, take_out, [system if table == "system" else strip])
    findings(document, take_out, [strip if table == "system" else system])
    for rack in racks:
        findings(document, wire_power, [rack], rewire=True)
        kept, fresh = document.snapshot, document.fresh_snapshot()
        for maker in (node_loads, node_sums):
            assert same(kept.cached(maker), fresh.cached(maker))


def test_systems_lack_power_when_the_feed_of_a_strip_outside_of_the_racks_goes(document: Document) -> None:
    run(document, wire_power, document.snapshot["rack"].ids.tolist())
    devices, cords = document.snapshot["device"], document.snapshot["power_cord"]
    system = int(devices.where("name", "node-001")[0])
    strips = np.unique(cords["from_device_id"][cords["device_id"] == system])
    findings(document, take_out, strips.tolist())
    feeds = np.unique(cords["from_node_id"][np.isin(cords["device_id"], strips)])
    hall = f"absent.power:hall={int(document.snapshot['hall'].ids[0])}"
    before = check_all(document.snapshot).get(hall)
    for feed in feeds.tolist():
        findings(document, delete_objects, "power_node", [feed])
    assert check_all(document.snapshot).get(hall) != before


def test_a_limit_of_the_cooling_is_judged_as_the_whole_is() -> None:
    """Rules that know which places differ are not asked again for all."""
    with Document.scratch(Clock()) as document:
        run(document, build, unwired("hgx-pod"))
        hall = int(document.snapshot["hall"].ids[0])
        run(document, propose_cooling, [hall])
        run(document, delete_objects, "cooling_service", document.snapshot["cooling_service"].ids.tolist())
        for key, value in (("altitude_m", 2500), ("inlet_air_c", 30), ("power_for_limits", "average"), ("liquid_share_percent", 60)):
            outcome = run(document, set_site_value, key, value)
            assert list(outcome.findings) == list(check_all(outcome.after)), key
            assert any(each.rule == "cooling.no_air" for each in outcome.findings)
