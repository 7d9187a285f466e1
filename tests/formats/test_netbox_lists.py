"""Lists of manufacturers, roles and types as NetBox exports them: the name that each slug stands for."""

import pytest

from gpudesk.formats.netbox.netbox_lists import NetboxLists, list_of, read_list
from gpudesk.formats.tables.tables import Sheet
from gpudesk.project.netbox_known import MANUFACTURERS, ROLES

COLUMNS = {MANUFACTURERS: ("Rack Types", "Device Types"), ROLES: ("Devices", "VM Role")}
"""The columns by which the lists of NetBox 4 are known (netbox/dcim/tables), in addition to the name."""


def known_names(name: str, rows: list[tuple[str, ...]], *, slugs: bool = True) -> dict[str, str]:
    head = ("Name", *COLUMNS[name], "Slug") if slugs else ("Name", *COLUMNS[name])
    sheet = Sheet("list.csv", (head, *((row[0], "1", "2", *row[1:]) for row in rows)))
    assert list_of(sheet) == name
    lists = NetboxLists()
    read_list(lists, name, sheet)
    return dict(lists.known.names[name])


@pytest.mark.parametrize("name", COLUMNS)
def test_a_name_is_known_by_its_own_slug_and_by_the_usual_one(name: str) -> None:
    rows = [("Hewlett Packard", "hpe"), (" Dell Inc. ", " dell "), ("Acme", ""), ("", "nameless"), ("Short row",)]
    assert known_names(name, rows) == {
        "hewlett-packard": "Hewlett Packard",
        "hpe": "Hewlett Packard",
        "dell-inc": "Dell Inc.",
        "dell": "Dell Inc.",
        "acme": "Acme",
        "short-row": "Short row",
    }


@pytest.mark.parametrize("name", COLUMNS)
def test_a_list_without_the_slug_column_has_the_usual_slugs(name: str) -> None:
    assert known_names(name, [("Hewlett Packard",)], slugs=False) == {"hewlett-packard": "Hewlett Packard"}
