"""Order numbers of items: vendors assign a separate number to each stock length of a cable."""

import re

from gpudesk.core.hardware.hardware import Family, HardwareType

_OPEN = re.compile(r"(?<=[A-Z])0*x+")


def numbered_by_length(kind: HardwareType) -> bool:
    """Whether each length of a type has an order number: its model has a placeholder ("MFP7E10-Nxxx"), or lengths have numbers."""
    if kind.family is not Family.CABLE:
        return False
    return bool(_OPEN.search(kind.model)) or any(length.part_number for length in kind.lengths)


def order_number(kind: HardwareType, length_mm: int | None = None) -> str:
    """The order number of a type, or of one length if each has its own; "" if unknown."""
    if not numbered_by_length(kind):
        return kind.part_numbers[0] if kind.part_numbers else ""
    if length_mm is None:
        return ""
    return next((length.part_number for length in kind.lengths if round(1000 * length.length_m) == length_mm), "")


def ordered_model(kind: HardwareType, length_mm: int | None = None) -> str:
    """The name of a type of one length, used in orders, counts and labels.

    A number that fills the placeholder of the model replaces it ("MFP7E10-N003"); any other is appended.
    """
    number = order_number(kind, length_mm) if numbered_by_length(kind) else ""
    if not number:
        return kind.model
    open_place = _OPEN.search(kind.model)
    fills = open_place is not None and number.startswith(kind.model[: open_place.start()])
    return number if fills else f"{kind.model} · {number}"
