"""Whole numbers written short."""

import pytest

from gpudesk.core.names.number_ranges import number_ranges


@pytest.mark.parametrize(
    ("numbers", "written"),
    [
        ([], ""),
        ([5], "5"),
        ([1, 0], "0,1"),
        ([2, 0, 1], "0-2"),
        ([*range(32), *range(64, 96)], "0-31,64-95"),
        ([0, 2, 4, 4, 5, 6, 9], "0,2,4-6,9"),
    ],
)
def test_rows_of_numbers_are_written_by_their_ends(numbers: list[int], written: str) -> None:
    assert number_ranges(numbers) == written
