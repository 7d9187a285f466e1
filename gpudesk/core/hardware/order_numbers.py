"""By which number a piece is ordered: makers give each stock length of a cable its own."""

import re

from gpudesk.core.hardware.hardware import Family, HardwareType

_OPEN = re.compile(r"(?<=[A-Z])0*x+")


def numbered_by_length(kind: HardwareType) -> bool:
    """Whether each length of a type has a number of its own: its model leaves a place open ("MFP7E10-Nxxx"), or lengths have numbers."""
    if kind.family is not Family.CABLE:
        return False
    return bool(_OPEN.search(kind.model)) or any(length.part_number for length in kind.lengths)


def order_number(kind: HardwareType, length_mm: int | None = None) -> str:
    """The number by which a type is ordered, of one length where each has its own; "" where nobody says it."""
    if not numbered_by_length(kind):
        return kind.part_numbers[0] if kind.part_numbers else ""
    if length_mm is None:
        return ""
    return next((length.part_number for length in kind.lengths if round(1000 * length.length_m) == length_mm), "")


def ordered_model(kind: HardwareType, length_mm: int | None = None) -> str:
    """How a type of one length is called where pieces are ordered, counted and labelled.

    A number that fills the open place of the model stands for it ("MFP7E10-N003"); another one stands behind it.
    """
    number = order_number(kind, length_mm) if numbered_by_length(kind) else ""
    if not number:
        return kind.model
    open_place = _OPEN.search(kind.model)
    fills = open_place is not None and number.startswith(kind.model[: open_place.start()])
    return number if fills else f"{kind.model} · {number}"
