"""Two sites go into one NetBox: no row of one can reach a device of the other, and what waits for IDs comes in a second step."""

import csv
import io
from collections.abc import Iterator

import pytest
import yaml

from gpudesk.catalog.catalog import open_catalog
from gpudesk.catalog.templates import load_template
from gpudesk.derived.fabric.address_plan import address_plan
from gpudesk.formats.netbox.netbox_addresses import vrf_name
from gpudesk.formats.netbox.netbox_lists import NetboxLists
from gpudesk.formats.netbox.netbox_project import MOST_CABLE_ROWS, netbox_cable_files, netbox_cables, netbox_set
from gpudesk.formats.netbox.netbox_tables import read_netbox
from gpudesk.formats.netbox.netbox_write import document_of_type
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.exchange.exchange import import_list, preview_list
from gpudesk.operations.exchange.import_changes import Verdict
from gpudesk.operations.exchange.netbox_known_here import known_here
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.field_operations import rename, set_fields
from gpudesk.operations.run.run import run
from gpudesk.project.address_rules import address_rules
from gpudesk.project.document import Document
from tests.operations.netbox_lists import Instance
from tests.project.sample import Clock


@pytest.fixture
def document() -> Iterator[Document]:
    opened = Document.scratch(Clock())
    run(opened, build, load_template("dgx-h100-superpod", {"su": 1}))
    run(opened, cable_project)
    yield opened
    opened.close()


def rows(files: dict[str, bytes], start: str) -> list[dict[str, str]]:
    return [
        row
        for name, content in files.items()
        if name.startswith(start)
        for row in csv.DictReader(io.StringIO(content.decode(), newline=""))
    ]


def test_cables_name_the_site_of_both_ends_in_files_of_at_most_250_rows(document: Document) -> None:
    files = netbox_set(document.snapshot, "DC 1").files
    pieces = [content for name, content in files.items() if name.startswith("12-cables")]
    assert [content.count(b"\r\n") - 1 for content in pieces][:-1] == [MOST_CABLE_ROWS] * (len(pieces) - 1)
    cables = rows(files, "12-cables")
    assert {(row["side_a_site"], row["side_b_site"]) for row in cables} == {("DC 1", "DC 1")}
    assert len(cables) == document.snapshot["cable"].rows - 8


def test_rows_about_parts_of_devices_name_a_tag_or_an_id_and_wait_for_it(document: Document) -> None:
    first = netbox_set(document.snapshot, "DC 1")
    assert not [name for name in first.files if name.startswith(("09-", "10-"))]
    addresses = len(address_plan(document.snapshot, address_rules()).addresses)
    assert [remark for remark in first.remarks if "second step" in remark] == [
        "8 interfaces wait for the second step: their devices have no asset tag, and no ID that is known",
        "8 cables wait for the second step: they end in interfaces that come with it",
        "35 bonds wait for the second step: their devices have no asset tag, and no ID that is known",
        f"{addresses} addresses wait for the second step: their devices have no asset tag, and no ID that is known",
        "70 members of bonds wait for the second step: only the IDs of their interfaces name them",
    ]
    readme = first.files["README.txt"].decode()
    assert readme.index("08  08-devices.csv") < readme.index("Second step") < readme.index("8 interfaces wait")
    devices = document.snapshot["device"]
    [tagged] = [row_id for row_id, name in zip(devices.ids.tolist(), devices["name"].tolist(), strict=True) if name == "leaf-01"]
    run(document, set_fields, "device", tagged, {"asset": "T-1"})
    by_tag = rows(netbox_set(document.snapshot, "DC 1").files, "10-interfaces-by-tag")
    assert [(row["device.asset_tag"], row["name"]) for row in by_tag] == [("T-1", "16/2/1"), ("T-1", "16/2/2")]
    netbox = Instance(first=7000).take(netbox_set(document.snapshot, "DC 1").files)
    lists = {name: content for name, content in netbox.lists().items() if "racks" not in name}
    run(document, import_list, read_netbox(lists))
    second = netbox_cables(document.snapshot, "another name")
    by_id = rows(second.files, "10-interfaces-by-id")
    interfaces = netbox_cable_files(document.snapshot, "DC 1").interfaces
    ids = {row["name"]: row["id"] for row in netbox.tables["devices"]}
    assert sorted(row["device.id"] for row in by_id) == sorted(ids[str(row["device"])] for row in interfaces if row["device"] != "leaf-01")
    cables = rows(second.files, "12-cables")
    assert len(cables) == 6, "those that NetBox has are not written again"
    assert {row["side_a_site"] for row in cables} == {"DC 1"}, "the site is the one that NetBox has"
    assert {row["bundle"] for row in cables} == {row["name"] for row in rows(second.files, "11-cable-bundles")}


