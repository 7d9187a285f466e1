"""The published architectures whose fabrics are offered; they are data (`resources/fabrics/architectures.yaml`)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from gpudesk.core.fabric.fat_tree import FatTree
from gpudesk.core.fabric.fat_tree_figures import Packing
from gpudesk.core.hardware.hardware import Confidence
from gpudesk.locate import resource


@dataclass(frozen=True, slots=True)
class FabricArchitecture:
    """The compute fabric of an architecture.

    Attributes:
        node: key of the catalog entry with the ports.
        switch: key of the catalog entry of every switch.
        gpus_a_node: GPUs of a node.
        rate_gbps: rate of one link.
        tree: the fabric of one whole scalable unit.
        three_tiers_from_units: minimum units for three tiers even if two would suffice; None for as few tiers as possible.
        absent_nodes: nodes left out of a site, so that fabric management has ports.
        appliance_links: links of fabric management.
    """

    key: str
    title: str
    title_es: str
    node: str
    switch: str
    gpus_a_node: int
    rate_gbps: float
    tree: FatTree
    three_tiers_from_units: int | None
    absent_nodes: int
    appliance_links: int
    packing: Packing
    source: str
    source_es: str
    confidence: Confidence


_PORTS = ("rails", "unit_nodes", "radix", "planes", "leaf_up", "leaf_down", "spine_up", "spine_down", "pod_leaves")


@cache
def fabric_architectures() -> Mapping[str, FabricArchitecture]:
    """Every architecture by its key, in the order of the list."""
    import yaml

    with resource("fabrics", "architectures.yaml").open("rb") as file:
        body = yaml.load(file, Loader=yaml.CSafeLoader)
    return {
        key: FabricArchitecture(
            key,
            row["title"],
            row["title_es"],
            row["node"],
            row["switch"],
            int(row["gpus_a_node"]),
            float(row["rate_gbps"]),
            _tree(row),
            row.get("three_tiers_from_units"),
            int(row.get("absent_nodes", 0)),
            int(row.get("appliance_links", 0)),
            Packing(int(row["node_ports_a_cage"]), int(row["switch_ports_a_cage"]), int(row["fibres_a_link"])),
            row["source"],
            row["source_es"],
            Confidence(row["confidence"]),
        )
        for key, row in body["architectures"].items()
    }


def _tree(row: Mapping[str, Any]) -> FatTree:
    ports: dict[str, Any] = {name: int(row[name]) for name in _PORTS if name in row}
    return FatTree(nodes=ports["unit_nodes"], **ports)
