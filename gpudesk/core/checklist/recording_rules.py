"""Rules for recording and for flags: each defined once, for projects and for work packages.

Permission to sign is defined in `signatures`.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from gpudesk.core.checklist.entries import Entry, EntryKind
from gpudesk.core.checklist.items import Evidence, Item
from gpudesk.core.checklist.signatures import alike
from gpudesk.core.checklist.values import Instrument, is_day
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.names.text_limits import checked_text

_CONTEXT = "onsite"
WITHDRAWABLE = (
    *(EntryKind.VALUE, EntryKind.SIGNATURE, EntryKind.CORRECTION, EntryKind.WAIVER, EntryKind.NOT_APPLICABLE),
    EntryKind.DEVIATION,
)
"""Kinds of entries that can be taken out of account. A decision on a deviation that is withdrawn is void with it."""
_INSTRUMENT = ("serial", "calibration_due", "reference")


def refused(text: str, **values: Any) -> Refused:
    """A refusal about work on site."""
    return Refused(Message(_CONTEXT, text, values))


def demand_field(item: Item, field: str) -> Evidence:
    """The field of an item with that key.

    Raises:
        Refused: it has none.
    """
    if field not in item.by_key:
        raise refused(QT_TRANSLATE_NOOP("onsite", "{item} has no field {field}."), item=item.key, field=field)
    return item.by_key[field]


def demand_name(name: str) -> str:
    """A name without blanks around it.

    Raises:
        Refused: nothing is left, or it is no line of text.
    """
    stripped: str = checked_text("name", name).strip()
    if not stripped:
        raise refused(QT_TRANSLATE_NOOP("onsite", "A person requires a name."))
    return stripped


def demand_reason(reason: str) -> str:
    """A reason without blanks around it.

    Raises:
        Refused: nothing is left, or it is too long.
    """
    stripped: str = checked_text("reason", reason).strip()
    if not stripped:
        raise refused(QT_TRANSLATE_NOOP("onsite", "A reason is required."))
    return stripped


def demand_other(person: str, second: str) -> None:
    """Demand that the second name is that of somebody else.

    Raises:
        Refused: it is not.
    """
    if alike(person, second):
        raise refused(QT_TRANSLATE_NOOP("onsite", "The name of a second person is required."))


def witness(person: str, value: Any) -> str:
    """The name of the second person that takes the place of a photo, where the site forbids photos.

    Raises:
        Refused: it is no name, or that of the person who records.
    """
    if not isinstance(value, str):
        raise refused(QT_TRANSLATE_NOOP("onsite", "This site does not permit photos: enter a second person's name instead."))
    name = demand_name(value)
    demand_other(person, name)
    return name


def kept_value(field: Evidence, value: Any, instrument: Instrument | None) -> dict[str, Any]:
    """The stored form of a value: also whether it was read from a tool by a person, and the instrument used.

    Raises:
        Refused: the end of the calibration is not a date, or the instrument is not a line of text.
    """
    stored: dict[str, Any] = {"value": value}
    if field.tool:
        stored["read_by_hand"] = True
    if instrument is not None:
        if instrument.calibration_due and not is_day(instrument.calibration_due):
            raise refused(QT_TRANSLATE_NOOP("onsite", "{day} is not a date such as 2026-05-01."), day=instrument.calibration_due)
        stored["instrument"] = {name: checked_text("name", getattr(instrument, name)) for name in _INSTRUMENT}
    return stored


def instrument_flags(field: Evidence, instrument: Instrument | None, day: str) -> list[str]:
    """Flags of a measurement: no instrument was named, or its calibration has expired on that day."""
    if instrument is None:
        return ["no_instrument"] if field.instrument else []
    return ["calibration_expired"] if instrument.has_expired(day) else []


def flags_ahead(item: Item, unmet: Sequence[tuple[str, bool]], kinds: Iterable[str], *, strict: bool = True) -> list[str]:
    """Flags for needs that have not passed.

    Args:
        unmet: key of each of these needs, and whether it is a hold.
        kinds: of the entries that the item has on the target.
        strict: whether a hold refuses it; otherwise it is flagged as well.

    Raises:
        Refused: one of them is a hold that was not overridden.
    """
    unmet_holds = tuple(key for key, is_hold in unmet if is_hold)
    if strict and unmet_holds and EntryKind.OVERRIDE not in set(kinds):
        text = QT_TRANSLATE_NOOP("onsite", "{item} requires {names}, which has not passed.")
        remedy = QT_TRANSLATE_NOOP("onsite", "Do that work first, or override the hold with a reason and a second name.")
        raise Refused(Message(_CONTEXT, text, {"item": item.key, "names": unmet_holds}), Message(_CONTEXT, remedy))
    return [f"ahead_of:{key}" for key, _ in unmet]


def demand_withdrawable(name: str, kind: str, history: Sequence[Entry]) -> None:
    """Demand that an entry of that name and kind still counts and can be taken out of account.

    Args:
        history: of its item on its target.

    Raises:
        Refused: nothing of its kind can be withdrawn, or it was withdrawn before.
    """
    if kind not in WITHDRAWABLE or any(entry.kind == EntryKind.WITHDRAWAL and entry.about == name for entry in history):
        raise refused(QT_TRANSLATE_NOOP("onsite", "The entry {entry} cannot be withdrawn."), entry=name)
