"""Power connectors of cards and hosts by their printed names."""

import pytest

from gpudesk.core.hardware.card_plugs import card_plugs, plugs_lacking, plugs_text


@pytest.mark.parametrize(
    ("printed", "found"),
    [
        ("four 16-pin (12V-2x6), 450 W each at most", {"16": 4}),
        ("one 16-pin (12V-2x6) for each place", {"16": 3}),
        ("one 16-pin or 8-pin CPU connector for each place", {"16": 3, "8 cpu": 3}),
        ("2 × 8-pin PCIe", {"8": 2}),
        ("8-pin ATX", {"8": 1}),
        ("none; fed by the slot", {}),
        ("16-pin", {"16": 1}),
        ("2x 8 pin", {"8": 2}),
        ("2 x 12V-2x6", {"16": 2}),
        ("12VHPWR", {"16": 1}),
        ("1 × 12V-2×6 (16-pin), 3 × 8-pin", {"16": 1, "8": 3}),
        ("one 16-pin (12VHPWR or 12V-2x6)", {"16": 1}),
    ],
)
def test_printed_connectors(printed: str, found: dict[str, int]) -> None:
    assert card_plugs(printed, 3) == found


def test_what_is_lacking() -> None:
    assert plugs_lacking({"16": 4, "8": 1}, {"16": 3, "8": 2}) == {"16": 1}


@pytest.mark.parametrize(
    ("printed", "cards", "text"),
    [
        ("1 × 16-pin 12VHPWR", 1, "1 × 16-pin 12VHPWR"),
        ("1 × 16-pin 12VHPWR", 2, "2 × 16-pin 12VHPWR"),
        ("2 × 8-pin PCIe", 3, "6 × 8-pin PCIe"),
        ("1 × 12V-2×6 (16-pin), 3 × 8-pin", 2, "2 × 12V-2×6 (16-pin), 6 × 8-pin"),
        ("one 16-pin (12V-2x6)", 2, "2 × 16-pin (12V-2x6)"),
        ("8-pin ATX", 2, "2 × 8-pin ATX"),
        ("none; fed by the slot", 2, "none; fed by the slot"),
        ("", 2, ""),
    ],
)
def test_connectors_of_several_cards(printed: str, cards: int, text: str) -> None:
    assert plugs_text(printed, cards) == text
