"""Metadata of a NetBox file row besides the values that a project also has."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

_SUFFIX = re.compile(r"(.+) \([^()]+\)\Z", re.DOTALL)
"""NetBox shows the asset tag of a device and the facility ID of a rack behind the name."""


def plain_names(text: str) -> Iterable[str]:
    """Return the possible names for a name shown by NetBox: itself, or without the text in parentheses after it."""
    yield text
    match = _SUFFIX.match(text)
    if match is not None:
        yield match[1]


@dataclass(frozen=True, slots=True)
class Origin:
    """The NetBox row of a record.

    Attributes:
        site: of the object; for a cable those of both ends, if in the file.
        number: the ID assigned by the instance, None if not in the file.
        made: creation time there, as in the file; with the number it distinguishes instances.
        first_unit: lowest unit number of a rack, None if not in the file.
        descending: whether that is the highest unit of the rack, None if not in the file.
        alike: column → values that NetBox represents by one value: any of them in the project matches the file.
        counted: whether the position of a device uses the unit numbering of its rack there.
        table: the object kind that `number` refers to, if it differs from the record: "module", "system" for a rack-scale system,
            "tray" for a tray of one.
        words: NetBox values of a cable in the file: "type", "status", "color".
    """

    site: tuple[str, ...] = ()
    number: int | None = None
    made: str = ""
    first_unit: int | None = None
    descending: bool | None = None
    alike: Mapping[str, frozenset[int]] = field(default_factory=dict)
    counted: bool = False
    words: Mapping[str, str] = field(default_factory=dict)
    table: str = ""