def test_cords_without_a_known_outlet_are_reported_with_the_cause(document: Document) -> None:
    made = netbox_set(document.snapshot, "DC 1")
    expected = (
        "60 power cords are left out: the project states their PDU, but not the outlet, which NetBox requires. The outlets of these types"
        " are not published: Raritan PX3-5747V-V2. Connect them to outlets here, on PDUs whose outlets are known, and export again;"
        " or connect them in NetBox"
    )
    assert [remark for remark in made.remarks if "power cords" in remark] == [expected]
    assert len(rows(made.files, "15-power-cords")) == document.snapshot["power_cord"].rows - 60


def test_names_of_bundles_are_those_of_one_site(document: Document) -> None:
    names = [{row["name"] for row in netbox_cable_files(document.snapshot, site).bundles} for site in ("A", "B" * 120)]
    assert [len(found) for found in names] == [8, 8]
    assert not names[0] & names[1]
    assert all(len(str(name)) <= 100 for found in names for name in found)


def test_panels_feeds_and_cords_go_out_and_come_back_without_a_change(document: Document) -> None:
    files = netbox_set(document.snapshot, "DC 1").files
    feeds = {row["name"]: row for row in rows(files, "14-power-feeds")}
    assert {row["power_panel"] for row in feeds.values()} == {row["name"] for row in rows(files, "13-power-panels")}
    expected = ("DC 1", "Panel A-B", "Hall 1", "A01", "redundant", "ac", "three-phase", "415", "60")
    assert tuple(feeds["A01-B"][key] for key in FEED) == expected
    cords = rows(files, "15-power-cords")
    [main] = [row for row in cords if row["side_b_name"] == "A01-B"]
    assert (main["side_a_device"], main["side_a_type"], main["side_b_power_panel"], main["side_b_device"]) == (
        "a01-pdu-b", "dcim.powerport", "Panel A-B", ""
    )  # fmt: skip
    outlets = [row for row in cords if row["side_b_type"] == "dcim.poweroutlet"]
    assert len({(row["side_b_device"], row["side_b_name"]) for row in outlets}) == len(outlets) > 100
    assert {row["side_a_site"] for row in cords} | {row["side_b_site"] for row in cords} == {"DC 1"}
    netbox = Instance().take(files)
    done = preview_list(document.snapshot, read_netbox({"cables.csv": netbox.cables()}))
    assert ([fault.plain() for fault in done.faults], done.remarks) == ([], [])
    assert {str(line.verdict) for line in done.lines} == {"unchanged"}
    run(document, import_list, read_netbox({"cables.csv": netbox.cables()}))
    view = preview_list(document.snapshot, read_netbox({"cables.csv": netbox.cables(all_data=False)}))
    assert ([fault.plain() for fault in view.faults], view.count(Verdict.UNCHANGED)) == ([], len(netbox.tables["cables"]))
    netbox.tables["power-cords"][0]["side_b_name"], netbox.tables["power-cords"][1]["side_b_name"] = "A01-B", "A01-A"
    netbox.tables["power-cords"][2]["length"] = "7.5"
    changed = preview_list(document.snapshot, read_netbox({"cables.csv": netbox.cables()}))
    said = [(each.column, each.before, each.after) for line in changed.lines for each in line.changes]
    assert said == [("from_node_id", "A01-A", "A01-B"), ("from_node_id", "A01-B", "A01-A"), ("length_mm", *said[2][1:2], 7500)]


def test_outlets_say_their_inlet_and_their_leg(document: Document) -> None:
    files = netbox_set(document.snapshot, "DC 1").files
    [strip] = [yaml.safe_load(content) for name, content in files.items() if "PX3-5878" in name]
    assert {outlet["power_port"] for outlet in strip["power-outlets"]} == {"INPUT"}
    outlets = document_of_type(open_catalog().get("generic.pdu-0u-415v-32a"))["power-outlets"]
    legs = {outlet["name"][0]: outlet["feed_leg"] for outlet in outlets}
    assert legs == {"1": "A", "2": "B", "3": "C", "4": "A", "5": "B", "6": "C"}


