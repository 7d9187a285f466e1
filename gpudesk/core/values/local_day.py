"""The day of a moment on the clock of this machine: what is due today is due by the calendar on the wall, not by UTC."""

from datetime import date, datetime


def local_day(moment: datetime) -> date:
    """The day of a moment in the time zone of this machine.

    Args:
        moment: with its time zone.
    """
    return moment.astimezone().date()
