"""Labels in ZPL: nothing in a name becomes a command, everything is on the label."""

import re

from hypothesis import given
from hypothesis import strategies as st

from gpudesk.formats.tables.zpl import DOTS_PER_MM, ZplLabel, escaped, zpl_formats

_FIELD = re.compile(r"\^FO(\d+),(\d+)\^A0N,(\d+),\d+\^FH\^FD(.*?)\^FS")


def unescaped(text: str) -> str:
    return re.sub(rb"_([0-9A-F]{2})", lambda match: bytes([int(match.group(1), 16)]), text.encode()).decode()


@given(st.text(max_size=30))
def test_any_name_is_read_back_and_holds_no_command(name: str) -> None:
    said = escaped(name)
    assert unescaped(said) == name
    assert not {"^", "~"} & set(said)


@given(st.lists(st.text("ABC^~_0:/é", max_size=20), min_size=1, max_size=6), st.sampled_from(sorted(DOTS_PER_MM)))
def test_every_line_lies_on_the_label(lines: list[str], dpi: int) -> None:
    (made,) = zpl_formats([ZplLabel(lines, "GPUDESK:0123ABCD:315040:A")], 50, 25, 25, dpi)
    assert made.startswith("^XA^CI28")
    assert made.endswith("^XZ\n")
    assert made.count("^XA") == made.count("^XZ") == 1
    found = _FIELD.findall(made)
    assert [unescaped(text) for *_, text in found] == [line for line in lines if line]
    for x, y, size, _ in found:
        assert int(x) < 50 * DOTS_PER_MM[dpi]
        assert int(y) + int(size) <= 25 * DOTS_PER_MM[dpi]


def test_a_wrapped_label_is_printed_on_its_upper_part_alone() -> None:
    (made,) = zpl_formats([ZplLabel(["A01-33:1", "A05-27:2"])], 25.4, 38.1, 12.7)
    assert "^PW203^LL305" in made
    assert max(int(y) + int(size) for _, y, size, _ in _FIELD.findall(made)) <= 12.7 * 8
    assert "^BQ" not in made
