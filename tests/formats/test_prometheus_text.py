"""The text of exporters, read line by line: what it says, and what a bad line costs."""

import math
import time

import pytest

from gpudesk.core.errors import InvalidData
from gpudesk.formats.prometheus_text import is_prometheus_text, read_prometheus_text


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
        "Line 2 is no value: this is no value",
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
        (b"#" * (32 * 2**20 + 1), "more than 32 MiB"),
        (b"a 1\n" * 400_001, "More than 400000 values"),
    ],
)
def test_what_no_exporter_gives_is_refused(text: bytes, told: str) -> None:
    with pytest.raises(InvalidData, match=told):
        read_prometheus_text(text)


def test_an_empty_page_is_one() -> None:
    assert read_prometheus_text(b"\n").samples == ()


@pytest.mark.parametrize(
    "line",
    [b"A{" + b'"a' * 20_000, b"A{" + b'a="x",' * 9_000, b'A{a="' + b"\\" * 60_000, b"A " + b" " * 60_000 + b"x y z", b"A{" + b" " * 60_000],
)
def test_a_line_made_to_take_long_takes_no_time(line: bytes) -> None:
    begun_s = time.perf_counter()
    with pytest.raises(InvalidData):
        read_prometheus_text(line)
    assert time.perf_counter() - begun_s < 0.5


def test_files_are_told_apart_by_their_beginning() -> None:
    assert is_prometheus_text(b"# HELP a b\n")
    assert is_prometheus_text(b'\n\nDCGM_FI_DEV_GPU_TEMP{gpu="0"} 40\n')
    assert not is_prometheus_text(b"timestamp, index, name, memory.used [MiB]\n2026/08/21, 0, x, 1 MiB\n")
    assert not is_prometheus_text(b"<?xml version='1.0'?>")
    assert not is_prometheus_text(b"")
