"""Whole numbers written short."""

from collections.abc import Iterable

_FROM = 3
"""So many numbers in a row are written by the first and the last."""


def number_ranges(numbers: Iterable[int]) -> str:
    """As "0-31,64-95": each once, from the least to the greatest; "" for none."""
    rows: list[list[int]] = []
    for number in sorted(set(numbers)):
        if rows and rows[-1][-1] == number - 1:
            rows[-1].append(number)
        else:
            rows.append([number])
    return ",".join(f"{row[0]}-{row[-1]}" if len(row) >= _FROM else ",".join(map(str, row)) for row in rows)
