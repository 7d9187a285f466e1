"""Lengths of the checklist in imperial units: with as many decimals as it takes to enter them again."""

LENGTHS = ("m", "mm")
"""Units of lengths in the checklist."""


def length_decimals(unit: str, decimals: int) -> int:
    """The decimals of a length in ft or in that has this number of decimals in m or mm.

    An error of half the last digit is less than half of the last digit in m or mm, but at least 1 cm: 9.84 ft are 3 m.
    """
    return max(2, decimals) if unit == "m" else decimals + 2
