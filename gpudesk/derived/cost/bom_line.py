"""The lines of a bill of materials."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from gpudesk.catalog.bom_rules import LabourTask, PartRule, SpareRule
from gpudesk.core.hardware.hardware import Fact, HardwareType
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.power.power_lines import Wiring

NOT_BOUGHT = ("cable_included", "cord_included", "circuit")
"""Sections whose items are not separate purchases: they come with a device, or are the electrician's work."""


@dataclass(frozen=True, slots=True)
class Circuit:
    """A circuit that an electrician must install at a rack."""

    kind: PowerNodeKind
    wiring: Wiring
    voltage_v: int
    breaker_a: int | None
    receptacle: str


DRAWING = frozenset({"rack", "device"})
"""Sections whose lines draw power themselves."""


@dataclass(frozen=True, slots=True)
class BomLine:
    """One line.

    Attributes:
        section: one of `catalog.bom_rules.SECTIONS`.
        kind: the type, None for circuits and for cords without a selected type.
        count: items in use; `by_phase` divides it.
        inside: items contained in others, in addition to `count`; they are not bought.
        ordered: items that are ordered or already present.
        roles: role → items, for devices.
        spares: items beyond those in use, by `spare_rule`.
        pack: items in one pack.
        packs: number of packs, or single items, to buy or take from stock.
        held: number of them in stock, None if not stated.
        order: number to order beyond the stock.
        unit_mass_kg, unit_power_w: of one purchased unit; power by the name that the site sheet selects for limits.
        price, lead_time: facts of the type, None if unknown.
        length_mm: of a cord, None if not stated.
        reasons: the rules that require a part.
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
        """Whether its items are separate purchases."""
        return self.section not in NOT_BOUGHT

    @property
    def price_usd(self) -> float | None:
        """Price of one item or pack."""
        return None if self.price is None or isinstance(self.price.value, str) else float(self.price.value)

    @property
    def total_usd(self) -> float | None:
        """Cost of the order, including spares; 0 if it is not a purchase."""
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
        """Power of the items in use; None for parts of another item: the maximum of a device includes its modules."""
        return None if self.unit_power_w is None or self.section not in DRAWING else self.unit_power_w * self.count


@dataclass(frozen=True, slots=True)
class LabourLine:
    """A task, with its count."""

    task: LabourTask
    times: int

    @property
    def hours(self) -> float:
        """Of all people together."""
        return self.times * self.task.minutes * self.task.people / 60
