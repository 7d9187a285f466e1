"""Unusual data in a NetBox document and its handling: one line per kind, regardless of the number of occurrences."""

from collections.abc import Mapping

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.formats.netbox.netbox_report import Remark

TEXTS: Mapping[str, str] = {
    "airflow-unknown": QT_TRANSLATE_NOOP("netbox", "airflow {value} is not a NetBox direction: kept for NetBox, not used"),
    "airflow-without-word": QT_TRANSLATE_NOOP("netbox", "airflow {value} has no equivalent: kept for NetBox, shown as unknown"),
    "attributes-odd": QT_TRANSLATE_NOOP(
        "netbox", "attributes missing in the profile, or defined differently ({names}): kept for NetBox, not used"
    ),
    "attributes-without-profile": QT_TRANSLATE_NOOP("netbox", "attributes without a profile, which NetBox rejects: kept, not used"),
    "bays-without-role": QT_TRANSLATE_NOOP("netbox", "device bays without subdevice_role parent: the bays are imported"),
    "date-as-text": QT_TRANSLATE_NOOP("netbox", "{value} is a date in YAML: imported as text"),
    "draw-of-inlet": QT_TRANSLATE_NOOP(
        "netbox", "maximum_draw of a device with outlets is the rating of its inlet: kept for NetBox, power not set"
    ),
    "draw-not-number": QT_TRANSLATE_NOOP("netbox", "{key} {value} is not a whole number of watts: kept for NetBox, power not set"),
    "draw-of-several": QT_TRANSLATE_NOOP(
        "netbox",
        "maximum_draw on {count} power {count|port|ports} does not show whether they share load or are redundant: "
        "kept for NetBox, power not set",
    ),
    "draw-beside-bays": QT_TRANSLATE_NOOP(
        "netbox", "maximum_draw next to module bays for power supplies does not cover the whole device: kept for NetBox, power not set"
    ),
    "file-folder": QT_TRANSLATE_NOOP(
        "netbox", "it is in the folder {folder} but its manufacturer is {vendor}: the document takes precedence"
    ),
    "height-missing": QT_TRANSLATE_NOOP("netbox", "u_height is missing: 1 U, as in NetBox"),
    "height-of-child": QT_TRANSLATE_NOOP(
        "netbox", "a child device with u_height {value}: it is installed in a bay, the height is kept for NetBox"
    ),
    "height-as-text": QT_TRANSLATE_NOOP("netbox", "u_height {value} is text: read as a number"),
    "height-rounded": QT_TRANSLATE_NOOP("netbox", "u_height {value} is not a multiple of 0.5: {taken} U used, {value} kept for NetBox"),
    "item-not-mapping": QT_TRANSLATE_NOOP("netbox", "{list}: entries without a name: {count}; kept for NetBox, not used"),
    "key-taken": QT_TRANSLATE_NOOP("netbox", "the key {taken} is already in use: this type is assigned {key}"),
    "key-twice": QT_TRANSLATE_NOOP("netbox", "{key} appears twice in one mapping: the last one is used, as in NetBox"),
    "key-unknown": QT_TRANSLATE_NOOP("netbox", "{key} is not recognized in {list} ({count} ×): kept for NetBox, not used"),
    "key-misspelt": QT_TRANSLATE_NOOP(
        "netbox", "{key} in {list} ({count} ×) is not recognized; did you mean {near}? Kept for NetBox, not used"
    ),
    "list-not-list": QT_TRANSLATE_NOOP("netbox", "{list} is not a list: kept for NetBox, not used"),
    "mapping-broken": QT_TRANSLATE_NOOP(
        "netbox",
        "{count} {count|mapping|mappings} between front and rear ports {count|refers|refer} to missing or used ports: "
        "kept for NetBox, not used",
    ),
    "mapping-missing": QT_TRANSLATE_NOOP("netbox", "the mapping of front ports to rear ports is missing: the path through it is not known"),
    "module-token": QT_TRANSLATE_NOOP(
        "netbox", "Names that contain the token {token} several times: {count}; kept unchanged, NetBox inserts the bays there"
    ),
    "mounting-depth": QT_TRANSLATE_NOOP("netbox", "mounting_depth {value} may be one of several rail settings: kept for NetBox, not used"),
    "name-as-number": QT_TRANSLATE_NOOP("netbox", "{list}: names that are not text: {count}; read as text"),
    "name-cut": QT_TRANSLATE_NOOP("netbox", "{list}: names that are too long: {count}; shortened on import, kept for NetBox"),
    "name-twice": QT_TRANSLATE_NOOP("netbox", "{list}: duplicate names ({example}): {count}; numbered on import, kept for NetBox"),
    "no-components": QT_TRANSLATE_NOOP("netbox", "it has no components at all: imported unchanged"),
    "not-ascii": QT_TRANSLATE_NOOP("netbox", "non-ASCII characters in {value}: kept unchanged"),
    "full-depth-missing": QT_TRANSLATE_NOOP("netbox", "is_full_depth is missing: treated as unknown, true for NetBox"),
    "number-as-text": QT_TRANSLATE_NOOP("netbox", "{key} {value} is not text: read as text"),
    "outlet-without-inlet": QT_TRANSLATE_NOOP(
        "netbox", "{count} {count|outlet is|outlets are} fed by a missing power port ({example}): kept for NetBox"
    ),
    "parent-without-bays": QT_TRANSLATE_NOOP("netbox", "subdevice_role parent without device bays: kept for NetBox"),
    "ports-too-many": QT_TRANSLATE_NOOP(
        "netbox", "{count} {count|port exceeds|ports exceed} the limit of a type: kept for NetBox, not used"
    ),
    "positions-odd": QT_TRANSLATE_NOOP(
        "netbox",
        "the positions of {count} {count|port|ports} in {list} are not a number from 1 to 1024: 1 used, kept for NetBox",
    ),
    "profile-unknown": QT_TRANSLATE_NOOP("netbox", "the profile {value} is not a NetBox profile: kept for NetBox, not used"),
    "rack-size-assumed": QT_TRANSLATE_NOOP(
        "netbox", "without {keys}: a default size is assumed so that the rack can be placed; it is not exported to NetBox"
    ),
    "role-unknown": QT_TRANSLATE_NOOP("netbox", "subdevice_role {value} is not a NetBox role: kept for NetBox, not used"),
    "slug-long": QT_TRANSLATE_NOOP("netbox", "the slug has {count} characters, more than the limit of 50 in older releases: kept"),
    "slug-missing": QT_TRANSLATE_NOOP("netbox", "slug is missing: one is generated on export"),
    "slug-odd": QT_TRANSLATE_NOOP(
        "netbox", "the slug {value} has characters other than lowercase letters, digits, hyphens and underscores: kept for NetBox"
    ),
    "type-missing": QT_TRANSLATE_NOOP("netbox", "{list}: entries without a type: {count}; imported as other"),
    "type-unknown": QT_TRANSLATE_NOOP("netbox", "{list}: the type {value} ({count} ×) is not a NetBox type: treated as a separate kind"),
    "weight-zero": QT_TRANSLATE_NOOP("netbox", "weight 0 means unknown: kept for NetBox"),
    "weight-not-number": QT_TRANSLATE_NOOP("netbox", "weight {value} is not valid: kept for NetBox, not used"),
    "weight-without-unit": QT_TRANSLATE_NOOP("netbox", "weight {value} has no unit: kept for NetBox, not used"),
    "weight-unit-unknown": QT_TRANSLATE_NOOP("netbox", "weight unit {value} is not one of kg, g, lb, oz: kept for NetBox, not used"),
    "unit-without-weight": QT_TRANSLATE_NOOP("netbox", "weight_unit without weight: kept for NetBox"),
    "without-socket": QT_TRANSLATE_NOOP(
        "netbox", "{count} {count|interface|interfaces} without a socket ({example}): kept for NetBox, not imported as ports"
    ),
    "value-not-flag": QT_TRANSLATE_NOOP("netbox", "{key} {value} is neither true nor false: kept for NetBox, not used"),
}
REFUSALS: Mapping[str, str] = {
    "broken-yaml": QT_TRANSLATE_NOOP("netbox", "rejected: {reason}"),
    "empty": QT_TRANSLATE_NOOP("netbox", "rejected: the file is empty"),
    "height-impossible": QT_TRANSLATE_NOOP("netbox", "rejected: u_height {value} is not valid"),
    "not-a-type": QT_TRANSLATE_NOOP("netbox", "rejected: a document must be a mapping with manufacturer and model"),
    "no-name": QT_TRANSLATE_NOOP("netbox", "rejected: {key} is missing"),
    "name-not-text": QT_TRANSLATE_NOOP("netbox", "rejected: {key} {value} is not text: put it in quotation marks"),
    "not-well-formed": QT_TRANSLATE_NOOP("netbox", "rejected: {reason}"),
    "path-escape": QT_TRANSLATE_NOOP("netbox", "rejected: the path leads outside the library"),
    "not-a-file": QT_TRANSLATE_NOOP("netbox", "rejected: this is a link or not a regular file"),
    "too-large": QT_TRANSLATE_NOOP("netbox", "rejected: the file is larger than {limit} bytes"),
    "unreadable": QT_TRANSLATE_NOOP("netbox", "rejected: it cannot be read: {reason}"),
    "encrypted": QT_TRANSLATE_NOOP("netbox", "rejected: it is encrypted"),
    "path-twice": QT_TRANSLATE_NOOP("netbox", "rejected: the archive contains this path twice"),
}
MOST_SHOWN = 60


def remark(code: str, document: int = 1, /, **values: Value) -> Remark:
    """The remark of a code with the values of its text."""
    text = TEXTS.get(code) or REFUSALS[code]
    return Remark(code, Message("netbox", text, values), document)


def shown(value: object) -> str:
    """A value of a document as a remark shows it: in one line, not too long."""
    text = " ".join(str(value).split())
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}…"


class Remarks:
    """The remarks of one document; equal ones are made once."""

    def __init__(self, document: int = 1) -> None:
        self.document = document
        self.found: list[Remark] = []
        self._seen: set[tuple[str, str]] = set()

    def add(self, code: str, /, **values: Value) -> None:
        """Note unusual data."""
        new_remark = remark(code, self.document, **values)
        remark_key = (code, new_remark.message.plain())
        if remark_key not in self._seen:
            self._seen.add(remark_key)
            self.found.append(new_remark)
