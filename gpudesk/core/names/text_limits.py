"""How long the texts of a project may be: one answer for every operation and for the plans that are built."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message


@dataclass(frozen=True, slots=True)
class TextBound:
    """Limits of a text: at most `most` characters, in one line or, with `lines`, in several; `says` is the text for the user."""

    most: int
    says: str
    lines: bool = False


TEXT_BOUNDS: Mapping[str, TextBound] = {
    "name": TextBound(200, QT_TRANSLATE_NOOP("texts", "A name must be one line of at most {most} characters.")),
    "serial": TextBound(200, QT_TRANSLATE_NOOP("texts", "A serial number must be one line of at most {most} characters.")),
    "asset": TextBound(200, QT_TRANSLATE_NOOP("texts", "An asset number must be one line of at most {most} characters.")),
    "slot": TextBound(100, QT_TRANSLATE_NOOP("texts", "A slot name must be one line of at most {most} characters.")),
    "role": TextBound(100, QT_TRANSLATE_NOOP("texts", "A role name must be one line of at most {most} characters.")),
    "reason": TextBound(500, QT_TRANSLATE_NOOP("texts", "A reason must be one line of at most {most} characters.")),
    "rack_names": TextBound(100, QT_TRANSLATE_NOOP("texts", "A naming pattern must be one line of at most {most} characters.")),
    "feed_side": TextBound(20, QT_TRANSLATE_NOOP("texts", "The side name of a feed must be one line of at most {most} characters.")),
    "unit_side": TextBound(20, QT_TRANSLATE_NOOP("texts", "The side name of a unit must be one line of at most {most} characters.")),
    "coolant": TextBound(40, QT_TRANSLATE_NOOP("texts", "A coolant name must be one line of at most {most} characters.")),
    "receptacle": TextBound(100, QT_TRANSLATE_NOOP("texts", "A receptacle name must be one line of at most {most} characters.")),
    "notes": TextBound(10_000, QT_TRANSLATE_NOOP("texts", "Notes can have at most {most} characters."), lines=True),
}
"""Column name → limits, in any table."""


def checked_text(column: str, text: Any, fix: Message | None = None) -> str:
    """A text unchanged, if it is allowed in `column`; nothing is ever truncated.

    Args:
        fix: fix included in the error.

    Raises:
        Refused: it is not text, is too long, or has characters that cannot be shown in one line where one line is required.
    """
    bound = TEXT_BOUNDS[column]
    if isinstance(text, str) and len(text) <= bound.most and (bound.lines or text.isprintable()):
        return text
    raise Refused(Message("texts", bound.says, {"most": bound.most}), fix)


def one_line(text: str) -> str:
    """A text as one line that can be shown: each control character, line break or mark of direction in it is a space."""
    return text if text.isprintable() else "".join(letter if letter.isprintable() else " " for letter in text)


def slug_of(text: str) -> str:
    """Small letters, digits and hyphens, as NetBox makes a slug."""
    plain = unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
