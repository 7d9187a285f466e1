"""A rack-scale system is a NetBox rack with its trays as devices at their units, and comes back as the one device that it is here."""

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
import yaml

from gpudesk.catalog.templates import load_template
from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack
from gpudesk.formats.netbox.netbox_addresses import address_rows
from gpudesk.formats.netbox.netbox_project import netbox_cables, netbox_set
from gpudesk.formats.netbox.netbox_tables import read_netbox
from gpudesk.formats.netbox.netbox_trays import tray_of
from gpudesk.operations.cabling.cable_operations import NewCable, lay_cable
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.exchange.exchange import import_list
from gpudesk.operations.exchange.import_changes import Preview, Verdict
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.racks.device_operations import place_on_floor
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.netbox_ids import netbox_ids
from tests.operations.conftest import RACK
from tests.operations.netbox_lists import Instance
from tests.operations.test_netbox_back import changes, preview, take, uploaded, without
from tests.project.sample import Clock

LEAF, OUT_OF_BAND = "nvidia.qm9700", "nvidia.sn2201"
PLAN = Plan(
    "p",
    halls=(PlanHall("Hall 1"),),
    racks=(PlanRack(RACK, 0, "R1", x_mm=9000),),
    devices=(PlanDevice(LEAF, "leaf", rack=0, position=0), PlanDevice(OUT_OF_BAND, "oob", rack=0, position=10)),
)


def port(document: Document, device: str, name: str) -> tuple[int, int]:
    devices = document.snapshot["device"]
    [row_id] = devices.where("name", device).tolist()
    kind = document.snapshot.types[int(devices["type_id"][devices.position(row_id)])]
    return row_id, next(each.index for each in kind.ports() if each.name == name)


@pytest.fixture
def document() -> Iterator[Document]:
    """A GB200 and a GB300 NVL72, with four cables: two of compute trays, an uplink, and one that leads from tray to tray."""
    with Document.scratch(Clock()) as opened:
        run(opened, build, PLAN)
        hall = int(opened.snapshot["hall"].ids[0])
        run(opened, place_on_floor, "nvidia.gb200-nvl72", hall, 2000, 1000, name="nvl72-001", role="compute")
        run(opened, place_on_floor, "nvidia.gb300-nvl72", hall, 4000, 1000, name="nvl72-002", role="compute")
        for a, b in (
            (("nvl72-001", "T01-1"), ("leaf", "1/1")),
            (("nvl72-002", "T18-BP2"), ("leaf", "2/1")),
            (("nvl72-001", "TOR1-swp48"), ("oob", "swp1")),
            (("nvl72-001", "T09-B2P1"), ("nvl72-002", "T01-BP1")),
        ):
            run(opened, lay_cable, NewCable(*port(opened, *a), *port(opened, *b), length_mm=3_000))
        yield opened


def rows_of(files: Mapping[str, bytes], name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(files[name].decode(), newline="")))


