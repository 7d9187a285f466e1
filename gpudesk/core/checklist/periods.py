"""Recurrence periods of items: "P3M" is three months, in the ISO 8601 notation for durations with one part."""

import re
from calendar import monthrange
from datetime import date, timedelta

_PERIOD = re.compile(r"P([1-9][0-9]?)([DWMY])\Z")
_MONTHS = {"M": 1, "Y": 12}
_DAYS = {"D": 1, "W": 7}


def is_period(text: str) -> bool:
    """Whether a text is a valid period."""
    return _PERIOD.match(text) is not None


def day_after(day: date, period: str) -> date:
    """The same day a period later, or the last one of a month that is shorter.

    Raises:
        ValueError: it is no period.
    """
    parts = _PERIOD.match(period)
    if parts is None:
        raise ValueError(period)
    count, unit = int(parts[1]), parts[2]
    if unit in _DAYS:
        return day + timedelta(days=count * _DAYS[unit])
    years, month = divmod(day.year * 12 + day.month - 1 + count * _MONTHS[unit], 12)
    return date(years, month + 1, min(day.day, monthrange(years, month + 1)[1]))