FEED = ("site", "power_panel", "location", "rack", "type", "supply", "phase", "voltage", "amperage")


def test_prefixes_have_their_vlan_and_devices_their_primary_and_out_of_band_addresses(document: Document) -> None:
    first = netbox_set(document.snapshot, "DC 1")
    vlans = {(row["site"], row["vid"]) for row in rows(first.files, "16-vlans")}
    prefixes = rows(first.files, "17-prefixes")
    assert {(row["vlan_site"], row["vlan"]) for row in prefixes if row["vlan"]} == vlans != set()
    assert not rows(first.files, "19-"), "no row names a device by a name that another site may have"
    netbox = Instance(first=7000).take(first.files)
    run(document, import_list, read_netbox({"devices.csv": netbox.devices()}))
    second = netbox_cables(document.snapshot, "DC 1").files
    device = netbox.row("devices", "dgx-001")["id"]
    own = [row for row in rows(second, "19-ip-addresses-by-id") if row["device.id"] == device]
    [primary] = [row for row in own if row["is_primary"] == "true"]
    [behind] = [row for row in own if row["is_oob"] == "true"]
    assert (primary["interface"], primary["dns_name"].split(".")[0]) == ("bond0", "dgx-001")
    assert (behind["interface"], primary["address"] == behind["address"]) == ("BMC", False)
    [bond] = [row for row in rows(second, "18-bonds-by-id") if row["device.id"] == device]
    assert (bond["type"], bond["description"]) == ("lag", "Joins S1P2, S2P2")


def test_two_sites_may_have_the_same_addresses(document: Document) -> None:
    """NetBox refuses an address twice in one VRF, so each site has its own, and only its own addresses count as there."""
    prefixes = {site: rows(netbox_set(document.snapshot, site).files, "17-prefixes") for site in ("DC 1", "DC 2")}
    assert [row["prefix"] for row in prefixes["DC 1"]] == [row["prefix"] for row in prefixes["DC 2"]] != []
    assert {site: {row["vrf"] for row in its} for site, its in prefixes.items()} == {"DC 1": {"DC 1"}, "DC 2": {"DC 2"}}
    [vrf] = rows(netbox_set(document.snapshot, "DC 1").files, "16-vrfs")
    assert (vrf["name"], vrf["rd"], vrf["enforce_unique"]) == ("DC 1", "dc-1", "true")
    long = {rows(netbox_set(document.snapshot, f"Data center Querétaro {number}").files, "16-vrfs")[0]["rd"] for number in (1, 2)}
    assert len(long) == 2
    assert max(map(len, long)) <= 21
    names = ("東京", "北京", "DC 1", "Zürich", "Zurich")
    for file, column in (("16-vrfs", "rd"), ("04-sites", "slug")):
        assert len({rows(netbox_set(document.snapshot, name).files, file)[0][column] for name in names}) == len(names)
    netbox = Instance(first=7000).take(netbox_set(document.snapshot, "DC 1").files)
    run(document, import_list, read_netbox({"devices.csv": netbox.devices()}))
    addresses = rows(netbox_cables(document.snapshot, "DC 1").files, "19-ip-addresses-by-id")
    assert {row["vrf"] for row in addresses} == {"DC 1"}
    header = "IP Address,VRF,Status,Role,Tenant,Assigned,DNS name,Description,ID\n"
    for shown, left in (("DC 2 (dc-2)", len(addresses)), ("DC 1 (dc-1)", 0)):
        listed = header + "".join(f"{row['address']},{shown},Active,,,True,,,{at}\n" for at, row in enumerate(addresses, 1))
        run(document, import_list, read_netbox({"devices.csv": netbox.devices(), "addresses.csv": listed.encode()}))
        second = netbox_cables(document.snapshot, "DC 1")
        assert len(rows(second.files, "19-ip-addresses-by-id")) == left
        assert (f"{len(addresses)} addresses are not written: NetBox has them" in second.remarks) is (left == 0)