def test_a_system_is_a_rack_with_its_trays_at_their_units(document: Document) -> None:
    files = netbox_set(document.snapshot, "DC 1").files
    assert [(row["location"], row["name"], row["rack_type"]) for row in rows_of(files, "07-racks.csv")] == [
        ("Hall 1", "R1", "Rack 48U 600 × 1200 mm"),
        ("Hall 1", "nvl72-001", "GB200 NVL72"),
        ("Hall 1", "nvl72-002", "GB300 NVL72"),
    ]
    types = {row["model"]: row for row in rows_of(files, "06-rack-types.csv")}
    assert {key: types["GB200 NVL72"][key] for key in ("width", "u_height", "outer_width", "outer_height", "outer_depth", "weight")} == {
        "width": "19",
        "u_height": "48",
        "outer_width": "600",
        "outer_height": "2236",
        "outer_depth": "1068",
        # 1,360 kg without the two SN2201 of 7.41 kg, which NetBox adds.
        "weight": "1345.18",
    }
    # 18 trays of 32 kg as well.
    assert types["GB300 NVL72"]["weight"] == "769.18"
    devices = rows_of(files, "08-devices.csv")
    trays = [row for row in devices if row["rack"] == "nvl72-001"]
    assert Counter((row["role"], row["device_type"]) for row in trays) == {
        ("compute", "GB200 NVL72 compute tray"): 18,
        ("nvlink-switch", "GB200 NVL72 NVLink switch tray"): 9,
        ("power-shelf", "NVL72 power shelf 33 kW"): 8,
        ("out-of-band", "SN2201"): 2,
    }
    units = {row["name"].removeprefix("nvl72-001-"): int(row["position"]) for row in trays}
    assert units == {
        **{f"ps{n}": 4 + n for n in range(1, 5)},
        **{f"c{n:02}": 8 + n for n in range(1, 9)},
        **{f"nvsw{n}": 16 + n for n in range(1, 10)},
        **{f"c{n:02}": 17 + n for n in range(9, 19)},
        **{f"ps{n}": 31 + n for n in range(5, 9)},
        "tor1": 40,
        "tor2": 41,
    }
    assert {(row["face"], row["location"], row["site"], row["parent"], row["device_bay"]) for row in trays} == {
        ("front", "Hall 1", "DC 1", "", "")
    }
    assert len(devices) == 2 + 2 * 37
    assert not [row for row in devices if row["name"] in ("nvl72-001", "nvl72-002")]


def test_tray_types_have_their_interfaces(document: Document) -> None:
    """Of one type in both systems there is one file; the SN2201 of the racks is that of the hall."""
    files = netbox_set(document.snapshot, "DC 1").files
    types = {body["model"]: body for name, text in files.items() if name.startswith("02-types") for body in [yaml.safe_load(text)]}
    assert sorted(types) == [
        "GB200 NVL72 NVLink switch tray",
        "GB200 NVL72 compute tray",
        "GB300 NVL72 compute tray",
        "NVL72 power shelf 33 kW",
        "QM9700",
        "SN2201",
    ]
    listed = {model: [(item["name"], item.get("label", "")) for item in body.get("interfaces", ())] for model, body in types.items()}
    assert listed["GB200 NVL72 compute tray"] == [
        ("CX1", "mlx5_0"),
        ("CX2", "mlx5_1"),
        ("CX3", "mlx5_4"),
        ("CX4", "mlx5_5"),
        ("B1P1", "mlx5_2"),
        ("B1P2", "mlx5_3"),
        ("B2P1", "mlx5_6"),
        ("B2P2", ""),
        ("BMC", ""),
        ("BF3-1-BMC", ""),
        ("BF3-2-BMC", ""),
    ]
    assert [name for name, _ in listed["GB300 NVL72 compute tray"]] == ["CX1", "CX2", "CX3", "CX4", "BP1", "BP2", "LAN", "BMC", "BMC-BF3"]
    assert [name for name, _ in listed["GB200 NVL72 NVLink switch tray"]] == ["bmc", "eth0", "eth1"]
    assert [name for name, _ in listed["NVL72 power shelf 33 kW"]] == ["PMC"]
    assert {"swp1", "swp48", "swp52", "MGT"} <= {name for name, _ in listed["SN2201"]}
    for body in types.values():
        assert (body["u_height"], "subdevice_role" in body) == (1, False)
        # NetBox refuses a type of which an inlet has a share above its maximum.
        assert all(item.get("allocated_draw", 0) <= item.get("maximum_draw", 1e9) for item in body.get("power-ports", ()))


def test_cables_end_at_the_interfaces_of_trays(document: Document) -> None:
    made = netbox_set(document.snapshot, "DC 1")
    ends = [tuple(row[f"side_{side}_{key}"] for side in "ab" for key in ("device", "name")) for row in rows_of(made.files, "12-cables.csv")]
    assert ends == [
        ("nvl72-001-c01", "CX1", "leaf", "1/1"),
        ("nvl72-002-c18", "BP2", "leaf", "2/1"),
        ("nvl72-001-tor1", "swp48", "oob", "swp1"),
        ("nvl72-001-c09", "B2P1", "nvl72-002-c01", "BP1"),
    ]
    assert not [remark for remark in made.remarks if "left out" in remark]


