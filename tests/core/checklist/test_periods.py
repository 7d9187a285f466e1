"""Periods after which an item comes again."""

from datetime import date

import pytest

from gpudesk.core.checklist.periods import day_after, is_period


@pytest.mark.parametrize(
    ("day", "period", "later"),
    [
        ("2026-03-01", "P3M", "2026-06-01"),
        ("2026-11-30", "P3M", "2027-02-28"),
        ("2027-11-30", "P3M", "2028-02-29"),
        ("2026-12-31", "P1M", "2027-01-31"),
        ("2026-10-31", "P1M", "2026-11-30"),
        ("2024-02-29", "P1Y", "2025-02-28"),
        ("2026-03-01", "P12M", "2027-03-01"),
        ("2026-02-27", "P2W", "2026-03-13"),
        ("2026-12-31", "P1D", "2027-01-01"),
    ],
)
def test_a_period_later(day: str, period: str, later: str) -> None:
    assert day_after(date.fromisoformat(day), period) == date.fromisoformat(later)


@pytest.mark.parametrize("text", ["", "on-event", "P0M", "P3", "3M", "P100D", "P1M1D"])
def test_what_is_no_period(text: str) -> None:
    assert not is_period(text)
    with pytest.raises(ValueError, match=f"^{text}$"):
        day_after(date(2026, 1, 1), text)
