"""The types of a plan: those that it brings along, else those of the catalog."""

from collections.abc import Callable

from gpudesk.catalog.catalog import UnknownType, open_catalog
from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.hardware.hardware_reader import parse_type
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.plan.plan import Plan


def types_of(plan: Plan) -> Callable[[str], HardwareType | None]:
    """Returns the type of a key, None if unknown or if its entry in the plan is not well formed."""
    known: dict[str, HardwareType | None] = {}

    def found(key: str) -> HardwareType | None:
        if key not in known:
            known[key] = _found(plan, key)
        return known[key]

    return found


def _found(plan: Plan, key: str) -> HardwareType | None:
    try:
        if key in plan.types:
            return parse_type(plan.types[key])
        return open_catalog().get(key)
    except (InvalidData, UnknownType):
        return None
