"""Lengths of the checklist in imperial units: with as many decimals as it takes to enter them again."""

from gpudesk.core.checklist.items import Evidence, FieldKind

LENGTHS = ("m", "mm")
"""Units of lengths in the checklist."""


def is_length(field: Evidence) -> bool:
    """Whether a field has a length, or lengths in its lines.

    A list has one unit: with several columns of numbers nothing names the column that is a length, so all of them stay as they are.
    """
    if field.kind not in (FieldKind.NUMBER, FieldKind.LIST) or field.unit not in LENGTHS:
        return False
    return not field.columns or list(field.columns.values()).count(FieldKind.NUMBER) == 1


def length_decimals(unit: str, decimals: int) -> int:
    """The decimals of a length in ft or in that has this number of decimals in m or mm.

    An error of half the last digit is less than half of the last digit in m or mm, but at least 1 cm: 9.84 ft are 3 m.
    """
    return max(2, decimals) if unit == "m" else decimals + 2
