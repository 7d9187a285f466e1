"""`topology.yaml` against its documented grammar (topology.yaml(5) of Slurm 25.05), since no Slurm of Debian reads it."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import jsonschema
import pytest
import yaml

from gpudesk.catalog.templates import load_template
from gpudesk.derived.fabric.fabric_records import fabric_records
from gpudesk.formats.fabric.slurm_topology import node_names
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.exchange.exchange import export_project
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document

_NAME = {"type": "string", "pattern": r"^[A-Za-z0-9][A-Za-z0-9_.-]*$"}
_HOSTS = {"type": "string", "pattern": r"^[A-Za-z0-9_.,\[\]-]+$"}
_SWITCH = {
    "type": "object",
    "properties": {"switch": _NAME, "children": _HOSTS, "nodes": _HOSTS},
    "required": ["switch"],
    "oneOf": [{"required": ["children"]}, {"required": ["nodes"]}],
    "additionalProperties": False,
}
_BLOCK = {"type": "object", "properties": {"block": _NAME, "nodes": _HOSTS}, "required": ["block", "nodes"], "additionalProperties": False}
_TOPOLOGY = {
    "type": "object",
    "properties": {
        "topology": _NAME,
        "cluster_default": {"type": "boolean"},
        "flat": {"const": True},
        "tree": {
            "type": "object",
            "properties": {"switches": {"type": "array", "items": _SWITCH, "minItems": 1}},
            "required": ["switches"],
            "additionalProperties": False,
        },
        "block": {
            "type": "object",
            "properties": {
                "block_sizes": {"type": "array", "items": {"type": "integer", "minimum": 1}, "minItems": 1},
                "blocks": {"type": "array", "items": _BLOCK, "minItems": 1},
            },
            "required": ["block_sizes", "blocks"],
            "additionalProperties": False,
        },
    },
    "required": ["topology"],
    "oneOf": [{"required": ["tree"]}, {"required": ["block"]}, {"required": ["flat"]}],
    "additionalProperties": False,
}
GRAMMAR = {"type": "array", "items": _TOPOLOGY, "minItems": 1}


def names(host_list: str) -> list[str]:
    """The names of a host list with one bracket a name at most, as `scontrol show hostnames` makes them."""
    found: list[str] = []
    for begin, inside, end in re.findall(r"([^,\[\]]+)(?:\[([^\]]*)\])?([^,\[\]]*)", host_list):
        if not inside:
            found.append(begin + end)
            continue
        for part in inside.split(","):
            low, _, high = part.partition("-")
            found += [f"{begin}{number:0{len(low)}}{end}" for number in range(int(low), int(high or low) + 1)]
    return found


def topologies(name: str, chosen: dict[str, Any], path: Any) -> tuple[list[dict[str, Any]], Sequence[str]]:
    """What the export of a cabled template holds, and the nodes that it is about."""
    with Document.scratch() as document:
        run(document, build, load_template(name, chosen))
        run(document, cable_project)
        export_project(document.snapshot, "uid", "Site", "slurm-yaml", path)
        nodes = list(node_names(document.snapshot, document.snapshot.cached(fabric_records)).values())
    body: list[dict[str, Any]] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return body, nodes


@pytest.mark.parametrize(
    ("name", "chosen", "blocks"),
    [
        ("gb200-nvl72-superpod", {}, 8),
        ("gb200-nvl72-superpod", {"su": 2}, 16),
        ("dgx-h100-superpod", {"su": 1}, 0),
        ("dgx-b300-xdr-superpod", {}, 0),
        ("dgx-basepod", {}, 0),
        ("small-pod", {}, 0),
    ],
)
def test_the_file_is_as_documented(name: str, chosen: dict[str, Any], blocks: int, tmp_path: Any) -> None:
    body, nodes = topologies(name, chosen, tmp_path / "topology.yaml")
    jsonschema.validate(body, GRAMMAR)
    # Its name is the first attribute of a topology and is unique; the first default one is that of the cluster.
    assert [next(iter(each)) for each in body] == ["topology"] * len(body)
    assert len({each["topology"] for each in body}) == len(body)
    assert [each.get("cluster_default", False) for each in body] == [True] + [False] * (len(body) - 1)
    switches = body[0]["tree"]["switches"]
    known = [each["switch"] for each in switches]
    assert len(set(known)) == len(known)
    assert Counter(node for each in switches for node in names(each.get("nodes", ""))) == Counter(nodes)
    children = Counter(child for each in switches for child in names(each.get("children", "")))
    assert set(children) <= set(known)
    assert set(children.values()) <= {1}
    assert len(set(known) - set(children)) == 1, "one switch is above all others"
    assert len(body) == (2 if blocks else 1)
    if blocks:
        domains = body[1]["block"]
        sizes = domains["block_sizes"]
        assert all((size // sizes[0]).bit_count() == 1 and size % sizes[0] == 0 for size in sizes)
        members = [names(each["nodes"]) for each in domains["blocks"]]
        assert len({each["block"] for each in domains["blocks"]}) == len(members) == blocks
        assert {len(each) for each in members} == {sizes[0]}
        assert Counter(node for each in members for node in each) == Counter(nodes)