def test_addresses_of_trays_come_with_the_second_step() -> None:
    """None is left out: 82 for each of the eight racks of a GB200 unit, and 54 of its other devices."""
    with Document.scratch(Clock()) as unit:
        run(unit, build, load_template("gb200-nvl72-superpod"))
        run(unit, cable_project)
        made = netbox_set(unit.snapshot, "DC 1")
        assert not [remark for remark in made.remarks if "left out" in remark]
        assert f"{8 * 82 + 54} addresses wait for the second step: their devices have no asset tag, and no ID that is known" in made.remarks
        assert len(rows_of(made.files, "08-devices.csv")) == 8 * 37 + 62
        netbox = uploaded(unit)
        done = take(unit, {name: text for name, text in netbox.lists().items() if "cables" not in name})
        assert (changes(done), done.count(Verdict.NEW)) == ([], 0)
        second = netbox_cables(unit.snapshot, "DC 1").files
        rows = rows_of(second, "19-ip-addresses-by-id.csv")
        assert len(rows) == 8 * 82 + 54
        of_trays = {row["id"]: row["name"] for row in netbox.tables["devices"] if row["name"].startswith("nvl72")}
        assert Counter(row["interface"] for row in rows if row["device.id"] in of_trays) == {
            "BMC": 8 * 18,
            "BF3-1-BMC": 8 * 18,
            "BF3-2-BMC": 8 * 18,
            "bmc": 8 * 9,
            "eth0": 8 * 9,
            "PMC": 8 * 8,
            "MGT": 8 * 2,
        }
        first = [(row["interface"], row["is_oob"]) for row in rows if of_trays.get(row["device.id"]) == "nvl72-001-c01"]
        assert first == [("BMC", "true"), ("BF3-1-BMC", "false"), ("BF3-2-BMC", "false")]


@pytest.mark.parametrize("all_data", [True, False], ids=["all data", "current view"])
@pytest.mark.parametrize("name", ["netbox_racks.csv", "netbox_devices.csv", "netbox_cables.csv", ""])
def test_the_lists_come_back_without_a_change(document: Document, name: str, all_data: bool) -> None:
    done = preview(document, netbox_set(document.snapshot, "DC 1").files)
    assert (changes(done), done.count(Verdict.NEW)) == ([], 0)
    netbox = uploaded(document)
    take(document, netbox.lists())
    files = netbox.lists(all_data=all_data)
    done = preview(document, files if not name else {name: files[name]})
    assert changes(done) == []
    assert (done.count(Verdict.NEW), done.remarks) == (0, [])
    # The hall, a rack and two systems; two switches; four cables: trays are none.
    assert done.count(Verdict.UNCHANGED) == {"netbox_racks.csv": 4, "netbox_devices.csv": 2, "netbox_cables.csv": 4, "": 10}[name]


def test_without_ids_names_are_enough(document: Document) -> None:
    for files in (uploaded(document).lists(), uploaded(document).lists(all_data=False)):
        done = preview(document, {name: files[name] for name in ("netbox_racks.csv", "netbox_devices.csv")})
        assert (changes(done), done.count(Verdict.NEW), done.remarks) == ([], 0, [])


def edited(document: Document) -> Instance:
    """What the project knows the IDs of, edited: a system and a tray with other names, a serial number, a cable at another port."""
    netbox = uploaded(document)
    take(document, netbox.lists())
    netbox.rename("racks", "nvl72-001", "gb-1")
    netbox.row("racks", "gb-1")["serial"] = "S-9"
    netbox.rename("devices", "nvl72-001-c01", "host-1")
    netbox.row("racks", "nvl72-002")["status"] = "active"
    netbox.tables["cables"][1]["side_a_name"] = "BP1"
    return netbox


