"""Numbers, quantities and messages as commands print them."""

import pytest

from gpudesk.cli.terminal.amounts import change, percent, quantity, rounded, sentence, span
from gpudesk.core.messages.message import Message, Quantity


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (0.0, "0"),
        (0.04872, "0.0487"),
        (6.336, "6.34"),
        (6336.0, "6,340"),
        (49_012.3, "49,000"),
        (1234567, "1,234,567"),
        (999.6, "1,000"),
        (-2.5, "-2.5"),
    ],
)
def test_rounded(value: float, text: str) -> None:
    assert rounded(value) == text


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (8252.45, "kg", "8.25 t"),
        (0.0234e3, "kg", "23.4 kg"),
        (0.5, "kg", "500 g"),
        (0.0, "kg", "0 kg"),
        (1_507_836, "W", "1.51 MW"),
        (999.7, "W", "1 kW"),
        (0.0487, "MWh", "48.7 kWh"),
        (43.5, "Gb/s", "43.5 Gb/s"),
        (204_800, "Gb/s", "205 Tb/s"),
        (1e17, "FLOP", "100 PFLOP"),
        (12, "m", "12 m"),
        (5e-5, "s", "50 µs"),
        (7200.0, "s", "7,200 s"),
    ],
)
def test_quantity(value: float, unit: str, text: str) -> None:
    assert quantity(value, unit) == text


def test_change_and_span() -> None:
    assert change(378_516, 1_507_836, "W") == "379 kW → 1.51 MW"
    assert change(992, 248, "") == "992 → 248"
    assert change(1_512_000, 1_512_700, "W") == "1.512 MW → 1.513 MW"
    assert change(5.0, 5.0, "kg") == "5 kg → 5 kg"
    assert span(6336.0, 1700.0, 7500.0) == "6,340 (1,700-7,500)"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (50.0, "50 %"),
        (91.67, "92 %"),
        (12.5, "12.5 %"),
        (0.0, "0 %"),
        (100.0, "100 %"),
        (99.98, "99.98 %"),
        (0.04, "0.04 %"),
        (0.3, "0.3 %"),
    ],
)
def test_percent(value: float, text: str) -> None:
    assert percent(value) == text


def test_sentence_groups_what_json_writes_exactly() -> None:
    reason = Message("sizing", "{count} parameters", {"count": 8_030_261_248})
    message = Message(
        "cost",
        "{amount} {currency} × {rate}, {share}, {years} {years|year|years}: {reason} ({names})",
        {
            "amount": 9_737_999,
            "currency": "EUR",
            "rate": 2242.54,
            "share": Quantity(25.754, "%"),
            "years": 1.0,
            "reason": reason,
            "names": ("a", 1000),
        },
    )
    assert sentence(message) == "9,737,999 EUR × 2,243, 25.8 %, 1 year: 8,030,261,248 parameters (a, 1,000)"
    assert "9737999 EUR × 2242.54" in message.plain()
