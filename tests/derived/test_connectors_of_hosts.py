"""Where a host port has a module with two cables, paper and exports name the connector of each."""

import numpy as np
import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.core.checklist.item_verdict import judge
from gpudesk.core.names.connector_names import names_same_port
from gpudesk.derived.cabling.cable_labels import CableLabels
from gpudesk.derived.cabling.cable_places import CablePlaces
from gpudesk.derived.checklist.cable_facts import port_a, port_as_planned
from gpudesk.derived.fabric.fabric_records import fabric_records
from gpudesk.formats.fabric.cable_list import cable_rows, links_of_graph
from gpudesk.formats.fabric.link_rows import LinkRow
from gpudesk.onsite.known_items import shipped_checklist
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.exchange.exchange import preview_list
from gpudesk.operations.exchange.import_changes import Verdict
from gpudesk.operations.exchange.import_ports import TypePorts
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot


@pytest.fixture(scope="module")
def unit() -> Snapshot:
    """One scalable unit of DGX B300 on Spectrum-X: each port of 800 Gb/s leads to a leaf of both planes."""
    with Document.scratch() as document:
        run(document, build, load_template("dgx-b300-spectrum-superpod"))
        run(document, cable_project)
        return document.snapshot


def test_both_cables_of_a_host_port_are_told_apart_on_paper(unit: Snapshot) -> None:
    places = CablePlaces(unit, np.arange(unit["cable"].rows))
    ends = {word: list(zip(places.words("a", "system"), places.words("a", word), strict=True)) for word in ("port", "connector", "plug")}
    mine = [at for at, (name, _) in enumerate(ends["port"]) if name.startswith("dgx-")]
    of_first = {word: [ends[word][at][1] for at in mine if ends["port"][at] == ("dgx-0001", "OSFP1")] for word in ends}
    assert of_first == {"port": ["OSFP1"] * 2, "connector": ["OSFP1P1", "OSFP1P2"], "plug": ["OSFP1P1", "OSFP1P2"]}
    assert len({ends["connector"][at] for at in mine}) == len(mine)
    # The first connector leads to the first plane, as the first lanes do.
    leaves = [places.words("b", "system")[at] for at in mine if ends["connector"][at][1].endswith("P1")]
    assert set(leaves) == {f"leaf-{number:03}" for number in range(1, 9)}


def test_the_ports_of_switches_and_of_management_keep_their_names(unit: Snapshot) -> None:
    places = CablePlaces(unit, np.arange(unit["cable"].rows))
    assert places.words("b", "connector") == places.words("b", "port")
    assert "BMC" in places.words("a", "connector")


def test_the_checklist_asks_for_the_connector_that_labels_print(unit: Snapshot) -> None:
    places = CablePlaces(unit, np.arange(unit["cable"].rows))
    split = [at for at, name in enumerate(places.words("a", "connector")) if name != places.words("a", "port")[at]]
    ids = unit["cable"].ids[split]
    assert len(split) == 64 * 8 * 2
    asked = port_a(unit, ids)
    assert len(set(asked)) == len(split)
    assert asked[0] == f"{places.words('a', 'device')[split[0]]} {places.words('a', 'plug')[split[0]]}"
    codes = {label.cable: label.code for label in CableLabels(unit, ("{near.port}",), of_ports=True) if label.side == "a"}
    assert [codes[cable] for cable in ids.tolist()] == asked


@pytest.mark.parametrize("text", ["dgx-0001 OSFP1P2", "dgx-0001 OSFP1/2", "DGX-0001  osfp1", "dgx-0001 OSFP1"])
def test_ports_are_read_with_and_without_their_connector(unit: Snapshot, text: str) -> None:
    planned = port_a(unit, unit["cable"].ids)
    cable = int(unit["cable"].ids[planned.index("dgx-0001 OSFP1P2")])
    expected = text if text == "dgx-0001 OSFP1P2" else planned[planned.index("dgx-0001 OSFP1P2")]
    assert port_as_planned(unit, cable, text) == expected
    assert port_as_planned(unit, cable, "dgx-0001 OSFP2") == "dgx-0001 OSFP2"
    assert port_as_planned(unit, cable, "dgx-0001 OSFP1/1") == "dgx-0001 OSFP1/1", "the other connector is another port"