def test_what_was_edited_comes_in_and_nothing_else(document: Document) -> None:
    done = preview(document, edited(document).lists())
    assert sorted(changes(done)[:3]) == [
        ("gb-1", "name", "nvl72-001", "gb-1"),
        ("gb-1", "serial", "", "S-9"),
        ("nvl72-002", "status", "planned", "live"),
    ]
    assert [(column, after) for _, column, _, after in changes(done)[3:]] == [("a_port", "nvl72-002-c18 T18-BP1")]


def test_without_ids_a_renamed_system_is_known_by_its_trays(document: Document) -> None:
    """*Current View* has no IDs: the rack with another name has the trays of the system."""
    files = edited(document).lists(all_data=False)
    done = preview(document, {name: files[name] for name in ("netbox_racks.csv", "netbox_devices.csv")})
    assert sorted(changes(done)) == [("gb-1", "name", "nvl72-001", "gb-1"), ("nvl72-002", "status", "planned", "live")]
    assert (done.count(Verdict.NEW), done.count(Verdict.REMOVED)) == (0, 0)
    # Once it has the new name here as well, its trays have the old one in NetBox, and are still its trays.
    take(document, files)
    done = preview(document, files)
    assert (changes(done), done.count(Verdict.NEW)) == ([], 0)
    assert len(done.remarks) == 1, "the tray that was renamed"


def test_a_set_builds_the_systems_in_an_empty_project(document: Document) -> None:
    files = netbox_set(document.snapshot, "DC 1").files
    with Document.scratch(Clock()) as other:
        done = run(other, import_list, read_netbox(files)).result
        assert [fault.plain() for fault in done.faults] == []
        devices = other.snapshot["device"]
        kinds = [other.snapshot.types[type_id].key for type_id in devices["type_id"].tolist()]
        assert sorted(zip(devices["name"].tolist(), kinds, devices["role"].tolist(), strict=True)) == [
            ("leaf", LEAF, "switch"),
            ("nvl72-001", "nvidia.gb200-nvl72", "compute"),
            ("nvl72-002", "nvidia.gb300-nvl72", "compute"),
            ("oob", OUT_OF_BAND, "switch"),
        ]
        assert other.snapshot["rack"]["name"].tolist() == ["R1"]
        assert other.snapshot["cable"].rows == 4
        assert port(other, "nvl72-001", "T01-1") in zip(
            other.snapshot["cable"]["a_device_id"].tolist(), other.snapshot["cable"]["a_port"].tolist(), strict=True
        )


def test_what_is_no_tray_in_the_rack_of_a_system_is_skipped_and_named(document: Document) -> None:
    netbox = uploaded(document)
    take(document, netbox.lists())
    extra: dict[str, Any] = {**netbox.row("devices", "nvl72-001-c01"), "name": "kvm", "id": "999", "comments": "", "position": "46"}
    netbox.tables["devices"].append(extra)
    done = preview(document, netbox.lists())
    assert (changes(done), done.count(Verdict.NEW)) == ([], 0)
    assert [remark.plain().partition(": ")[2] for remark in done.remarks] == [
        "1 device is skipped because it is in the rack of a rack-scale system, and is none of its trays; this is the first."
    ]


