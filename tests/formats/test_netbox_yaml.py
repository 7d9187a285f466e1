"""The YAML of type libraries: plain scalars as YAML 1.1 resolves them, and the line of each fault."""

from typing import Any

import pytest
import yaml

from gpudesk.core.messages.errors import InvalidData
from gpudesk.formats.netbox.netbox_yaml import read_yaml

ALIKE = [
    "1",
    "-7",
    "+7",
    "012",
    "0x1F",
    "0b101",
    "1_000",
    "1:30",
    "1.5",
    "1.0e+3",
    "1e3",
    "1.",
    ".5",
    "yes",
    "Off",
    "TRUE",
    "~",
    "null",
    "Null",
]
"""Scalars with the values of `yaml.safe_load`."""
TEXTS = ["0b_", "0x_", "-0b_", "2U", "1.2.3", "=", "yess", "08", "1-2"]
"""Scalars that are no number, although some begin like one."""


@pytest.mark.parametrize("text", ALIKE)
def test_a_plain_scalar_has_the_value_of_yaml(text: str) -> None:
    (document,) = read_yaml(f"a: {text}\n".encode())
    wanted = yaml.safe_load(text)
    assert (document.data, document.dates) == ({"a": wanted}, [])
    assert type(document.data["a"]) is type(wanted)


@pytest.mark.parametrize("text", TEXTS)
def test_what_is_no_number_stays_text(text: str) -> None:
    (document,) = read_yaml(f"a: {text}\n".encode())
    assert (document.data, document.dates) == ({"a": text}, [])


@pytest.mark.parametrize("text", ["2026-01-31", "2026-01-31 10:00:00"])
def test_a_date_stays_text_and_is_noted(text: str) -> None:
    (document,) = read_yaml(f"a: {text}\nb: '{text}'\n".encode())
    assert (document.data, document.dates) == ({"a": text, "b": text}, [text])


@pytest.mark.parametrize("text", [".inf", "-.inf", ".nan", "1" + "0" * 18, "-1" + "0" * 18])
def test_a_number_that_no_device_has_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(InvalidData, match="line 2: this number is not valid for a device"):
        read_yaml(f"a: 1\nb: {text}\n".encode())


def test_the_largest_number_is_just_below_ten_to_the_eighteenth() -> None:
    most = 10**18 - 1
    assert read_yaml(f"a: {most}\nb: -{most}\n".encode())[0].data == {"a": most, "b": -most}


@pytest.mark.parametrize(("before", "line"), [(b"", 1), (b"a: 1\n", 2), (b"a: 1\r\n\r\n", 3)])
@pytest.mark.parametrize(
    ("fault", "reason"), [(b"b: \xff\n", "this is not UTF-8 text"), (b"b: &x 1\n", "anchors and aliases are rejected")]
)
def test_a_fault_is_named_with_its_line(before: bytes, line: int, fault: bytes, reason: str) -> None:
    with pytest.raises(InvalidData) as caught:
        read_yaml(before + fault + b"c: 2\n")
    assert caught.value.message.plain() == f"line {line}: {reason}"


def test_documents_begin_at_their_lines_and_empty_ones_are_left_out() -> None:
    documents: list[Any] = [(each.line, each.data) for each in read_yaml(b"---\na: 1\n---\n---\nb: 2\n")]
    assert [data for _, data in documents] == [{"a": 1}, {"b": 2}]
    assert [line for line, _ in documents] == [1, 4]