def test_lists_may_name_the_connector(unit: Snapshot) -> None:
    device = unit["device"].row(int(unit["device"].where("name", "dgx-0001")[0]))
    ports = TypePorts(unit.types[int(device["type_id"])])
    whole = ports.named("OSFP1", 2)
    assert whole is not None
    index, _, lanes, _ = whole
    for first, second in (("OSFP1P1", "osfp1p2"), ("OSFP1/1", "OSFP1/2")):
        assert ports.named(first, 2) == (index, 0, lanes, 2)
        assert ports.named(second, 2) == (index, lanes // 2, lanes, 2)
    assert ports.named("OSFP1P3", 2) is None
    # Four cables, of which a list names some.
    assert [ports.named(f"OSFP1P{number}", 4) for number in (1, 2, 3, 4)] == [(index, lanes * part // 4, lanes, 4) for part in range(4)]
    assert ports.named("OSFP1P5", 4) is None
    assert ports.named("OSFP1P9", 16) is None, "no lane is left for each"
    assert ports.named("OSFP99P1", 2) is None


@pytest.mark.parametrize(
    ("then", "now", "same"),
    [
        ("dgx-0001 OSFP1", "dgx-0001 OSFP1P2", True),
        ("dgx-0001 OSFP1/2", "dgx-0001 OSFP1P2", True),
        ("dgx-0001 OSFP1/1", "dgx-0001 OSFP1P2", False),
        ("dgx-0001 OSFP1P1", "dgx-0001 OSFP1P2", False),
        ("dgx-0001 OSFP1", "dgx-0001 OSFP2P1", False),
        ("netapp-1 A e6a", "netapp-1 A e6aP2", True),
        ("netapp-1 A e6a/2", "netapp-1 A e6aP2", True),
        ("netapp-1 A e6a", "netapp-1 A e6bP2", False),
        (None, "dgx-0001 OSFP1P2", False),
        (None, None, True),
    ],
)
def test_what_was_recorded_before_ports_had_connectors_stays_valid(then: str | None, now: str | None, same: bool) -> None:
    assert names_same_port(then, now) is same


def test_a_switch_port_before_and_after_a_split_is_not_the_same() -> None:
    assert not names_same_port("leaf-001 Ethernet1", "leaf-001 Ethernet1/3")
    assert not names_same_port("leaf-001 1", "leaf-001 1/2")


@pytest.mark.parametrize(
    ("recorded", "verdict"), [("dgx-0001 OSFP1", "passed"), ("dgx-0001 OSFP1/2", "passed"), ("dgx-0001 OSFP1P1", "failed")]
)
def test_a_port_recorded_without_its_connector_passes_when_it_is_judged_again(recorded: str, verdict: str) -> None:
    item = shipped_checklist().items["CAB-120"]
    measured = {field.key: "verified" for field in item.fields} | {"a": recorded, "b": "leaf-001 3"}
    basis = dict.fromkeys(item.reads, True) | {"d.port_a": "dgx-0001 OSFP1P2", "d.port_b": "leaf-001 3"}
    assert judge(item, measured, basis, "2026-11-30").verdict == verdict


def test_every_export_names_the_connector_and_no_two_cables_end_at_one_interface(unit: Snapshot) -> None:
    """NetBox and Nautobot refuse a second cable at an interface; the names are those of labels and cut sheets."""
    places, records = CablePlaces(unit, np.arange(unit["cable"].rows)), unit.cached(fabric_records)
    for side, end in (("a", records.a), ("b", records.b)):
        assert end.port_name.tolist() == places.words(side, "connector")
        assert end.interface.tolist() == places.words(side, "connector")
    ends = [(name, port) for end in (records.a, records.b) for name, port in zip(end.node.tolist(), end.port_name.tolist(), strict=True)]
    assert len(set(ends)) == len(ends)
    head, *rows = cable_rows(unit)
    columns = [head.index(title) for title in ("A device", "A port", "B device", "B port")]
    listed = {(row[columns[0]], row[columns[1]]) for row in rows} | {(row[columns[2]], row[columns[3]]) for row in rows}
    assert listed == set(ends)


def test_lists_with_connectors_and_without_lanes_change_nothing(unit: Snapshot) -> None:
    """A link of two 200 Gb/s lanes takes four lanes of 100 Gb/s on the switch: "swp5s1" is its second half."""
    records = unit.cached(fabric_records)
    ends = [zip(end.node.tolist(), end.port_name.tolist(), strict=True) for end in (records.a, records.b)]
    pairs = enumerate(zip(*ends, strict=True))
    rows = [LinkRow(a, a_port, b, b_port, str(number)) for number, ((a, a_port), (b, b_port)) in pairs]
    preview = preview_list(unit, links_of_graph(rows, "links.dot"))
    assert preview.faults == []
    assert {line.verdict for line in preview.lines} == {Verdict.UNCHANGED}