def test_ids_of_child_trays_of_earlier_exports_are_not_learned() -> None:
    """They have no interfaces: the second step would name a BMC that NetBox does not have there, and it refuses the whole file."""
    with Document.scratch(Clock()) as unit:
        run(unit, build, load_template("gb200-nvl72-superpod"))
        run(unit, cable_project)
        netbox = uploaded(unit)
        system = netbox.row("racks", "nvl72-001")
        netbox.tables["racks"].remove(system)
        trays = [row for row in netbox.tables["devices"] if row["rack"] == "nvl72-001"]
        device = {**trays[0], "name": "nvl72-001", "id": "9999", "device_type": "GB200 NVL72", "rack": "", "position": "", "comments": ""}
        for row in trays:
            own = {"rack": "", "position": "", "face": "", "comments": "", "parent": "nvl72-001", "device_bay": row["name"]}
            row |= own | {"device_type": f"{row['name'].rpartition('-')[2].rstrip('0123456789')} in GB200 NVL72"}
        netbox.tables["devices"].append(device)
        done = take(unit, {name: text for name, text in netbox.lists().items() if "cables" not in name})
        assert (changes(done), done.count(Verdict.NEW)) == ([], 0)
        assert [remark.plain().partition(": ")[2] for remark in done.remarks] == [
            (
                "37 trays are child devices without interfaces, as in earlier exports: their IDs are not stored; this is the first. "
                "In NetBox, delete the device of the system and these child devices, and import a new export."
            )
        ]
        old = {int(row["id"]) for row in trays}
        learned = netbox_ids(unit.snapshot["setting"]).rows["tray"]
        assert (len(learned), old & set(learned)) == (7 * 37, set())
        rows = rows_of(netbox_cables(unit.snapshot, "DC 1").files, "19-ip-addresses-by-id.csv")
        # 82 of the system wait for a new export.
        assert (len(rows), old & {int(row["device.id"]) for row in rows}) == (7 * 82 + 54, set())


def said(done: Preview) -> list[str]:
    return [remark.plain().partition(": ")[2] for remark in done.remarks]


def added(netbox: Instance, like: str, **cells: str) -> None:
    """A device that a person adds in NetBox."""
    number = str(5000 + len(netbox.tables["devices"]))
    netbox.tables["devices"].append({**netbox.row("devices", like), "id": number, "comments": "", **cells})


NO_TRAY = "1 device is skipped because it is in the rack of a rack-scale system, and is none of its trays; this is the first."


@pytest.mark.parametrize("rack_type", ["", "Rack 48U 600 × 1200 mm"])
def test_a_system_keeps_its_type_whatever_type_its_rack_has(document: Document, rack_type: str) -> None:
    """It became a rack of that height, without ports."""
    netbox = uploaded(document)
    take(document, netbox.lists())
    netbox.row("racks", "nvl72-001")["rack_type"] = rack_type
    done = take(document, netbox.lists())
    assert (changes(done), done.count(Verdict.NEW)) == ([], 0)
    text = "nvl72-001 does not have the rack type of a rack-scale system in NetBox: its type in this project does not change."
    assert said(done) == [text]
    devices = document.snapshot["device"]
    [place] = [place for place, name in enumerate(devices["name"].tolist()) if name == "nvl72-001"]
    assert document.snapshot.types[int(devices["type_id"][place])].key == "nvidia.gb200-nvl72"


def test_a_new_system_without_a_type_is_a_fault(document: Document) -> None:
    netbox = uploaded(document)
    netbox.row("racks", "nvl72-001")["rack_type"] = ""
    netbox.row("racks", "nvl72-001")["name"] = "nvl72-009"
    [fault] = preview(document, {"netbox_racks.csv": netbox.racks()}).faults
    assert fault.what.plain() == "the type is missing."


@pytest.mark.parametrize("taken", [True, False], ids=["known IDs", "names"])
def test_racks_with_a_height_alone_are_the_systems(document: Document, taken: bool) -> None:
    netbox = uploaded(document)
    if taken:
        take(document, netbox.lists())
    done = preview(document, {"netbox_racks.csv": without(netbox.racks(all_data=False), "Type")})
    assert (changes(done), done.count(Verdict.NEW), said(done)) == ([], 0, [])


def test_a_device_that_moves_into_the_rack_of_a_system_stays(document: Document) -> None:
    """It went to that unit of the rack that it was in."""
    netbox = uploaded(document)
    take(document, netbox.lists())
    netbox.row("devices", "oob").update(rack="nvl72-001", position="46", face="rear")
    done = preview(document, netbox.lists())
    assert changes(done) == []
    assert said(done) == [
        (
            "1 device keeps its place because it is in the rack of a rack-scale system in NetBox, which contains only its trays in this "
            "project; this is the first."
        )
    ]


