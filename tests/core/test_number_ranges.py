"""Whole numbers written short."""

import pytest

from gpudesk.core.messages.errors import Refused
from gpudesk.core.names.number_ranges import number_ranges, read_number_ranges


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


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        (" ", ()),
        ("24, 32", (24, 32)),
        ("5 ,1 - 3", (1, 2, 3, 5)),
        ("2-6,1-3,4", (1, 2, 3, 4, 5, 6)),
        ("3-9,4-5,7", (3, 4, 5, 6, 7, 8, 9)),
        ("007", (7,)),
    ],
)
def test_a_list_of_numbers_is_read(text: str, numbers: tuple[int, ...]) -> None:
    assert read_number_ranges(text, 100) == numbers


@pytest.mark.parametrize("text", ["0", "3-2", "101", "1;2", "1 2", "1,,2", ",", "-1", "1-2-3", "\u0661"])
def test_what_is_not_a_list_of_numbers_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="is not a list of numbers from 1 to 100"):
        read_number_ranges(text, 100)


def test_a_list_is_as_long_however_it_is_spaced() -> None:
    numbers = range(1, 520, 2)
    text = ",".join(map(str, numbers))
    assert 950 < len(text) <= 1000 < len(text.replace(",", ", "))
    assert read_number_ranges(text, 1000) == read_number_ranges(text.replace(",", ", "), 1000) == tuple(numbers)
    for long in (text + ",701,703,705,707,709,711,713", "1" + " " * 5000, "1," * 501):
        with pytest.raises(Refused, match=r"at most 1,?000 characters"):
            read_number_ranges(long, 1000)


def test_ranges_that_overlap_are_written_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """110 times all switches took 11 million numbers for each letter typed."""
    taken = 0

    def counted(*bounds: int) -> range:
        nonlocal taken
        taken += len(range(*bounds))
        return range(*bounds)

    monkeypatch.setattr("gpudesk.core.names.number_ranges.range", counted, raising=False)
    assert len(read_number_ranges(",".join(["1-100000"] * 110), 100_000)) == taken == 100_000
