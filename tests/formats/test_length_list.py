"""Lengths of prompts and answers from tables."""

import pytest

from gpudesk.formats.runs.length_list import read_lengths
from gpudesk.formats.tables.tables import UnreadableTable, tables_of


def test_heads_say_which_column_is_which() -> None:
    found = read_lengths(tables_of(b"count;output;input\n3;100;1000\n1;500;2000\n", "lengths.csv"))
    assert found.prompt == 1250
    assert found.answer == 200
    assert found.longest == 2500


def test_without_heads_each_row_came_once_unless_it_says_otherwise() -> None:
    found = read_lengths(tables_of(b"1000,100\n2000,100\n", "lengths.csv"))
    assert found.prompt == 1500
    assert found.answer == 100


def test_every_fault_is_named_with_its_cell() -> None:
    with pytest.raises(UnreadableTable) as refused:
        read_lengths(tables_of(b"input,output,count\n10,x,1\n0,5,1\n10,5,-2\n", "lengths.csv"))
    assert [fault.cell for fault in refused.value.faults] == ["B2", "A3", "C4"]


@pytest.mark.parametrize("content", [b"input,output,count\n10,5,0\n", b"input,output\n99999999999999,5\n"])
def test_lengths_of_nothing_and_beyond_reason_are_refused(content: bytes) -> None:
    with pytest.raises(UnreadableTable):
        read_lengths(tables_of(content, "lengths.csv"))