TWO_HALLS = Plan(
    "p",
    halls=(PlanHall("Hall A"), PlanHall("Hall B")),
    racks=(PlanRack(RACK, 1, "R01"), PlanRack(RACK, 1, "R02", x_mm=3000)),
    devices=(PlanDevice(LEAF, "leaf", rack=0, position=0), PlanDevice(OUT_OF_BAND, "oob", rack=1, position=10)),
)


@pytest.mark.parametrize("all_data", [True, False], ids=["all data", "current view"])
def test_a_rack_of_another_hall_may_have_the_name_of_a_system(all_data: bool) -> None:
    with Document.scratch(Clock()) as opened:
        run(opened, build, TWO_HALLS)
        run(opened, place_on_floor, "nvidia.gb200-nvl72", int(opened.snapshot["hall"].ids[0]), 2000, 1000, name="R01")
        netbox = uploaded(opened)
        done = take(opened, netbox.lists(all_data=all_data))
        assert (changes(done), done.count(Verdict.NEW), said(done)) == ([], 0, [])
        added(netbox, "oob", name="new", rack="R01", position="20")
        netbox.row("devices", "oob").update(rack="R01", position="30")
        done = preview(opened, netbox.lists())
        assert sorted(change for change in changes(done) if change[0] == "oob") == [
            ("oob", "position", 6, 30),
            ("oob", "rack_id", "R02", "R01"),
        ]
        assert ([line.name for line in done.lines if line.verdict is Verdict.NEW], said(done)) == (["new"], [])


def test_two_systems_of_one_name_in_two_halls() -> None:
    with Document.scratch(Clock()) as opened:
        run(opened, build, TWO_HALLS)
        for hall, kind in zip(opened.snapshot["hall"].ids.tolist(), ("nvidia.gb200-nvl72", "nvidia.gb300-nvl72"), strict=True):
            run(opened, place_on_floor, kind, hall, 6000, 1000, name="NVL")
        netbox = uploaded(opened)
        for all_data in (False, True):
            done = take(opened, netbox.lists(all_data=all_data))
            assert (changes(done), done.count(Verdict.NEW), said(done)) == ([], 0, [])
        learned = netbox_ids(opened.snapshot["setting"]).rows["tray"]
        assert len(set(learned.values())) == 2 * 37


@pytest.mark.parametrize("all_data", [True, False], ids=["all data", "current view"])
@pytest.mark.parametrize("gone", [True, False], ids=["gone", "there"])
def test_a_device_whose_name_ends_like_a_tray_is_none(document: Document, all_data: bool, gone: bool) -> None:
    netbox = uploaded(document)
    if gone:
        netbox.tables["devices"].remove(netbox.row("devices", "nvl72-001-ps1"))
    added(netbox, "nvl72-001-ps2", name="spare-ps1", position="46")
    done = take(document, {name: text for name, text in netbox.lists(all_data=all_data).items() if "cables" not in name})
    assert (changes(done), done.count(Verdict.NEW), said(done)) == ([], 0, [NO_TRAY])
    learned = netbox_ids(document.snapshot["setting"]).rows.get("tray", {})
    assert int(netbox.row("devices", "spare-ps1")["id"]) not in learned
    assert len(learned) == (2 * 37 - gone if all_data else 0)


def test_a_system_in_no_hall_stays_there() -> None:
    """A file without a location named a hall after the site."""
    with Document.scratch(Clock()) as opened:
        run(opened, build, Plan("p", halls=(PlanHall("Hall 1"),), devices=(PlanDevice("nvidia.gb200-nvl72", "spare"),)))
        for files in (netbox_set(opened.snapshot, "DC 1").files, uploaded(opened).lists(all_data=False), uploaded(opened).lists()):
            done = take(opened, files)
            assert (changes(done), done.count(Verdict.NEW), said(done)) == ([], 0, [])
        assert opened.snapshot["hall"]["name"].tolist() == ["Hall 1"]


