"""The day of a moment is that of the wall calendar where the program runs."""

import time
from collections.abc import Iterator
from datetime import UTC, date, datetime

import pytest

from gpudesk.core.values.local_day import local_day

EVENING = datetime(2026, 3, 2, 1, 30, tzinfo=UTC)
"""Half past five in the afternoon of the 1st in Los Angeles, half past ten in the morning of the 2nd in Tokyo."""


# Rules in the form of POSIX: a machine may have no table of zones.
@pytest.fixture(params=[("PST8", date(2026, 3, 1)), ("UTC0", date(2026, 3, 2)), ("JST-9", date(2026, 3, 2))])
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[date]:
    """The zone of the machine, and the day there."""
    name, day = request.param
    monkeypatch.setenv("TZ", name)
    time.tzset()
    yield day
    monkeypatch.undo()
    time.tzset()


def test_the_day_is_that_of_the_machine(zone: date) -> None:
    assert local_day(EVENING) == zone
