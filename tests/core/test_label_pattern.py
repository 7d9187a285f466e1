"""What cable labels say."""

import pytest

from gpudesk.core.messages.errors import Refused
from gpudesk.core.names.label_pattern import FIELDS, MOST_LINES, checked_lines, fields_of, label_line


def test_fields_are_filled_and_numbers_filled_up() -> None:
    values = {"near.rack": "A5", "near.u": "7", "far.port": "2/1", "near.place": "7", "far.place": "pdu-1"}
    assert label_line("{near.rack:03}-{near.u:02}:{far.port}", values) == "A005-07:2/1"
    assert label_line("{near.place:02} {far.place:02}", values) == "07 pdu-1"


def test_what_is_left_over_by_empty_fields_goes() -> None:
    assert label_line("{network} · {length}", {"network": "Compute", "length": ""}) == "Compute"
    outside = {"near.rack": "", "near.place": "cdu-1", "near.port": "ETH1"}
    assert label_line("{near.rack}-{near.place:02}:{near.port}", outside) == "cdu-1:ETH1"


def test_used_fields_are_known() -> None:
    assert fields_of(("{near.rack}", "x {far.u:02}")) == {"near.rack", "far.u"}
    assert checked_lines([" {cable} "]) == ("{cable}",)


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ([], "A label must have 1 to"),
        (["", "  "], "A label must have 1 to"),
        (["x"] * (MOST_LINES + 1), "A label must have 1 to"),
        (["good", "{near.colour}"], "Line 2 of the label: {near.colour} is not a field"),
        (["{near.rack"], "Line 1"),
        (["}"], "Line 1"),
        (["x" * 201], "longer than 200"),
    ],
)
def test_what_makes_no_label_is_refused(lines: list[str], complaint: str) -> None:
    with pytest.raises(Refused) as refused:
        checked_lines(lines)
    assert complaint in refused.value.message.plain()


def test_the_fix_names_every_field() -> None:
    with pytest.raises(Refused) as refused:
        checked_lines(["{x}"])
    assert refused.value.fix is not None
    assert all(name in refused.value.fix.plain() for name in FIELDS)
