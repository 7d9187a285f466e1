"""Who may sign: the same rule for a project and for a work package."""

from collections.abc import Mapping
from typing import Any

from gpudesk.core.checklist.items import FieldKind, Item
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message


def alike(one: str, other: str) -> bool:
    """Whether two names are the same to a reader: case and extra blanks do not count."""
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()


def demand_signature(item: Item, field: str, value: str, person: str, given: Mapping[str, Any]) -> None:
    """Require that `person` signs under their own name, and that no one signs an item twice.

    Args:
        field: key of the signature field.
        value: the name used to sign.
        given: the current values of the item's fields.

    Raises:
        Refused: it is another person's name, or already signs another field of the item.
    """
    if value != person:
        text = QT_TRANSLATE_NOOP("onsite", "Each person must sign personally: choose the name {name} first.")
        raise Refused(Message("onsite", text, {"name": value}))
    for other in item.fields:
        if other.kind is FieldKind.SIGNATURE and other.key != field and alike(str(given.get(other.key, "")), value):
            text = QT_TRANSLATE_NOOP("onsite", "{name} has already signed this item: a second person must sign.")
            raise Refused(Message("onsite", text, {"name": value}))
