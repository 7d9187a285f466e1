"""What networks amount to by the cables of a project, as the commands print it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import numpy as np

from gpudesk import __version__
from gpudesk.cli.project.project_file_commands import whole
from gpudesk.cli.terminal.amounts import percent, quantity, rounded
from gpudesk.cli.terminal.output import counted, print_json, print_table
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.cabling.cable_end_names import cable_names
from gpudesk.derived.fabric.fabric_judgement import BUS_SOURCE, FabricJudgement, Losses, TierFigures, fabric_judgements
from gpudesk.project.snapshot import Snapshot

SCHEMA = "gpudesk.fabric_project.v2"


def print_project(file: Path, as_json: bool) -> None:
    """Evaluate the networks of a project by their cables and print the result."""
    with whole(file) as document:
        snapshot = document.snapshot
        found = [_plain(snapshot, each) for each in snapshot.cached(fabric_judgements)]
    if as_json:
        print_json({"schema": SCHEMA, "program": {"name": "gpudesk", "version": __version__}, "file": str(file), "networks": found})
        return
    for each in found:
        click.echo(each["name"])
        print_table(_rows(each))
    if not found:
        click.echo("No network has cables.")


def loss_rows(snapshot: Snapshot, everything: bool) -> Iterator[dict[str, Any]]:
    """Each switch, and of the cables those that cut a node off a network that is not for management, and the worst of each tier."""
    kinds = snapshot["network"]["kind"]
    for judgement in snapshot.cached(fabric_judgements):
        name = _network_name(snapshot, judgement.network_id)
        managed = kinds[snapshot["network"].position(judgement.network_id)] == NetworkKind.OUT_OF_BAND
        for place in range(len(judgement.switches.ids)):
            yield {
                "kind": "switch",
                "name": device_name(snapshot, int(judgement.switches.ids[place])),
                **_loss(judgement.switches, place, name),
            }
        cables = judgement.cables
        chosen = set(cables.worst())
        if everything or not managed:
            chosen.update(np.flatnonzero(cables.cut_off > 0).tolist())
        places = sorted(chosen)
        for place, ends in zip(places, cable_names(snapshot, cables.ids[places]), strict=True):
            yield {"kind": "cable", "name": ends, **_loss(cables, place, name)}


def device_name(snapshot: Snapshot, device_id: int) -> str:
    """A device by its name."""
    devices = snapshot["device"]
    return str(devices["name"][devices.position(device_id)]) or f"#{device_id}"


def _cable_name(snapshot: Snapshot, cable_id: int) -> str:
    return cable_names(snapshot, np.array([cable_id]))[0]


def _network_name(snapshot: Snapshot, network_id: int) -> str:
    networks = snapshot["network"]
    return str(networks["name"][networks.position(network_id)])


def _loss(losses: Losses, place: int, network: str) -> dict[str, Any]:
    tier = int(losses.tier[place])
    return {
        "network": network,
        "tier": None if tier == ABSENT else tier + 1,
        "nodes": int(losses.nodes[place]),
        "cut_off": int(losses.cut_off[place]),
        "remaining_percent": round(100 * float(losses.share_left[place]), 3),
    }


def _plain(snapshot: Snapshot, found: FabricJudgement) -> dict[str, Any]:
    row = snapshot["network"].row(found.network_id)
    least, most = found.paths
    parts = (("switch", found.switches, device_name), ("cable", found.cables, _cable_name))
    return {
        "id": found.network_id,
        "name": row["name"],
        "kind": NetworkKind(row["kind"]).ports,
        "rate_gbps": row["rate_gbps"],
        "nodes": found.nodes,
        "links": found.links,
        "tiers": [_tier(snapshot, tier) for tier in found.tiers],
        "injection_gbps": round(found.injection_gbps, 3),
        "bisection": {"gbps": round(found.bisection_gbps, 3), "share": round(found.bisection_share, 6), "kind": "derived"},
        "paths_between_leaves": {"min": least, "max": most},
        "bus_bandwidth": None if found.bus_gb_per_s is None else _bus(found.bus_gb_per_s),
        "worst_losses": [
            {"part": part, "name": name(snapshot, int(losses.ids[place])), **_loss(losses, place, str(row["name"]))}
            for part, losses, name in parts
            for place in losses.worst()
        ],
    }


def _tier(snapshot: Snapshot, tier: TierFigures) -> dict[str, Any]:
    finite = tier.worst is not None and np.isfinite(tier.worst)
    return {
        "switches": tier.switches,
        "down_gbps": round(tier.down_gbps, 3),
        "up_gbps": round(tier.up_gbps, 3),
        "oversubscription": None if tier.oversubscription is None else round(tier.oversubscription, 6),
        "worst": round(tier.worst, 6) if finite and tier.worst is not None else None,
        "worst_switch": None if tier.worst_switch is None else device_name(snapshot, tier.worst_switch),
    }


def _bus(value: tuple[float, float, float]) -> dict[str, Any]:
    expected, low, high = (round(bandwidth, 3) for bandwidth in value)
    return {"gb_per_s_per_node": expected, "low": low, "high": high, "kind": "rule of thumb", "source": BUS_SOURCE}


def _span(least: int, most: int) -> str:
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"


def _rows(each: dict[str, Any]) -> list[tuple[str, str]]:
    rows = [("  nodes", f"{each['nodes']:,}"), ("  links", f"{each['links']:,}")]
    for number, tier in enumerate(each["tiers"], 1):
        over = "" if tier["oversubscription"] is None else f", oversubscription {rounded(tier['oversubscription'])} : 1"
        worst = f", worst {rounded(tier['worst'])} : 1 ({tier['worst_switch']})" if tier["worst"] is not None else ""
        rows.append((f"  tier {number}", f"{counted(tier['switches'], 'switch', 'switches')}{over}{worst}"))
    bisection, paths = each["bisection"], each["paths_between_leaves"]
    rows.append(("  bisection", f"{rounded(100 * bisection['share'])} %, {quantity(bisection['gbps'], 'Gb/s', 4)}"))
    if paths["max"]:
        rows.append(("  paths from leaf to leaf", _span(paths["min"], paths["max"])))
    bus = each["bus_bandwidth"]
    if bus is not None:
        low, high = bus["low"], bus["high"]
        rows.append(
            ("  bus bandwidth per node", f"{rounded(bus['gb_per_s_per_node'])} GB/s, {rounded(low)} to {rounded(high)} ({bus['kind']})")
        )
    for loss in each["worst_losses"]:
        cut = f", {loss['cut_off']:,} cut off" if loss["cut_off"] else ""
        where = "nodes" if loss["tier"] is None else f"tier {loss['tier']}"
        rows.append(
            (
                f"  worst {loss['part']}, {where}",
                f"{loss['name']}: {counted(loss['nodes'], 'node has', 'nodes have')} {percent(loss['remaining_percent'])} left{cut}",
            )
        )
    return rows
