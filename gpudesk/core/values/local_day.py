"""Local date of a time on this machine: due dates follow the local calendar, not UTC."""

from datetime import date, datetime


def local_day(moment: datetime) -> date:
    """The day of a moment in the time zone of this machine.

    Args:
        moment: with its time zone.
    """
    return moment.astimezone().date()
