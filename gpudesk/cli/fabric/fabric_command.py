"""The command that counts a fabric without a project."""

from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import click

from gpudesk import __version__
from gpudesk.cli.fabric.fabric_project import print_project
from gpudesk.cli.terminal.amounts import quantity, rounded
from gpudesk.cli.terminal.given_paths import IN
from gpudesk.cli.terminal.output import json_option, print_json, print_table
from gpudesk.core.fabric.fat_tree import FatTree, FatTreeShape, PodsBy, fat_tree
from gpudesk.core.fabric.fat_tree_figures import Counts, Loss, Packing, bisection_share, counts, losses, oversubscription, paths
from gpudesk.core.fabric.fat_tree_links import appliance_ports, fat_tree_links
from gpudesk.core.messages.errors import Refused
from gpudesk.project.fabric_architectures import FabricArchitecture, fabric_architectures

SCHEMA = "gpudesk.fabric.v2"
_RATE_GBPS = 400.0
_whole = click.IntRange(min=1)


@click.command("fabric")
@click.option("--project", metavar="FILE", type=IN, help="Evaluate the networks of FILE with their installed cables.")
@click.option("--architecture", metavar="KEY", help="Start from a published architecture; enter an invalid KEY to list all.")
@click.option(
    "--units", type=_whole, help="Number of scalable units of the architecture; nodes omitted by the architecture are not counted."
)
@click.option("--nodes", type=_whole, help="Nodes: systems, or compute trays of a rack-scale system.")
@click.option("--rails", type=_whole, help="Ports per node on each plane; 8 by default.")
@click.option("--unit-nodes", type=_whole, help="Nodes per scalable unit, or per rack with a top-of-rack switch; 32 by default.")
@click.option("--radix", type=_whole, help="Ports per leaf at the link rate; 64 by default.")
@click.option("--leaf-up", type=_whole, help="Uplinks per leaf; half of its ports by default.")
@click.option("--leaf-down", type=_whole, help="Node-facing ports per leaf; by default all ports that are not uplinks.")
@click.option("--rails-per-leaf", type=_whole, help="Rails per leaf; by default the maximum for whole units.")
@click.option("--planes", type=_whole, help="Parallel fabrics (planes); each node has its rails on every plane.")
@click.option("--partial", is_flag=True, help="Build leaves only for the given nodes, not for the whole last unit.")
@click.option("--tiers", type=click.IntRange(1, 3), help="Switch tiers; by default the fewest that connect all nodes.")
@click.option("--spine-radix", type=_whole, help="Ports per spine; by default the same as for a leaf.")
@click.option("--spine-up", type=_whole, help="Uplinks per spine with three tiers; half of its ports by default.")
@click.option("--spine-down", type=_whole, help="Leaf-facing ports per spine with three tiers.")
@click.option("--core-radix", type=_whole, help="Ports per core; by default the same as for a leaf.")
@click.option("--pod-leaves", type=_whole, help="Leaves per pod with three tiers; by default one for each leaf-facing port of a spine.")
@click.option(
    "--pods-by", type=click.Choice([str(each) for each in PodsBy]), help="Build pods from whole units, or from one rail of many units."
)
@click.option("--islands", type=_whole, help="Groups of units, such as halls; pods never span groups.")
@click.option(
    "--even-cores",
    is_flag=True,
    help="Use the same number of links from each spine to each core of its group, even if this requires more cores.",
)
@click.option("--appliance-links", type=click.IntRange(min=0), help="Fabric management links, on ports left free by omitted nodes.")
@click.option("--rate", "rate_gbps", type=click.FloatRange(min=0, min_open=True), help="Link rate in Gb/s; 400 by default.")
@click.option("--node-ports-a-cage", type=_whole, help="Ports per cage of a node; 2 by default.")
@click.option("--switch-ports-a-cage", type=_whole, help="Ports per cage of a switch; 2 by default.")
@click.option("--fibres", type=click.IntRange(min=0), help="Fibers used per link; 8 by default, 0 for copper.")
@json_option
def fabric_command(project: Path | None, architecture: str | None, units: int | None, as_json: bool, **given: Any) -> None:
    """Calculate a fat tree without a project: switches of every tier, links, cages, modules, cables, fibers, and
    oversubscription.

    Each leaf has the same number of links to every spine. Specify --architecture with --units, or --nodes with every value
    that differs from the default of eight rails on 64-port switches. With --project, the networks of a project are
    evaluated with their installed cables instead: bisection, oversubscription, paths, losses, expected bus bandwidth.
    """
    if project is not None:
        if architecture or units or any(value for value in given.values()):
            raise click.UsageError("--project evaluates the installed cables; it can be combined only with --json")
        print_project(project, as_json)
        return
    chosen_architecture = fabric_architectures().get(architecture) if architecture else None
    if architecture and chosen_architecture is None:
        raise click.UsageError(f"there is no architecture {architecture!r}; the architectures are {', '.join(fabric_architectures())}")
    tree, packing = _asked(chosen_architecture, units, given)
    appliance_links = (
        given["appliance_links"]
        if given["appliance_links"] is not None
        else chosen_architecture.appliance_links
        if chosen_architecture
        else 0
    )
    rate_gbps = given["rate_gbps"] or (chosen_architecture.rate_gbps if chosen_architecture else _RATE_GBPS)
    try:
        shape = fat_tree(tree)
        links = fat_tree_links(shape)
        counted = counts(shape, links, packing, appliance_ports(shape, links.nodes, appliance_links))
    except Refused as refused:
        raise click.UsageError(str(refused)) from refused
    if as_json:
        print_json(
            {
                "schema": SCHEMA,
                "program": {"name": "gpudesk", "version": __version__},
                **_plain(shape, counted, chosen_architecture, rate_gbps),
            }
        )
    else:
        _print(shape, counted, chosen_architecture, rate_gbps, chosen_architecture.absent_nodes if chosen_architecture and units else 0)


