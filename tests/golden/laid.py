"""Templates and plans laid out as networks, to be counted."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gpudesk.catalog.templates import load_template
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.plan.plan import Plan
from gpudesk.derived.networks.network_links import NetworkLinks, network_plan
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot


@dataclass(frozen=True)
class Laid:
    """The networks of a project by their kind."""

    snapshot: Snapshot
    networks: dict[NetworkKind, NetworkLinks]

    def roles(self, kind: NetworkKind) -> Counter[tuple[str, str]]:
        """How many links there are from a role to a role."""
        links = self.networks[kind]
        return Counter(zip(self.of("role", links.a.device), self.of("role", links.b.device), strict=True))

    def of(self, column: str, devices: Any) -> list[Any]:
        """A column of devices by their ids."""
        table = self.snapshot["device"]
        found: list[Any] = table[column][table.positions(np.asarray(devices, np.int64))].tolist()
        return found

    def switches(self, kind: NetworkKind, tier: int) -> int:
        """Switches at the upper ends of a tier."""
        links = self.networks[kind]
        return len(np.unique(links.b.device[(links.tier == tier) & (links.stage < 0)]))

    def loads(self, kind: NetworkKind, role: str) -> set[int]:
        """How many links the switches with a role have from below."""
        links = self.networks[kind]
        mine = np.array(self.of("role", links.b.device)) == role
        return set(Counter(links.b.device[mine].tolist()).values())


@contextmanager
def laid(plan: Plan) -> Iterator[Laid]:
    """The networks of a plan, built without its power and cooling.

    Raises:
        Refused: one of its networks cannot be laid.
    """
    with Document.scratch() as document:
        run(document, build, replace(plan, power_nodes=(), power_cords=(), wirings=(), coolings=()))
        snapshot = document.snapshot
        networks = {}
        for each in snapshot.cached(network_plan):
            if each.refused is not None:
                raise each.refused
            assert each.links is not None
            networks[NetworkKind(snapshot["network"].row(each.network_id)["kind"])] = each.links
        yield Laid(snapshot, networks)


def laid_template(name: str, **chosen: Any) -> Any:
    """The networks of a template for some choices."""
    return laid(load_template(name, chosen))
