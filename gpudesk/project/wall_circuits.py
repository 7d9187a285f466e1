"""The circuits of wall sockets, from `resources/rules/wall_circuits.yaml`."""

from collections.abc import Mapping
from functools import cache

import yaml

from gpudesk.core.wall_circuit import WallCircuit
from gpudesk.locate import resource
from gpudesk.project.site_sheet import SiteSheet


@cache
def _document() -> tuple[Mapping[str, str], Mapping[str, WallCircuit]]:
    with resource("rules", "wall_circuits.yaml").open("rb") as file:
        body = yaml.load(file, Loader=yaml.CSafeLoader)
    circuits = {
        key: WallCircuit(each["voltage_v"], each["breaker_a"], each["continuous_factor"], each["source"])
        for key, each in body["circuits"].items()
    }
    return body["usual"], circuits


def wall_circuit(sheet: SiteSheet) -> WallCircuit:
    """The circuit on which a workstation of the site hangs."""
    usual, circuits = _document()
    chosen = sheet.text("wall_circuit")
    return circuits[usual[sheet.text("region")] if chosen == "region" else chosen]


def wall_circuits() -> Mapping[str, WallCircuit]:
    """Every circuit by its key."""
    return _document()[1]


def usual_circuit(region: str) -> str:
    """The key of the usual circuit of a region of the site sheet."""
    return _document()[0][region]
