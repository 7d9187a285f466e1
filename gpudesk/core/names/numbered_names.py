"""Names that count through the devices of a role, such as ufm-1 and ufm-2."""

import re
from collections.abc import Sequence

_NUMBERED = re.compile(r"([^.]*?)([0-9]{1,6})((?:\.[A-Za-z].*)?)")
"""The number ends the name, or the part of the name before its domain."""


def missing_names(present: Sequence[str], count: int) -> list[str]:
    """The names that are missing from a series numbered 1 to `count`; none where the names are no such series.

    Of "ufm-1", of two, that is "ufm-2". A number within the name, as in "dc1-ufm", counts other objects.
    """
    return list(missing_numbers(present, count).values())


def missing_numbers(present: Sequence[str], count: int) -> dict[int, str]:
    """The numbers of the names of `missing_names`, ascending, each with its name."""
    parts = [match.groups() for name in present if (match := _NUMBERED.fullmatch(name))]
    numbers = {int(digits) for _, digits, _ in parts}
    shapes = {(stem, len(digits), tail) for stem, digits, tail in parts}
    if len(numbers) != len(present) or len(shapes) != 1 or not numbers <= set(range(1, count + 1)):
        return {}
    ((stem, width, tail),) = shapes
    return {number: f"{stem}{number:0{width}}{tail}" for number in range(1, count + 1) if number not in numbers}