def _asked(architecture: FabricArchitecture | None, units: int | None, given: dict[str, Any]) -> tuple[FatTree, Packing]:
    if units and not architecture:
        raise click.UsageError("--units needs --architecture; without one, give --nodes")
    if (units is None) == (given["nodes"] is None):
        raise click.UsageError("give either --nodes or, with --architecture, --units")
    tree = architecture.tree if architecture else FatTree(nodes=1)
    nodes = given["nodes"]
    if architecture and units:
        nodes = units * tree.unit_nodes - architecture.absent_nodes
    changed = {name: given[name] for name in _OF_TREE if given[name] is not None}
    if given["partial"]:
        changed["whole_units"] = False
    if given["even_cores"]:
        changed["even_cores"] = True
    if given["pods_by"]:
        changed["pods_by"] = PodsBy(given["pods_by"])
    unit_nodes = changed.get("unit_nodes", tree.unit_nodes)
    if architecture and architecture.three_tiers_from_units and -(-nodes // unit_nodes) >= architecture.three_tiers_from_units:
        changed.setdefault("tiers", 3)
    packing = architecture.packing if architecture else Packing()
    cages = {"node_ports": given["node_ports_a_cage"], "switch_ports": given["switch_ports_a_cage"], "fibres": given["fibres"]}
    packing = replace(packing, **{name: value for name, value in cages.items() if value is not None})
    return replace(tree, **{**changed, "nodes": nodes}), packing


_OF_TREE = (
    "rails",
    "unit_nodes",
    "radix",
    "leaf_up",
    "leaf_down",
    "rails_per_leaf",
    "planes",
    "tiers",
    "spine_radix",
    "spine_up",
    "spine_down",
    "core_radix",
    "pod_leaves",
    "islands",
)


def _plain(shape: FatTreeShape, counted: Counts, architecture: FabricArchitecture | None, rate_gbps: float) -> dict[str, Any]:
    tree, leaf, spine, core = shape.tree, shape.leaf, shape.spine, shape.core
    leaf_over, spine_over = oversubscription(shape)
    within, between = paths(shape)
    return {
        "architecture": {
            "key": architecture.key,
            "title": architecture.title,
            "source": architecture.source,
            "confidence": str(architecture.confidence),
        }
        if architecture
        else None,
        "request": {**asdict(tree), "pods_by": str(tree.pods_by)},
        "rate_gbps": rate_gbps,
        "gpus": tree.nodes * architecture.gpus_a_node if architecture else None,
        "tiers": shape.tiers,
        "leaf": {
            "count": counted.leaves,
            "per_unit": leaf.a_unit,
            "rails": leaf.rails,
            "nodes": leaf.nodes,
            "up": leaf.up,
            "oversubscription": round(leaf_over, 6),
        },
        "spine": {
            "count": counted.spines,
            "pods": spine.pods,
            "per_pod": spine.a_pod,
            "links_to_each_leaf": spine.links,
            "up": spine.up,
            "oversubscription": round(spine_over, 6),
        }
        if spine
        else None,
        "core": {"count": counted.cores, "groups": core.groups, "per_group": core.a_group} if core else None,
        "links": {
            "node_leaf": counted.node_links,
            "leaf_spine": counted.leaf_links,
            "spine_core": counted.spine_links,
            "fabric_management": counted.appliance_links,
            "total": counted.links,
        },
        "modules": {"node": counted.node_modules, "switch": counted.switch_modules},
        "cables": counted.cords,
        "fibers": counted.fibres,
        "bisection": {"share": round(bisection_share(shape), 6), "gbps": round(_bisection_gbps(shape, rate_gbps), 3)},
        "paths": {"within_pod": within, "between_pods": between},
        "losses": [{"part": str(loss.part), "nodes": loss.nodes, "share": round(loss.share, 9)} for loss in losses(shape)],
    }


def _bisection_gbps(shape: FatTreeShape, rate_gbps: float) -> float:
    return shape.node_links * shape.tree.planes / 2 * rate_gbps * bisection_share(shape)


def _print(shape: FatTreeShape, counted: Counts, architecture: FabricArchitecture | None, rate_gbps: float, absent_nodes: int) -> None:
    tree, spine = shape.tree, shape.spine
    leaf_over, spine_over = oversubscription(shape)
    left_out = f" of {tree.nodes + absent_nodes:,} ({absent_nodes} position for fabric management)" if absent_nodes else ""
    rows: list[tuple[str, str]] = [("nodes", f"{tree.nodes:,}{left_out}")]
    if architecture:
        rows.insert(0, ("architecture", f"{architecture.title} [{architecture.confidence}]"))
        rows.append(("GPUs", f"{tree.nodes * architecture.gpus_a_node:,}"))
    rows.append(("tiers", f"{shape.tiers}" + (f", {tree.planes} planes" if tree.planes > 1 else "")))
    rows.append(("leaves", f"{counted.leaves:,}"))
    if spine:
        rows.append(("spines", f"{counted.spines:,}" + (f", {spine.a_pod} in each of {spine.pods} pods" if shape.core else "")))
    if shape.core:
        rows.append(("cores", f"{counted.cores:,}, in {shape.core.groups} groups"))
    rows += [
        ("links, node to leaf", f"{counted.node_links:,}"),
        *([("links, leaf to spine", f"{counted.leaf_links:,}, {spine.links} to each")] if spine else []),
        *([("links, spine to core", f"{counted.spine_links:,}")] if shape.core else []),
        *([("fabric management links", f"{counted.appliance_links:,}")] if counted.appliance_links else []),
        ("modules in nodes", f"{counted.node_modules:,}"),
        ("modules in switches", f"{counted.switch_modules:,}"),
        ("cables", f"{counted.cords:,}"),
        *([("fibers used", f"{counted.fibres:,}")] if counted.fibres else []),
        ("oversubscription", f"leaf {rounded(leaf_over)} : 1" + (f", spine {rounded(spine_over)} : 1" if shape.core else "")),
        ("bisection", f"{rounded(100 * bisection_share(shape))} %, {quantity(_bisection_gbps(shape, rate_gbps), 'Gb/s', 4)}"),
        *((f"loss of one {loss.part}", _words(loss)) for loss in losses(shape)),
    ]
    print_table(rows)
    if architecture:
        click.echo(f"Source: {architecture.source}")


def _words(loss: Loss) -> str:
    nodes = "one node has" if loss.nodes == 1 else f"{loss.nodes:,} nodes have"
    return f"{nodes} {rounded(100 * loss.share)} % less bandwidth"


COMMANDS = (fabric_command,)
