"""Host names: the rules for a valid name, and the patterns that generate names.

A host name is one or more labels separated by dots; a label has 1 to 63 letters, digits and hyphens, and a letter or digit at both
ends; the whole has at most 253 characters (RFC 952, RFC 1123 section 2.1, RFC 1035 section 2.3.4). It is not an address: at least
one label is not a number. Names are not case-sensitive, so two hosts must differ in more than case.
"""

import re

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.names.name_pattern import checked_pattern

FIELDS = ("hall", "row", "rack", "unit", "name", "number", "n", "n_rack", "rack_n", "rail", "n_rail")
"""Fields of host name patterns: location of a device, its planned name and trailing number, its place among all named
devices and among those in its rack, the place of its rack, its rail (from 1), and its place among the devices of its rail."""
LONGEST_LABEL, LONGEST_NAME = 63, 253
_LABEL = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?")
_CONTEXT = "host_names"


def host_name_fault(name: str) -> Message | None:
    """Why a text is not a valid host name; None if it is one."""
    labels = name.split(".")
    if not name:
        return Message(_CONTEXT, QT_TRANSLATE_NOOP("host_names", "A host needs a name."))
    if len(name) > LONGEST_NAME or any(len(label) > LONGEST_LABEL for label in labels):
        text = QT_TRANSLATE_NOOP("host_names", "{name} is too long for a host name: {label} characters between dots, {most} in total.")
        return Message(_CONTEXT, text, {"name": name[:80], "label": LONGEST_LABEL, "most": LONGEST_NAME})
    if not all(_LABEL.fullmatch(label) for label in labels):
        text = QT_TRANSLATE_NOOP(
            "host_names", "{name} is not a host name: use letters, digits and hyphens, with no hyphen at the start or end."
        )
        return Message(_CONTEXT, text, {"name": name[:80]})
    if all(label.isdecimal() for label in labels):
        return Message(_CONTEXT, QT_TRANSLATE_NOOP("host_names", "{name} would be read as an address or a number."), {"name": name[:80]})
    return None


def checked_host_pattern(pattern: str) -> str:
    """A pattern of host names.

    Raises:
        Refused: it is empty or too long, a field is unknown, or a brace is alone.
    """
    return checked_pattern(pattern, FIELDS, "", example="{rack:lower}-p1-dgx-{n_rack:02}")
