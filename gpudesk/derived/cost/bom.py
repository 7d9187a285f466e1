"""The bill of materials: all items to order and work to perform for a project, or one phase of it.

Counts come from the plan, everything else from facts of the catalog and from rules stored as data (`catalog.bom_rules`). The
purchases of a phase are the requirements of the plan at its end minus earlier purchases: so the phases add up to the whole, and
blanking panels that a later phase removes are bought once. An unknown price, mass or power is counted as missing, never as 0.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gpudesk.catalog.bom_rules import BomRules
from gpudesk.catalog.bom_values import BomFigure, with_said
from gpudesk.core.messages.foreign import kept_json
from gpudesk.core.values.columns import Ids
from gpudesk.derived.cost.bom_line import BomLine, LabourLine
from gpudesk.derived.cost.bom_maker import Maker, PartOf
from gpudesk.derived.cost.bom_measures import things
from gpudesk.project.snapshot import Snapshot, made_from


@dataclass(frozen=True, slots=True)
class BomTotals:
    """Sums of the known values, with the items they exclude.

    Attributes:
        priced_lines, unpriced_lines: purchased lines with and without a known price.
        unpriced_pieces: number of items of the latter.
        price_usd: the sum of the former.
        mass_kg, mass_missing: net, and the number of items without a mass.
        packed_kg: with packing.
        longest_weeks: the longest known lead time.
    """

    lines: int
    pieces: int
    spares: int
    priced_lines: int
    unpriced_lines: int
    unpriced_pieces: int
    price_usd: float
    mass_kg: float
    mass_missing: int
    packed_kg: float
    power_w: float
    hours: float
    longest_weeks: float | None


@dataclass(frozen=True)
class Bom:
    """A bill of materials.

    Attributes:
        phase: the one phase that it is of, None for all.
        phases: the phases of the project, with their names.
        power_name: which of the named powers counts.
        retired: racks and devices that are left out because they are retired.
        unknown_parts: keys that rules name and the catalog does not have.
    """

    phase: int | None
    phases: Mapping[int, str]
    lines: tuple[BomLine, ...]
    labour: tuple[LabourLine, ...]
    rules: BomRules
    power_name: str
    retired: int
    unknown_parts: tuple[str, ...]
    totals: BomTotals

    def section(self, *names: str) -> tuple[BomLine, ...]:
        """The lines of some sections."""
        return tuple(line for line in self.lines if line.section in names)


def bom(snapshot: Snapshot, rules: BomRules, part_of: PartOf, phase: int | None = None) -> Bom:
    """The bill of materials of a project, or of one phase of it.

    Args:
        rules: the rules of the program or of the user; figures stated by the project replace theirs.
        part_of: looks up parts that are not in the plan.

    Raises:
        InvalidData: the expression of a rule does not match its measures.
    """
    rules = with_said(rules, snapshot.cached(said_figures))
    inventory = snapshot.cached(things)
    phases = _phase_names(snapshot, inventory.phases)
    chosen = np.ones(len(inventory.phases), bool) if phase is None else inventory.phases == phase
    maker = Maker(snapshot, inventory, rules, part_of, chosen)
    lines = (
        *maker.types(),
        *maker.cords(),
        *maker.cables(),
        *maker.circuits(),
        *maker.parts(rules.parts.accessories, "accessory"),
        *maker.parts(rules.parts.tools, "tool"),
    )
    lines = tuple(line for line in lines if line.count or line.inside or line.packs)
    labour = tuple(maker.labour())
    unknown = sorted({rule.part for rule in (*rules.parts.accessories, *rules.parts.tools) if part_of(rule.part) is None})
    retired = inventory.retired
    return Bom(phase, phases, lines, labour, rules, maker.power_name, retired, tuple(unknown), _totals(lines, labour, rules))


@made_from({"setting": ()})
def said_figures(snapshot: Snapshot) -> dict[str, BomFigure]:
    """Figures of rules that a project states, by key of `catalog.bom_values` (use `snapshot.cached(said_figures)`)."""
    figures: dict[str, BomFigure] = {}
    settings = snapshot["setting"]
    for key, text in zip(settings["key"].tolist(), settings["value"].tolist(), strict=True):
        if key.startswith(SAID_PREFIX):
            try:
                value = kept_json(text)
            except ValueError:
                continue
            if isinstance(value, int | float | str) and not isinstance(value, bool):
                figures[key.removeprefix(SAID_PREFIX)] = value
    return figures


SAID_PREFIX = "bom/"
"""Key prefix of these settings."""


def _phase_names(snapshot: Snapshot, phases: Ids) -> dict[int, str]:
    named = dict(zip(snapshot["phase"]["number"].tolist(), snapshot["phase"]["name"].tolist(), strict=True))
    return {int(phase): str(named.get(int(phase), "")) for phase in phases.tolist()}


def _totals(lines: Sequence[BomLine], labour: Sequence[LabourLine], rules: BomRules) -> BomTotals:
    bought = [line for line in lines if line.bought]
    priced = [line for line in bought if line.price_usd is not None]
    mass = sum(line.mass_kg or 0.0 for line in lines)
    weeks = [float(line.lead_time.value) for line in bought if line.lead_time is not None and not isinstance(line.lead_time.value, str)]
    return BomTotals(
        lines=len(lines),
        pieces=sum(line.count for line in bought),
        spares=sum(line.spares for line in bought),
        priced_lines=len(priced),
        unpriced_lines=len(bought) - len(priced),
        unpriced_pieces=sum(line.packs for line in bought if line.price_usd is None),
        price_usd=sum(line.total_usd or 0.0 for line in priced),
        mass_kg=mass,
        mass_missing=sum(line.packs for line in lines if line.mass_kg is None),
        packed_kg=mass * (1 + rules.parts.packing_percent / 100),
        power_w=sum(line.power_w or 0.0 for line in lines),
        hours=sum(line.hours for line in labour),
        longest_weeks=max(weeks, default=None),
    )
