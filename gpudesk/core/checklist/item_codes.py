"""The codes on printed sheets that identify an item to a scanner.

Such a code is "GPUDESK:1A2B3C4D:RDY-050:17", with the start of the project id, the item and the target; without a target it
represents the item on the target scanned next. All letters are those that a QR code encodes compactly (ISO/IEC 18004, alphanumeric
mode).
"""

import re
from dataclasses import dataclass

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message

_CODE = re.compile(r"GPUDESK:([0-9A-F]{0,8}):([A-Z0-9]{2,6}-[0-9]{3})(?::([0-9]{1,18}))?\Z")


@dataclass(frozen=True, slots=True)
class ItemCode:
    """The content of a code; `target` is None if it contains only the item."""

    item: str
    target: int | None


def item_code(uid: str, item: str, target: int | None = None) -> str:
    """The code of an item of a project, on a target or alone."""
    begin = f"GPUDESK:{_short(uid)}:{item}"
    return begin if target is None else f"{begin}:{target}"


def read_item_code(text: str, uid: str) -> ItemCode | None:
    """The content of a scan; None if it is not an item code.

    Args:
        uid: of the project.

    Raises:
        Refused: it is a code of another project.
    """
    code = _CODE.match(text.strip().upper())
    if code is None:
        return None
    if code[1] != _short(uid):
        raise Refused(Message("onsite", QT_TRANSLATE_NOOP("onsite", "This sheet belongs to another project.")))
    return ItemCode(code[2], None if code[3] is None else int(code[3]))


def _short(uid: str) -> str:
    return uid.replace("-", "").upper()[:8]