def test_addresses_without_vrf_are_there_only_on_devices_of_the_project(document: Document) -> None:
    netbox = Instance(first=7000).take(netbox_set(document.snapshot, "DC 1").files)
    run(document, import_list, read_netbox({"devices.csv": netbox.devices()}))
    addresses = rows(netbox_cables(document.snapshot, "DC 1").files, "19-ip-addresses-by-id")
    devices = document.snapshot["device"]
    header = "IP Address,VRF,Status,Assigned,Interface,Parent,ID\n"
    name = str(devices["name"][0])
    for vrf, parent, left in (("Global", "other", len(addresses)), ("", "", len(addresses)), ("Global", name, 0), ("", name, 0)):
        listed = header + "".join(f"{row['address']},{vrf},Active,True,eth0,{parent},{at}\n" for at, row in enumerate(addresses, 1))
        done = run(document, import_list, read_netbox({"devices.csv": netbox.devices(), "addresses.csv": listed.encode()})).result
        assert len(rows(netbox_cables(document.snapshot, "DC 1").files, "19-ip-addresses-by-id")) == left
        assert [remark.what.values["count"] for remark in done.remarks if "no VRF" in remark.what.text] == ([left] if left else [])


def test_an_address_on_another_device_is_named(document: Document) -> None:
    """A renamed device changes its place among the names, and the addresses of those after it in the plan."""
    netbox = Instance(first=7000).take(netbox_set(document.snapshot, "DC 1").files)
    run(document, import_list, read_netbox({"devices.csv": netbox.devices()}))
    addresses = rows(netbox_cables(document.snapshot, "DC 1").files, "19-ip-addresses-by-id")
    devices = document.snapshot["device"]
    names = {netbox.row("devices", name)["id"]: name for name in devices["name"].tolist() if name.startswith("dgx-")}
    listed = "IP Address,VRF,Status,Assigned,Interface,Parent,ID\n" + "".join(
        f"{row['address']},DC 1 (dc-1),Active,True,{row['interface']},{names.get(row['device.id'], 'other')},{at}\n"
        for at, row in enumerate(addresses, 1)
    )
    run(document, import_list, read_netbox({"devices.csv": netbox.devices(), "addresses.csv": listed.encode()}))
    assert not any("on other devices" in remark for remark in netbox_cables(document.snapshot, "DC 1").remarks)
    run(document, rename, "device", int(devices.ids[devices["name"] == "dgx-001"][0]), "zz-gpu")
    [remark] = [each for each in netbox_cables(document.snapshot, "DC 1").remarks if "on other devices" in each]
    of_next = next(row["address"] for row in addresses if names.get(row["device.id"]) == "dgx-001")
    assert f"{of_next} of dgx-002" in remark


def test_a_long_name_of_a_site_is_compared_as_it_is_exported(document: Document) -> None:
    site = "Data center " + "x" * 120
    lists = NetboxLists(addresses={("10.0.0.1/24", f"{vrf_name(site)} (rd-1)", ""), ("10.0.0.2/24", f"{site[:50]} (rd-2)", "")})
    assert known_here(lists, document.snapshot, {}, site).addresses == {"10.0.0.1/24"}


def test_cords_of_feeds_without_a_rack_stay_with_their_site(document: Document) -> None:
    netbox = Instance().take(netbox_set(document.snapshot, "DC 1").files)
    shared = [row for row in netbox.tables["power-cords"] if row["side_b_power_panel"]]
    for row in shared:
        # NetBox lists the site of a feed by its rack (CableTermination.cache_related_objects): of a feed without one, none.
        row["side_b_site"] = ""
    netbox.tables["cables"].append({**netbox.tables["cables"][0], "id": "90000", "made": "", "side_a_site": "DC 2", "side_b_site": "DC 2"})
    shared[0]["length"], shared[0]["length_unit"] = "7.5", "m"
    done = preview_list(document.snapshot, read_netbox({"cables.csv": netbox.cables()}))
    assert [question.key for question in done.questions] == ["site"]
    found = read_netbox({"cables.csv": netbox.cables()})
    found.answers["site"] = "DC 1"
    done = preview_list(document.snapshot, found)
    assert [fault.plain() for fault in done.faults] == []
    assert [(each.column, each.after) for line in done.lines for each in line.changes] == [("length_mm", 7500)]
