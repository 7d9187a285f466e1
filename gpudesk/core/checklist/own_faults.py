"""Which own items an error of the checklist concerns: errors name an item by its place, by its key, or by that of its tray item."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from gpudesk.core.checklist.tray_items import tray_key
from gpudesk.core.messages.message import Message

ARROW = " → "
"""Between the items of a circle in its error."""
_NUMBERED = re.compile(r"items\[(?P<place>[0-9]{1,9})\](?:\.(?P<rest>.*))?\Z", re.DOTALL)


def places_at_fault(bodies: Sequence[Mapping[str, Any]], fault: Message) -> list[tuple[int, str]]:
    """The own items that an error concerns: place in `bodies`, and the rest of its position in the item, such as "fields.top_c.unit".

    An error of a circle concerns all own items in it. Others concern one item, or none if they are not about an item.
    """
    where = str(fault.values.get("where", ""))
    what = fault.values.get("what")
    circle = what.values.get("circle") if isinstance(what, Message) else None
    if circle is not None:
        members = dict.fromkeys(str(circle).split(ARROW))
        return [(place, "needs") for key in members if (place := _place_of(bodies, key)) is not None]
    # Keys are checked by the same reader, so one can contain a dot: the longest one counts.
    written = [str(body.get("key", "")) for body in bodies]
    for keys in (written, [tray_key(key) for key in written]):
        named = max((key for key in keys if key and (where == key or where.startswith(f"{key}."))), key=len, default="")
        if named:
            return [(keys.index(named), where[len(named) + 1 :])]
    numbered = _NUMBERED.match(where)
    if numbered is not None and int(numbered["place"]) < len(bodies):
        return [(int(numbered["place"]), numbered["rest"] or "")]
    return []


def _place_of(bodies: Sequence[Mapping[str, Any]], key: str) -> int | None:
    """The place of the item with a key, else of the one from which the tray item with that key is derived."""
    written = [str(body.get("key", "")) for body in bodies]
    for keys in (written, [tray_key(name) for name in written]):
        if key in keys:
            return keys.index(key)
    return None
