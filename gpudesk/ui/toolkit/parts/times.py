"""Times of the project file as people read them: in their own zone and language, as short as the day allows."""

from datetime import datetime

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

# A language alone does not say which clock its speaker reads; on site all of them read this one.
_CLOCK = "HH:mm"


def local_time(at_utc: str) -> datetime:
    """A time of the project file ("2025-03-01T13:58:00Z") in the zone of this machine.

    Raises:
        ValueError: it is no such time.
    """
    return datetime.fromisoformat(at_utc).astimezone()


def short_time(at_utc: str, now: datetime | None = None) -> str:
    """The time for today, "yesterday" for yesterday, otherwise the date, with the year if different."""
    then = local_time(at_utc)
    today = (now or datetime.now().astimezone()).date()
    days = (today - then.date()).days
    locale = QLocale()
    if days == 0:
        return locale.toString(_moment(then).time(), _CLOCK)
    if days == 1:
        return QCoreApplication.translate("Times", "yesterday")
    return locale.toString(_moment(then).date(), "d MMM" if then.year == today.year else "d MMM yyyy")


def full_time(at_utc: str) -> str:
    """Day and time, written out."""
    moment = _moment(local_time(at_utc))
    locale = QLocale()
    day = locale.toString(moment.date(), QLocale.FormatType.LongFormat)
    return f"{day}, {locale.toString(moment.time(), _CLOCK)}"


def _moment(then: datetime) -> QDateTime:
    return QDateTime.fromSecsSinceEpoch(int(then.timestamp()))
