"""What a row of a file of NetBox says of itself beside the values that a project has too."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

_SUFFIX = re.compile(r"(.+) \([^()]+\)\Z", re.DOTALL)
"""NetBox shows the asset tag of a device and the facility ID of a rack behind the name."""


def plain_names(text: str) -> Iterable[str]:
    """What a name that NetBox shows may be: itself, or without what is shown in parentheses behind it."""
    yield text
    match = _SUFFIX.match(text)
    if match is not None:
        yield match[1]


@dataclass(frozen=True, slots=True)
class Origin:
    """The row of NetBox behind a record.

    Attributes:
        site: of the thing; of a cable those of both ends, where the file says them.
        number: the ID that the instance gave it, None where the file does not say.
        made: when it was created there, as the file has it; with the number it tells one instance from another.
        first_unit: of a rack the least number of its units, None where the file does not say.
        descending: of a rack whether that is the highest unit, None where the file does not say.
        alike: column to the values that NetBox has one word for: any of them in the project says what the file says.
        counted: whether the position of a device is as its rack counts units there.
        table: what NetBox counts with `number`, where that is not what the record is: "module".
        words: of a cable what the file says of it in the words of NetBox: "type", "status", "color".
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
