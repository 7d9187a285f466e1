"""The electrical systems that are offered for parts of a power chain; they are data (`resources/rules/power_systems.yaml`)."""

from dataclasses import dataclass
from functools import cache

from gpudesk.core.hardware.hardware import Confidence
from gpudesk.core.power.power_lines import Wiring
from gpudesk.locate import resource


@dataclass(frozen=True, slots=True)
class PowerSystem:
    """Lines and voltage that belong together.

    Attributes:
        voltage_v: as `power_node.voltage_v` counts it.
    """

    key: str
    wiring: Wiring
    voltage_v: int
    title: str
    title_es: str
    source: str
    source_es: str
    confidence: Confidence


@cache
def power_systems() -> tuple[PowerSystem, ...]:
    """Every system that is offered, in the order of the list."""
    import yaml

    with resource("rules", "power_systems.yaml").open("rb") as file:
        body = yaml.load(file, Loader=yaml.CSafeLoader)
    return tuple(
        PowerSystem(
            key,
            Wiring[row["wiring"].upper()],
            int(row["voltage_v"]),
            row["title"],
            row["title_es"],
            row["source"],
            row["source_es"],
            Confidence(row["confidence"]),
        )
        for key, row in body["systems"].items()
    )


def system_of(wiring: int, voltage_v: int) -> PowerSystem | None:
    """The system of a circuit, None if it is not one of the available ones."""
    return next((system for system in power_systems() if (system.wiring, system.voltage_v) == (wiring, voltage_v)), None)
