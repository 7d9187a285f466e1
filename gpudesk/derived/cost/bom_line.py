"""The lines of a bill of materials."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from gpudesk.catalog.bom_rules import LabourTask, PartRule, SpareRule
from gpudesk.core.hardware.hardware import Fact, HardwareType
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.power.power_lines import Wiring

NOT_BOUGHT = ("cable_included", "cord_included", "circuit")
"""Sections whose pieces are no purchase of their own: they come with a device, or are the electrician's work."""


@dataclass(frozen=True, slots=True)
class Circuit:
    """What an electrician has to bring to a rack."""

    kind: PowerNodeKind
    wiring: Wiring
    voltage_v: int
    breaker_a: int | None
    receptacle: str


DRAWING = frozenset({"rack", "device"})
"""Sections whose lines draw power of their own."""


@dataclass(frozen=True, slots=True)
class BomLine:
    """One line.

    Attributes:
        section: one of `catalog.bom_rules.SECTIONS`.
        kind: the type, None for circuits and cords of which no type was chosen.
        count: pieces in use; `by_phase` parts it.
        inside: pieces that come inside others, beside `count`, and are not bought.
        ordered: pieces that are ordered or there already.
        roles: role → pieces, of devices.
        spares: pieces beyond those in use, by `spare_rule`.
        pack: pieces in one pack.
        packs: how many packs, or single pieces, are bought, or taken from the stock.
        held: how many of them lie in stock, None where nobody said it.
        order: how many are ordered beyond what lies there.
        unit_mass_kg, unit_power_w: of what is bought as one; power by the name that the site sheet chooses for limits.
        price, lead_time: facts of the type, None where they are not known.
        length_mm: of a cord, None where nobody said it.
        reasons: the rules that ask for a part.
    """

    section: str
    kind: HardwareType | None
    count: int
    by_phase: Mapping[int, int]
    inside: int = 0
    ordered: int = 0
    roles: Mapping[str, int] = field(default_factory=dict)
    spares: int = 0
    spare_rule: SpareRule | None = None
    pack: int = 1
    packs: int = 0
    held: int | None = None
    order: int = 0
    unit_mass_kg: float | None = None
    unit_power_w: float | None = None
    price: Fact | None = None
    lead_time: Fact | None = None
    part_number: str = ""
    length_mm: int | None = None
    circuit: Circuit | None = None
    reasons: tuple[PartRule, ...] = ()

    @property
    def bought(self) -> bool:
        """Whether its pieces are a purchase of their own."""
        return self.section not in NOT_BOUGHT

    @property
    def price_usd(self) -> float | None:
        """What one piece or pack costs."""
        return None if self.price is None or isinstance(self.price.value, str) else float(self.price.value)

    @property
    def total_usd(self) -> float | None:
        """What is ordered costs, spares included; 0 for what is no purchase."""
        if not self.bought:
            return 0.0
        return None if self.price_usd is None else self.price_usd * self.order

    @property
    def mass_kg(self) -> float | None:
        """The mass of all that is delivered, spares included."""
        if self.circuit is not None:
            return 0.0
        return None if self.unit_mass_kg is None else self.unit_mass_kg * self.packs

    @property
    def power_w(self) -> float | None:
        """The power of the pieces in use; None of what is part of another's: the maximum of a device holds that of its modules."""
        return None if self.unit_power_w is None or self.section not in DRAWING else self.unit_power_w * self.count


@dataclass(frozen=True, slots=True)
class LabourLine:
    """A piece of work, so often."""

    task: LabourTask
    times: int

    @property
    def hours(self) -> float:
        """Of all people together."""
        return self.times * self.task.minutes * self.task.people / 60
