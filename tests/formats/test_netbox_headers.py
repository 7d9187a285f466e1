"""Which table of NetBox a CSV file is, by its header."""

import pytest

from gpudesk.formats.netbox.netbox_headers import Table, table_of
from gpudesk.formats.tables.tables import Sheet


@pytest.mark.parametrize(
    ("header", "table"),
    [
        ("Name,Status,Site,Cluster,Role,Tenant,Memory,Disk,IP Address", None),
        ("Name,Status,Site,Cluster,IP Address", None),
        ("Name,Status,Site,Role,Disk (MB),IP Address", None),
        ("Name,Status,Site,Cluster,Rack,Role,Manufacturer,Type,IP Address", Table.DEVICES),
    ],
)
def test_virtual_machines_are_no_devices(header: str, table: Table | None) -> None:
    assert table_of(Sheet("", (tuple(header.split(",")),))) is table
