"""The published sizes of SuperPOD compute fabrics, row by row, from the data of the architectures as `gpudesk fabric` counts them."""

import csv
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gpudesk.core.fabric.fat_tree import fat_tree
from gpudesk.core.fabric.fat_tree_figures import counts
from gpudesk.core.fabric.fat_tree_links import appliance_ports, fat_tree_links
from gpudesk.project.fabric_architectures import FabricArchitecture, fabric_architectures
from tests.cli.in_process import gpudesk

HERE = Path(__file__).resolve().parent
SHARED = Path(__file__).resolve().parents[3] / "shared" / "reference" / "hardware" / "superpod_fabric_tables.csv"
ARCHITECTURES = {
    "DGX H100": "dgx-h100",
    "DGX B200": "dgx-b200",
    "DGX B300 Spectrum-X twin-plane": "dgx-b300-spectrum",
    "DGX B300 XDR": "dgx-b300-xdr",
    "DGX GB200 NVL72": "dgx-gb200",
}
COLUMNS = ("leaf", "spine", "core", "node_leaf_cables", "leaf_spine_cables", "spine_core_cables")
TRAYS_A_RACK = 18
"""Compute trays of an NVL72 rack, which the table counts as one node."""


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def name_of(row: dict[str, str]) -> str:
    return f"{ARCHITECTURES[row['architecture']]}-{row['table'].split(' (')[0]}-{row['su']}".replace(" ", "-")


def counted(row: dict[str, str], architecture: FabricArchitecture) -> dict[str, int]:
    """What the program counts for a row, in the units of the row."""
    nodes, tree = int(row["nodes"]), architecture.tree
    if architecture.key == "dgx-gb200":
        nodes *= TRAYS_A_RACK
    three = architecture.three_tiers_from_units
    tiers = 3 if three and int(row["su"]) >= three else None
    shape = fat_tree(replace(tree, nodes=nodes, tiers=tiers))
    links = fat_tree_links(shape)
    management = appliance_ports(shape, links.nodes, architecture.appliance_links) if "UFM" in row["table"] else None
    found = counts(shape, links, architecture.packing, management)
    # RA-11337 counts cables of 800 Gb/s, each two links.
    links_a_cable = 2 if architecture.key == "dgx-b300-spectrum" else 1
    return {
        "leaf": found.leaves,
        "spine": found.spines,
        "core": found.cores,
        "node_leaf_cables": (found.node_links + found.appliance_links) // links_a_cable,
        "leaf_spine_cables": found.leaf_links // links_a_cable,
        "spine_core_cables": found.spine_links // links_a_cable,
        "gpus": nodes * architecture.gpus_a_node,
    }


@pytest.mark.parametrize("row", [pytest.param(row, id=name_of(row)) for row in rows(HERE / "fabric_tables.csv")])
def test_row(row: dict[str, str]) -> None:
    found = counted(row, fabric_architectures()[ARCHITECTURES[row["architecture"]]])
    assert {name: found[name] for name in COLUMNS if row[name]} == {name: int(row[name]) for name in COLUMNS if row[name]}
    # The one misprint: 1,296 nodes of eight GPUs are 10,368, as many as the printed cables.
    expected = 10_368 if (row["architecture"], row["su"]) == ("DGX B300 XDR", "18") else int(row["gpus"])
    assert found["gpus"] == expected


def test_the_table_is_the_shared_one() -> None:
    if not SHARED.is_file():
        pytest.skip("the shared table of fabrics is not beside the checkout")
    keys = ("architecture", "table", "su", "nodes", "gpus", *COLUMNS, "confidence")
    assert [[row[key] for key in keys] for row in rows(HERE / "fabric_tables.csv")] == [[row[key] for key in keys] for row in rows(SHARED)]


def fabric(*options: str) -> Any:
    done = gpudesk("fabric", *options, "--json")
    assert done.returncode == 0
    return json.loads(done.stdout)


def test_four_units_of_dgx_h100_are_the_published_bill() -> None:
    """RA-11333-001 V11, table 8: 2,040 cords = 127 · 8 + 32 · 32, 1,536 = 48 · 32 and 508 = 127 · 4 modules.

    Table 4 counts 1,020 cables on the leaves: 1,016 of systems and the four of fabric management.
    """
    found = fabric("--architecture", "dgx-h100", "--units", "4")
    assert found["request"]["nodes"] == 127
    assert found["cables"] == 2040
    assert found["modules"] == {"node": 508, "switch": 1536}
    assert found["links"] == {"node_leaf": 1016, "leaf_spine": 1024, "spine_core": 0, "fabric_management": 4, "total": 2044}
    assert found["fibers"] == 2040 * 8


def test_one_unit_of_nvl72_has_two_tiers() -> None:
    """Derived, for the architecture prints no such row: nine spines with two links to each of 32 leaves."""
    found = fabric("--architecture", "dgx-gb200", "--units", "1")
    assert (found["tiers"], found["leaf"]["count"], found["spine"]["count"], found["spine"]["links_to_each_leaf"]) == (2, 32, 9, 2)


def test_a_hundred_thousand_gpus_in_four_halls() -> None:
    found = fabric("--nodes", "12500", "--unit-nodes", "64", "--radix", "128", "--islands", "4")
    assert (found["leaf"]["count"], found["spine"]["count"], found["core"]["count"]) == (1568, 1792, 896)
    assert found["links"]["total"] == 100_000 + 1568 * 64 + 1792 * 64
