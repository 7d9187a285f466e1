"""Messages: filled, stored, and read back from files that nobody vouches for."""

import pytest

from gpudesk.core.messages.message import Message, Quantity


def test_fields_are_filled_once() -> None:
    message = Message("Space", "{rack} at {units}: {names}", {"rack": "{units}", "units": Quantity(2.5, "U"), "names": ("a", "b")})
    assert message.plain() == "{units} at 2.5U: a, b"
    assert Message.from_json(message.to_json()) == message


def test_a_missing_value_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        Message("Space", "{rack}").plain()


@pytest.mark.parametrize("text", ["{rack:999999999}", "{rack.__class__}", "{rack[x]}", "{", "}", "{}", "{{rack"])
def test_a_text_cannot_do_more_than_hold_fields(text: str) -> None:
    assert Message("Space", text, {"rack": "A01"}).plain() == text
