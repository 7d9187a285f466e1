"""Messages: filled, stored, and read back from untrusted files."""

import pytest

from gpudesk.cli.terminal.amounts import sentence
from gpudesk.core.messages.message import Message, Quantity, fields_of_text
from gpudesk.core.values.quantity_text import THIN_SPACE, NumberStyle
from gpudesk.reports.layout.wording import ENGLISH, Wording


def test_fields_are_filled_once() -> None:
    message = Message("Space", "{rack} at {units}: {names}", {"rack": "{units}", "units": Quantity(2.5, "U"), "names": ("a", "b")})
    assert message.plain() == "{units} at 2.5U: a, b"
    assert Message.from_json(message.to_json()) == message


def test_a_reason_is_a_message_inside_a_message() -> None:
    reason = Message("Space", "{size} is too much", {"size": Quantity(2.5, "U")})
    message = Message("Space", "{rack}: {what}", {"rack": "A01", "what": reason})
    assert message.plain() == "A01: 2.5U is too much"
    assert Message.from_json(message.to_json()) == message


@pytest.mark.parametrize(
    "inner", ['{"text": "x"}', '{"context": "c", "text": "x", "values": 5}', '{"context": "c", "text": "x", "values": {"a": null}}']
)
def test_a_reason_that_is_damaged_is_none(inner: str) -> None:
    with pytest.raises(ValueError, match="not a stored message"):
        Message.from_json(f'{{"context": "c", "text": "t", "values": {{"what": {inner}}}}}')


@pytest.mark.parametrize(
    ("value", "limit", "unit", "text"),
    [
        (1234.2, 1234.0, "kVA", "1,234.2 kVA of 1,234 kVA"),
        (1360.04, 1360.0, "kg", "1,360.04 kg of 1,360 kg"),
        (10213.0, 10211.0, "W", "10.213 kW of 10.211 kW"),
        (12.344, 12.34, "A", "12.344 A of 12.34 A"),
        (1500.0, 1234.0, "kg", "1,500 kg of 1,234 kg"),
        (1234.0, 1234.0, "kg", "1,234 kg of 1,234 kg"),
        # Alike with the decimals of the unit, and different with fewer: the boundary of rounding is between them.
        (12_251.0, 12_249.0, "W", "12.251 kW of 12.249 kW"),
        (31.953, 31.948, "A", "31.953 A of 31.948 A"),
        (1.2504, 1.2496, "dB", "1.2504 dB of 1.2496 dB"),
        (35.0004, 35.0, "", "35.0004 of 35"),
    ],
)
def test_a_value_and_a_limit_that_differ_read_differently(value: float, limit: float, unit: str, text: str) -> None:
    message = Message("racks", "{load} of {limit}", {"load": Quantity(value, unit), "limit": Quantity(limit, unit)})
    assert message.plain() == text
    assert sentence(message) == text
    assert ENGLISH.message(message).replace(THIN_SPACE, " ") == text


def test_a_value_and_its_limit_differ_in_other_units_too() -> None:
    message = Message("racks", "{load} of {limit}", {"load": Quantity(1234.2, "kg"), "limit": Quantity(1234.0, "kg")})
    assert Wording(NumberStyle("es", "imperial")).message(message).replace(THIN_SPACE, " ") == "2720,9 lb of 2720,5 lb"


def test_a_missing_value_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        Message("Space", "{rack}").plain()


@pytest.mark.parametrize("text", ["{rack:999999999}", "{rack.__class__}", "{rack[x]}", "{", "}", "{}", "{{rack"])
def test_a_text_cannot_do_more_than_hold_fields(text: str) -> None:
    assert Message("Space", text, {"rack": "A01"}).plain() == text


def test_a_form_follows_its_number() -> None:
    text = "{count} {count|device has|devices have} {ports} {ports|port|ports}"
    said = {count: Message("t", text, {"count": count, "ports": 1}).plain() for count in (0, 1, 2)}
    assert said == {0: "0 devices have 1 port", 1: "1 device has 1 port", 2: "2 devices have 1 port"}
    assert Message("t", "{n|rack|racks}", {"n": "1"}).plain() == "rack", "a number that is written already"
    assert Message("t", "{n|rack|racks}", {"n": "1,024"}).plain() == "racks"
    assert fields_of_text(text) == {"count", "ports"}
