"""What differs between two states of one catalog entry."""

from dataclasses import dataclass

from gpudesk.core.hardware.hardware import Fact, HardwareType

_DRAWN = (
    "part_numbers",
    "description",
    "description_es",
    "elements",
    "supplies",
    "contains",
    "aliases",
    "colour",
    "passages",
    "mig",
    "ends",
)
"""Other parts of an entry; only the names of changed ones are reported."""


@dataclass(frozen=True, slots=True)
class FactChange:
    """A fact before and after; None if it was or is unknown."""

    name: str
    old: Fact | None
    new: Fact | None


@dataclass(frozen=True, slots=True)
class TypeChange:
    """The differences.

    Attributes:
        facts: by name; a fact counts as changed if its value, source, confidence or any other attribute differs.
        ports_added, ports_removed: names of logical ports.
        bays_added, bays_removed: names of bays.
        others: names of the other parts of the entry that differ ("mount", "elements"…).
    """

    facts: tuple[FactChange, ...] = ()
    ports_added: tuple[str, ...] = ()
    ports_removed: tuple[str, ...] = ()
    bays_added: tuple[str, ...] = ()
    bays_removed: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


def type_change(old: HardwareType, new: HardwareType) -> TypeChange:
    """What changes where `new` takes the place of `old`."""
    names = [*old.facts, *(name for name in new.facts if name not in old.facts)]
    facts = (FactChange(name, old.facts.get(name), new.facts.get(name)) for name in names)
    ports, bays = ([[port.name for port in kind.ports()] for kind in (old, new)], [[bay.name for bay in kind.bays] for kind in (old, new)])
    others = [name for name in ("family", "vendor", "model", "mount", *_DRAWN, "lengths") if getattr(old, name) != getattr(new, name)]
    if ports[0] == ports[1] and old.port_groups != new.port_groups:
        others.append("ports")
    if bays[0] == bays[1] and old.bays != new.bays:
        others.append("bays")
    return TypeChange(
        tuple(change for change in facts if change.old != change.new),
        _beyond(ports[1], ports[0]),
        _beyond(ports[0], ports[1]),
        _beyond(bays[1], bays[0]),
        _beyond(bays[0], bays[1]),
        tuple(others),
    )


def _beyond(names: list[str], known: list[str]) -> tuple[str, ...]:
    here = set(known)
    return tuple(name for name in names if name not in here)
