"""Any operations on the power of a wired project, one after the other: what is found and summed step by step equals a whole run."""

from random import Random
from typing import Any

import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.checks.engine.check_engine import check_all, findings_of
from gpudesk.core.messages.errors import DeskError
from gpudesk.derived.power.power_node_loads import node_loads, node_sums
from gpudesk.operations.cooling.cooling_nodes import power_cooling
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.power.extra_feeds import add_rack_feeds
from gpudesk.operations.power.power_cord_operations import plug_in, pull_out
from gpudesk.operations.power.power_nodes import add_power_node, delete_from_power, hang_on, hang_power_node
from gpudesk.operations.power.wire_power import wire_power
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.operations.racks.device_operations import take_out
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.operations.run.run import run, undo
from gpudesk.project.document import Document
from tests.derived.figures import same
from tests.project.sample import Clock

STEPS = 60
FIELDS = ("breaker_a", "capacity_va", "derating_percent", "phase", "continuous_percent")


class Walk:
    """A wired project, and the edits that are drawn for it."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.document = Document.scratch(Clock())
        run(self.document, build, load_template("dgx-basepod"))
        findings_of(self.document.snapshot)

    def one(self, table: str) -> int:
        """A row that is there, 1 if none is."""
        ids = self.document.snapshot[table].ids.tolist()
        return int(self.random.choice(ids)) if ids else 1

    def some(self, table: str, most: int = 3) -> list[int]:
        """One row or more."""
        ids = self.document.snapshot[table].ids.tolist()
        return self.random.sample(ids, min(len(ids), self.random.randint(1, most)))

    def maybe(self, table: str, chance: float = 0.6) -> int | None:
        """A row or none."""
        return self.one(table) if self.random.random() < chance else None

    def step(self) -> str:
        """One edit or undo; its name, "" where it was refused."""
        draw = self.random
        node, device, rack = self.one("power_node"), self.one("device"), self.one("rack")
        edits: list[tuple[Any, ...]] = [
            (hang_power_node, node, self.maybe("power_node"), self.maybe("power_node", 0.2)),
            (hang_power_node, node, self.maybe("power_node")),
            (add_power_node, draw.randint(0, 6), draw.choice([400, 415, 480]), draw.randint(0, 4), self.maybe("power_node")),
            (add_rack_feeds, rack, draw.randint(1, 2)),
            (delete_from_power, self.some("power_node", 2), (), draw.random() < 0.3),
            (hang_on, self.maybe("power_node"), self.some("power_node"), draw.choice([[], self.some("device", 2)])),
            (pull_out, self.some("power_cord")),
            (wire_power, self.some("rack"), None, draw.random() < 0.5),
            (set_fields, "power_node", self.some("power_node"), {draw.choice(FIELDS): draw.choice([16, 32, 63, 100])}),
            (delete_objects, draw.choice(["device", "power_cord", "power_node"]), [device]),
            (take_out, self.some("device")),
            (set_site_value, "power_factor", draw.choice([0.6, 0.8, 1.0])),
            (set_site_value, "power_for_upstream", draw.choice(["limits", "average", "max"])),
            (power_cooling, self.some("cooling_node"), node, self.maybe("power_node")),
            (plug_in, device, draw.choice([0, 1, 2, 3, 12, 13, 14]), None, None, node),
        ]
        verb, *given = draw.choice(edits)
        try:
            if draw.random() < 0.1:
                undo(self.document)
                return "undo"
            run(self.document, verb, *given)
        except DeskError:
            return ""
        return str(verb.__name__)

    def demand_as_whole(self, name: str) -> None:
        """What is found, and what is connected to all nodes, is what a new reader finds."""
        kept, fresh = self.document.snapshot, self.document.fresh_snapshot()
        assert list(findings_of(kept)) == list(check_all(fresh)), name
        for maker in (node_loads, node_sums):
            assert same(kept.cached(maker), fresh.cached(maker)), name


def walked(seed: int) -> set[str]:
    """The names of what was done on the way."""
    walk, done = Walk(seed), set()
    with walk.document:
        for _ in range(STEPS):
            name = walk.step()
            if name:
                walk.demand_as_whole(name)
                done.add(name)
    return done


def test_walks_on_which_the_parts_once_differed_from_the_whole() -> None:
    done = walked(1) | walked(2) | walked(11)
    assert {"hang_power_node", "hang_on", "delete_from_power", "wire_power", "pull_out", "take_out", "undo", "add_rack_feeds"} <= done


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 160))
def test_many_walks(seed: int) -> None:
    assert walked(seed)
