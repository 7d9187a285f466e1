"""The text of exporters, read line by line: what it says, and what a bad line costs."""

import math

import pytest

from gpudesk.core.messages.errors import InvalidData
from gpudesk.formats.hosts import prometheus_text
from gpudesk.formats.hosts.prometheus_text import is_prometheus_text, read_prometheus_text


@pytest.mark.parametrize(
    ("line", "name", "labels", "value", "time_s"),
    [
        ('power{gpu="0"} 12.5', "power", {"gpu": "0"}, 12.5, None),
        ("up 1", "up", {}, 1, None),
        ("up{} 1", "up", {}, 1, None),
        ('DCGM_FI_DEV_DEC_UTIL {gpu="0"} 7', "DCGM_FI_DEV_DEC_UTIL", {"gpu": "0"}, 7, None),
        ('power{gpu="0",} 1e3', "power", {"gpu": "0"}, 1000, None),
        ('  power { gpu = "0" , a_b="" }\t-2  ', "power", {"gpu": "0", "a_b": ""}, -2, None),
        ('power{gpu="0"} 5 1700000000250', "power", {"gpu": "0"}, 5, 1_700_000_000.25),
        ('a:b{path="C:\\\\dir",said="\\"yes\\" } {\\n"} +Inf', "a:b", {"path": "C:\\dir", "said": '"yes" } {\n'}, math.inf, None),
        ('power{gpu="ü"}3', "power", {"gpu": "ü"}, 3, None),
    ],
)
def test_what_a_line_says(line: str, name: str, labels: dict[str, str], value: float, time_s: float | None) -> None:
    told = read_prometheus_text(f"# TYPE {name} gauge\n{line}\r\n\n# a comment\n".encode())
    (one,) = told.samples
    assert (one.name, dict(one.labels), one.value, one.time_s) == (name, labels, value, time_s)
    assert (told.kinds, told.faults) == ({name: "gauge"}, ())


def test_what_is_no_number_is_kept_as_it_stands() -> None:
    one, two = read_prometheus_text(b"a NaN\nb 9223372036854775794\n").samples
    assert math.isnan(one.value)
    assert two.text == "9223372036854775794"


def test_a_bad_line_is_told_with_its_number_and_loses_nothing_else() -> None:
    text = 'a 1\nthis is no value\nb{x="1",x="2"} 1\nc{x=1} 1\nd 1_000\ne{x="1" y="2"} 1\nf 1.2.3\ng ١\nh1.5\n\x00\xff\nz 2\n'
    told = read_prometheus_text(text.encode("utf-8", "replace"))
    assert [sample.name for sample in told.samples] == ["a", "z"]
    assert told.fault_count == 9
    assert [fault.plain() for fault in told.faults[:4]] == [
        "Line 2 is not a value: this is no value",
        'Line 3 has labels that cannot be read: b{x="1",x="2"} 1',
        "Line 4 has labels that cannot be read: c{x=1} 1",
        "Line 5 has no number: d 1_000",
    ]


def test_many_bad_lines_are_counted_and_a_hundred_told() -> None:
    told = read_prometheus_text(b"a 1\n" + b"?\n" * 500)
    assert (len(told.faults), told.fault_count) == (100, 500)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b"<html><body>Welcome</body></html>", "None of its lines"),
        (b"\x00\x01\x02", "None of its lines"),
    ],
)
def test_what_no_exporter_gives_is_refused(text: bytes, told: str) -> None:
    with pytest.raises(InvalidData, match=told):
        read_prometheus_text(text)


def test_no_more_is_read_than_a_page_may_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prometheus_text, "_MOST_SAMPLES", 4)
    assert len(read_prometheus_text(b"a 1\n" * 4).samples) == 4
    with pytest.raises(InvalidData, match="more than 4 values, more than any exporter provides"):
        read_prometheus_text(b"a 1\n" * 5)
    monkeypatch.setattr(prometheus_text, "MOST_BYTES", 1 << 20)
    assert not read_prometheus_text(b"#" * (1 << 20)).samples
    with pytest.raises(InvalidData, match="more than 1 MiB"):
        read_prometheus_text(b"#" * ((1 << 20) + 1))


def test_an_empty_page_is_one() -> None:
    assert read_prometheus_text(b"\n").samples == ()


@pytest.mark.parametrize(
    "line",
    [b"A{" + b'"a' * 20_000, b"A{" + b'a="x",' * 9_000, b'A{a="' + b"\\" * 60_000, b"A " + b" " * 60_000 + b"x y z", b"A{" + b" " * 60_000],
)
def test_a_line_made_to_take_long_is_refused(line: bytes) -> None:
    # That it takes no time is measured: python -m benchmarks hostile_files.
    with pytest.raises(InvalidData):
        read_prometheus_text(line)


def test_files_are_told_apart_by_their_beginning() -> None:
    assert is_prometheus_text(b"# HELP a b\n")
    assert is_prometheus_text(b'\n\nDCGM_FI_DEV_GPU_TEMP{gpu="0"} 40\n')
    assert not is_prometheus_text(b"timestamp, index, name, memory.used [MiB]\n2026/08/21, 0, x, 1 MiB\n")
    assert not is_prometheus_text(b"<?xml version='1.0'?>")
    assert not is_prometheus_text(b"")