@pytest.mark.parametrize("other", [True, False], ids=["with other racks", "alone"])
def test_a_rack_list_alone_asks_whether_a_system_was_renamed(document: Document, other: bool) -> None:
    """Its ID is unknown, and no list of devices names its trays."""
    netbox = uploaded(document)
    netbox.rename("racks", "nvl72-001", "gb-1")
    if not other:
        netbox.tables["racks"] = [netbox.row("racks", "gb-1")]
    files = {"netbox_racks.csv": netbox.racks(all_data=False)}
    [question] = preview(document, files).questions
    assert question.text.plain() == "Racks have different names: nvl72-001 → gb-1. Were they renamed, or removed and replaced by new ones?"
    done = preview(document, files, renames="renamed")
    assert (changes(done), done.count(Verdict.NEW)) == ([("gb-1", "name", "nvl72-001", "gb-1")], 0)
    assert preview(document, files, renames="new").count(Verdict.NEW) == 1


@pytest.mark.parametrize("cables", [True, False], ids=["with cables", "without cables"])
def test_ids_of_trays_of_new_systems_are_learned_at_once(document: Document, cables: bool) -> None:
    files = {name: text for name, text in uploaded(document).lists().items() if cables or "cables" not in name}
    with Document.scratch(Clock()) as other:
        expected = preview(other, files, rack_units="bottom").learned
        done = take(other, files, rack_units="bottom")
        known = netbox_ids(other.snapshot["setting"])
        devices = other.snapshot["device"]
        systems = {row_id for row_id, name in zip(devices.ids.tolist(), devices["name"].tolist(), strict=True) if name.startswith("nvl")}
        learned = known.rows["tray"]
        assert len(learned) == len(set(learned.values())) == 2 * 37
        assert {(tray_of(row_id) or (0, 0))[0] for row_id in learned.values()} == systems
        assert (done.learned, expected) == (sum(map(len, known.rows.values())), done.learned)
        # A second import has nothing to learn.
        assert take(other, files).learned == 0


def test_an_address_without_a_vrf_at_a_tray_is_of_this_site(document: Document) -> None:
    netbox = uploaded(document)
    listed = "IP Address,VRF,Status,Assigned,Interface,Parent,ID\n10.0.9.1/24,Global,Active,True,BMC,nvl72-001-c01,8001\n"
    done = take(document, {**netbox.lists(), "addresses.csv": listed.encode()})
    assert said(done) == []
    assert netbox_ids(document.snapshot["setting"]).known.addresses == {"10.0.9.1/24"}
    strange = listed.replace("nvl72-001-c01", "elsewhere").replace("10.0.9.1", "10.0.9.2")
    [remark] = take(document, {**netbox.lists(), "addresses.csv": strange.encode()}).remarks
    assert remark.what.values["count"] == 1


def test_a_type_that_is_also_that_of_a_tray_lacks_its_ports_once(document: Document) -> None:
    """The SN2201 of the hall and those of the GB200 have one type in NetBox."""
    files = netbox_set(document.snapshot, "DC 1").files
    [name] = [name for name, text in files.items() if name.startswith("02") and yaml.safe_load(text)["model"] == "SN2201"]
    kind = yaml.safe_load(files[name])
    kind["interfaces"] = [item for item in kind["interfaces"] if item["name"] not in ("swp7", "swp8")]
    take(document, {"device_types.yaml": yaml.safe_dump(kind).encode()})
    made = netbox_set(document.snapshot, "DC 1")
    assert [remark for remark in made.remarks if "without" in remark and "of its ports" in remark] == [
        "NetBox has the type 'NVIDIA SN2201' without 2 of its ports: they go out as rows for each of its devices"
    ]


def test_addresses_of_trays_that_are_no_devices_in_netbox_are_named_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system with trays that is mounted in units is one device in NetBox."""
    with Document.scratch(Clock()) as unit:
        run(unit, build, load_template("gb200-nvl72-superpod"))
        run(unit, cable_project)
        monkeypatch.setattr(HardwareType, "is_rack_scale", False)
        rows = address_rows(unit.snapshot, "DC 1")
        assert (rows.left_out, rows.of_no_device, len(rows.addresses)) == (0, 8 * 82, 54)
