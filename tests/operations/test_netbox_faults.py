"""Everything that is wrong with files of NetBox is named in one answer: of all columns of a line, of racks, devices and cables together."""

from collections.abc import Iterator

import pytest

from gpudesk.formats.netbox.netbox_tables import read_netbox
from gpudesk.formats.tables.table_faults import UnreadableTable
from gpudesk.operations.exchange.exchange import import_list, preview_list
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from tests.project.sample import Clock

RACKS = (
    "site,location,name,status,width,u_height,desc_units,starting_unit\n"
    "DC1,Room1,A1,active,19,42,false,1\n"
    "DC1,Room1,A2,often,19,tall,maybe,1\n"
    "DC1,Room1,A2,active,19,42,false,1\n"
)
DEVICES = (
    "name,role,manufacturer,device_type,status,site,location,rack,position,face\n"
    "dgx,compute,NVIDIA,DGX H100,active,DC1,Room1,A1,1,front\n"
    "bad,compute,NVIDIA,DGX H900,soon,DC1,Room1,A1,high,sideways\n"
    "low,compute,NVIDIA,DGX H100,later,DC1,Room1,A1,99,front\n"
    "sound,x,Generic,Management server 1U,active,DC1,Room1,A1,20,front\n"
    "sound,x,Generic,Management server 1U,active,DC1,Room1,A1,21,front\n"
)
CABLES = (
    "side_a_device,side_a_type,side_a_name,side_b_device,side_b_type,side_b_name,type,status,length,length_unit,side_a_site,side_b_site\n"
    "dgx,dcim.interface,no such port,sound,dcim.interface,NET1,cat6a,connected,3,m,DC1,DC1\n"
    "bad,dcim.interface,NET1,sound,dcim.interface,NET2,cat6a,connected,long,m,DC1,DC1\n"
    "nobody,dcim.interface,NET1,dgx,dcim.interface,BMC,cat6a,connected,3,m,DC1,DC1\n"
)
WRONG_RACKS = [
    "racks.csv, D3: often is not recognized; use one of: planned, reserved, available, active, deprecated.",
    "racks.csv, F3: tall is not a rack height in units.",
    "racks.csv, G3: maybe is not recognized; use one of: true, false.",
    "racks.csv, C4: A2 is a duplicate; it is already in C3. Remove one of the lines, or rename one.",
]


@pytest.fixture
def document() -> Iterator[Document]:
    opened = Document.scratch(Clock())
    yield opened
    opened.close()


def cells(document: Document, files: dict[str, str]) -> list[str]:
    """Where something is wrong; a preview and the import itself say the same."""
    found = read_netbox({name: text.encode() for name, text in files.items()})
    faults = preview_list(document.snapshot, found).faults
    with pytest.raises(UnreadableTable) as refused:
        run(document, import_list, found)
    assert [fault.plain() for fault in refused.value.faults] == [fault.plain() for fault in faults]
    return [f"{fault.file} {fault.cell}" for fault in faults]


def test_all_columns_of_a_line(document: Document) -> None:
    found = read_netbox({"racks.csv": RACKS.encode()})
    said = [fault.plain() for fault in preview_list(document.snapshot, found).faults]
    assert [text for text in said if text in WRONG_RACKS] == WRONG_RACKS
    assert [text.partition(":")[0] for text in said] == ["racks.csv, D3", "racks.csv, F3", "racks.csv, G3", "racks.csv, C4"]


def test_a_line_with_a_fault_is_looked_up_too(document: Document) -> None:
    good = RACKS.splitlines(keepends=True)[:2]
    assert cells(document, {"racks.csv": "".join(good), "devices.csv": DEVICES}) == [
        "devices.csv D3",
        "devices.csv E3",
        "devices.csv I3",
        "devices.csv J3",
        "devices.csv E4",
        "devices.csv A6",
    ]


def test_racks_devices_and_cables_in_one_answer(document: Document) -> None:
    found = cells(document, {"racks.csv": RACKS, "devices.csv": DEVICES, "cables.csv": CABLES})
    # The cable of a device that is wrong says only what is wrong with itself.
    assert [each for each in found if each.startswith("cables")] == ["cables.csv C2", "cables.csv I3", "cables.csv A4"]
    assert sum(each.startswith("racks") for each in found) == 4
    assert sum(each.startswith("devices") for each in found) == 6


def test_what_follows_from_a_wrong_device_is_not_said_of_a_cable(document: Document) -> None:
    good = "".join(RACKS.splitlines(keepends=True)[:2])
    files = {"racks.csv": good, "devices.csv": DEVICES.replace("dgx,compute,NVIDIA,DGX H100,active", "dgx,compute,NVIDIA,DGX H100,soon")}
    lead = CABLES.splitlines(keepends=True)
    assert [each for each in cells(document, {**files, "cables.csv": "".join(lead[:2])}) if each.startswith("cables")] == []
