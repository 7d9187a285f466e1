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


@pytest.mark.parametrize(
    ("needed", "table"),
    [
        (("Termination A", "Termination B"), Table.CABLES),
        (("Side A Name", "Side B Name"), Table.CABLES),
        (("Model", "Desc Units"), Table.RACK_TYPES),
        (("Module Bay", "Module Type"), Table.MODULES),
        (("Name", "Power Panel", "Voltage"), Table.FEEDS),
        (("Name", "Site", "Power Feeds"), Table.PANELS),
    ],
)
def test_a_table_is_known_by_the_columns_that_only_it_has(needed: tuple[str, ...], table: Table) -> None:
    """With them alone, with columns that a person adds to the list, and not without any of them."""
    assert table_of(Sheet("", (needed,))) is table
    assert table_of(Sheet("", (("ID", *needed, "Description", "Comments"),))) is table
    for left_out in needed:
        others = [column for column in needed if column != left_out]
        assert table_of(Sheet("", ((*others, "Description"),))) is not table
