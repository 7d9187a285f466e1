"""Two sites go into one NetBox: no row of one can reach a device of the other, and what waits for IDs comes in a second step."""

import csv
import io
from collections.abc import Iterator

import pytest

from gpudesk import operations
from gpudesk.catalog.templates import load_template
from gpudesk.formats.netbox_project import MOST_CABLE_ROWS, netbox_cable_files, netbox_cables, netbox_set
from gpudesk.formats.netbox_tables import read_netbox
from gpudesk.project.document import Document
from tests.operations.netbox_lists import Instance
from tests.project.sample import Clock


@pytest.fixture
def document() -> Iterator[Document]:
    opened = Document.scratch(Clock())
    operations.run(opened, operations.build, load_template("dgx-h100-superpod", {"su": 1}))
    operations.run(opened, operations.cable_project)
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
    assert [remark for remark in first.remarks if "second step" in remark] == [
        "8 interfaces wait for the second step: their devices have no asset tag, and no ID that is known",
        "8 cables wait for the second step: they end in interfaces that come with it",
    ]
    readme = first.files["README.txt"].decode()
    assert readme.index("08  08-devices.csv") < readme.index("Second step") < readme.index("8 interfaces wait")
    devices = document.snapshot["device"]
    [tagged] = [row_id for row_id, name in zip(devices.ids.tolist(), devices["name"].tolist(), strict=True) if name == "leaf-01"]
    operations.run(document, operations.set_fields, "device", tagged, {"asset": "T-1"})
    by_tag = rows(netbox_set(document.snapshot, "DC 1").files, "10-interfaces-by-tag")
    assert [(row["device.asset_tag"], row["name"]) for row in by_tag] == [("T-1", "16/2/1"), ("T-1", "16/2/2")]
    netbox = Instance(first=7000).take(netbox_set(document.snapshot, "DC 1").files)
    lists = {name: content for name, content in netbox.lists().items() if "racks" not in name}
    operations.run(document, operations.import_list, read_netbox(lists))
    second = netbox_cables(document.snapshot, "another name")
    by_id = rows(second.files, "10-interfaces-by-id")
    interfaces = netbox_cable_files(document.snapshot, "DC 1").interfaces
    ids = {row["name"]: row["id"] for row in netbox.tables["devices"]}
    assert sorted(row["device.id"] for row in by_id) == sorted(ids[str(row["device"])] for row in interfaces if row["device"] != "leaf-01")
    cables = rows(second.files, "12-cables")
    assert len(cables) == 6, "those that NetBox has are not written again"
    assert {row["side_a_site"] for row in cables} == {"DC 1"}, "the site is the one that NetBox has"
    assert {row["bundle"] for row in cables} == {row["name"] for row in rows(second.files, "11-cable-bundles")}


def test_names_of_bundles_are_those_of_one_site(document: Document) -> None:
    names = [{row["name"] for row in netbox_cable_files(document.snapshot, site).bundles} for site in ("A", "B" * 120)]
    assert [len(found) for found in names] == [8, 8]
    assert not names[0] & names[1]
    assert all(len(str(name)) <= 100 for found in names for name in found)
