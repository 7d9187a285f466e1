"""Two modules of one type in one device: NetBox names their ports after the bay, and cables at them go out and come back."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
import yaml

from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack
from gpudesk.formats.netbox.netbox_project import netbox_cables, netbox_set
from gpudesk.formats.netbox.netbox_tables import read_netbox
from gpudesk.operations.cabling.cable_operations import NewCable, lay_cables
from gpudesk.operations.exchange.exchange import import_list, preview_list
from gpudesk.operations.exchange.import_changes import Verdict
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.netbox_ids import netbox_ids
from tests.operations.conftest import RACK
from tests.operations.netbox_lists import Instance
from tests.operations.test_netbox_more import CASSETTE, PANEL
from tests.operations.test_netbox_out import rows
from tests.project.sample import Clock

PLAN = Plan(
    "p",
    halls=(PlanHall("Hall 1"),),
    racks=(PlanRack(RACK, 0, "R1"), PlanRack(RACK, 0, "R2", x_mm=3000)),
    devices=(
        PlanDevice(PANEL, "near", rack=0, position=0, asset="T-1"),
        PlanDevice(PANEL, "far", rack=1, position=0, asset="T-2"),
        *(PlanDevice(CASSETTE, f"{holder}-{slot}", parent=parent, slot=slot) for parent, holder in enumerate(("n", "f")) for slot in "12"),
    ),
)


@pytest.fixture
def document() -> Iterator[Document]:
    opened = Document.scratch(Clock())
    run(opened, build, PLAN)
    ids = devices(opened)
    ports = [port.name for port in opened.snapshot.types[type_of(opened, "n-1")].ports()]
    run(opened, lay_cables, [NewCable(ids[f"n-{slot}"], ports.index("M1"), ids[f"f-{slot}"], ports.index("M1")) for slot in "12"])
    yield opened
    opened.close()


def devices(document: Document) -> dict[str, int]:
    columns = document.snapshot["device"]
    return dict(zip(columns["name"].tolist(), columns.ids.tolist(), strict=True))


def type_of(document: Document, name: str) -> int:
    columns = document.snapshot["device"]
    return int(columns["type_id"][columns.position(devices(document)[name])])


def ends(files: dict[str, bytes]) -> list[tuple[str, ...]]:
    return [tuple(row[f"side_{side}_{key}"] for side in "ab" for key in ("device", "type", "name")) for row in rows(files, "12-cables")]


def module_types(document: Document, **changes: str) -> bytes:
    """The export of module types of an instance that has ours, with some ports called otherwise."""
    found = netbox_set(document.snapshot, "DC").files
    [body] = [yaml.safe_load(text) for name, text in found.items() if "/module-types/" in name]
    for section in ("front-ports", "rear-ports"):
        for item in body[section]:
            item["name"] = changes.get(item["name"], item["name"])
    return yaml.safe_dump(body).encode()


def test_ports_of_a_module_type_are_named_after_the_bay(document: Document) -> None:
    files = netbox_set(document.snapshot, "DC").files
    [module] = [yaml.safe_load(text) for name, text in files.items() if "/module-types/" in name]
    assert [item["name"] for item in module["rear-ports"]] == ["{module}-M1", "{module}-M2"]
    assert module["front-ports"][0]["name"] == "{module}-1"
    assert module["port-mappings"][0] == {
        "front_port": "{module}-1",
        "front_port_position": 1,
        "rear_port": "{module}-M1",
        "rear_port_position": 1,
    }
    [panel] = [yaml.safe_load(text) for name, text in files.items() if "/device-types/" in name and b"module-bays" in text]
    assert panel["module-bays"][1] == {"name": "2", "position": "2"}
    assert [(row["device.asset_tag"], row["module_bay"]) for row in rows(files, "09-modules")] == [
        ("T-1", "1"),
        ("T-1", "2"),
        ("T-2", "1"),
        ("T-2", "2"),
    ]
    assert ends(files) == [
        ("near", "dcim.rearport", "1-M1", "far", "dcim.rearport", "1-M1"),
        ("near", "dcim.rearport", "2-M1", "far", "dcim.rearport", "2-M1"),
    ]


@pytest.mark.parametrize("all_data", [True, False])
def test_cables_at_modules_come_back_to_the_ports_of_the_modules(document: Document, all_data: bool) -> None:
    netbox = Instance(first=10).take(netbox_set(document.snapshot, "DC").files)
    run(document, import_list, read_netbox(netbox.lists()))
    done = preview_list(document.snapshot, read_netbox({"netbox_cables.csv": netbox.cables(all_data=all_data)}))
    assert ([fault.plain() for fault in done.faults], [line.verdict for line in done.lines]) == ([], [Verdict.UNCHANGED] * 2)
    netbox.tables["cables"][0]["side_b_name"] = "1-M2"
    done = run(document, import_list, read_netbox({"netbox_cables.csv": netbox.cables(all_data=all_data)})).result
    assert [line.verdict for line in done.lines] == [Verdict.CHANGED, Verdict.UNCHANGED]
    names = {row_id: name for name, row_id in devices(document).items()}
    row = document.snapshot["cable"].row(1)
    ports = [port.name for port in document.snapshot.types[type_of(document, "n-1")].ports()]
    assert [(names[row[f"{side}_device_id"]], ports[row[f"{side}_port"]]) for side in "ab"] == [("n-1", "M1"), ("f-1", "M2")]


def test_a_panel_that_was_renamed_is_found_by_the_ports_of_its_modules(document: Document) -> None:
    netbox = Instance(first=10).take(netbox_set(document.snapshot, "DC").files)
    run(document, import_list, read_netbox(netbox.lists()))
    netbox.rename("devices", "near", "panel-9")
    found = read_netbox({"netbox_cables.csv": netbox.cables()})
    [question] = preview_list(document.snapshot, found).questions
    found.answers[question.key] = "renamed"
    done = preview_list(document.snapshot, found)
    assert ([fault.plain() for fault in done.faults], done.count(Verdict.UNCHANGED)) == ([], 2)


def test_cables_at_modules_wait_with_them(document: Document) -> None:
    opened = Document.scratch(Clock())
    run(opened, build, replace(PLAN, devices=tuple(replace(device, asset="") for device in PLAN.devices)))
    ids = devices(opened)
    run(opened, lay_cables, [NewCable(ids["n-1"], 0, ids["f-1"], 0), NewCable(ids["n-2"], 0, ids["f-2"], 0)])
    first = netbox_set(opened.snapshot, "DC")
    assert not [name for name in first.files if name.startswith(("09-", "12-"))]
    assert [remark for remark in first.remarks if "second step" in remark] == [
        "4 modules wait for the second step: their devices have no asset tag, and no ID that is known",
        "2 cables wait for the second step: they end in interfaces that come with it",
    ]
    run(opened, import_list, read_netbox({"netbox_devices.csv": Instance(first=10).take(first.files).devices()}))
    second = netbox_cables(opened.snapshot, "DC").files
    assert [row["module_bay"] for row in rows(second, "09-modules-by-id")] == ["1", "2", "1", "2"]
    assert [(row["side_a_name"], row["side_b_name"]) for row in rows(second, "12-cables")] == [("1-1", "1-1"), ("2-1", "2-1")]
    opened.close()


def test_a_module_type_without_placeholders_there_takes_one_module_in_each_device(document: Document) -> None:
    names = {f"{{module}}-{name}": name for name in ("M1", "M2", *map(str, range(1, 13)))}
    run(document, import_list, read_netbox({"netbox_module types.yaml": module_types(document, **names)}))
    found = netbox_set(document.snapshot, "DC")
    assert [row["module_bay"] for row in rows(found.files, "09-modules")] == ["1", "1"]
    assert ends(found.files) == [("near", "dcim.rearport", "M1", "far", "dcim.rearport", "M1")]
    why = "its device has a port '1' already: the ports of its type in NetBox need {module} in their names"
    assert [remark for remark in found.remarks if "is left out" in remark] == [
        f"the module '{name}' is left out: {why}" for name in ("n-2", "f-2")
    ]
    assert "1 cables are left out" in found.remarks[-1]


def test_bays_are_counted_as_the_instance_counts_them(document: Document) -> None:
    files = netbox_set(document.snapshot, "DC").files
    [panel] = [yaml.safe_load(text) for name, text in files.items() if "/device-types/" in name and b"module-bays" in text]
    panel["module-bays"] = [{"name": "1", "position": "A"}, {"name": "2", "position": ""}]
    run(document, import_list, read_netbox({"netbox_device types.yaml": yaml.safe_dump(panel).encode()}))
    assert netbox_ids(document.snapshot["setting"]).known.bays == {"generic/cassette-panel-1u-4-high-density": {"1": "A", "2": ""}}
    found = netbox_set(document.snapshot, "DC")
    assert ends(found.files) == [("near", "dcim.rearport", "A-M1", "far", "dcim.rearport", "A-M1")]
    assert [remark for remark in found.remarks if "has no position" in remark] == [
        f"the module '{name}' is left out: its bay '2' has no position in NetBox, after which its ports would be named"
        for name in ("n-2", "f-2")
    ]
