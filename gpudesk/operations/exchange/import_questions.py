"""Ambiguities of a list or a NetBox file that the user must resolve before the import."""

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.operations.exchange.import_changes import Question

_CONTEXT = "import"
SITE = "site"
RACK_UNITS = "rack-units"
RACK_RENAMES, DEVICE_RENAMES, CABLE_RENAMES = "rack-renames", "device-renames", "cable-renames"
ALL_RENAMES = (RACK_RENAMES, DEVICE_RENAMES, CABLE_RENAMES)
"""In the order of the questions: one answer determines the names in the next question."""
MODULES = "modules"
UNITS = "units"
POSITION, HEIGHT = "position", "height"
BOTTOM, TOP = "bottom", "top"
RENAMED, NEW = "renamed", "new"
ONE_SITE, SEVERAL_SITES = "site", "mixed"
_MOST_NAMED = 5


def asked_after(key: str) -> tuple[str, ...]:
    """The questions about names that depend on the answer to another: with another answer to that they are about other names."""
    if key == SITE:
        return ALL_RENAMES
    return ALL_RENAMES[ALL_RENAMES.index(key) + 1 :] if key in ALL_RENAMES else ()


def _some(names: list[str]) -> tuple[str, ...]:
    return (*names[:_MOST_NAMED], *(["…"] if len(names) > _MOST_NAMED else []))


def which_site(sites: list[str], known: str = "") -> Question:
    """The file contains several sites, but a project is one; or it contains one that differs from the site of the project.

    Args:
        known: the site of the project in NetBox, if the file contains another.
    """
    text = QT_TRANSLATE_NOOP("import", "The file contains several sites: {names}. Which one is this project?")
    values: dict[str, Value] = {"names": tuple(sites)}
    if known:
        text = QT_TRANSLATE_NOOP("import", "The file is for the site {names}, but in NetBox this project is {known}. Is it {names} now?")
        values["known"] = known
    choices = tuple((site, Message(_CONTEXT, "{site}", {"site": site})) for site in sites)
    return Question(SITE, Message(_CONTEXT, text, values), choices)


def which_end(racks: list[str]) -> Question:
    """The file does not specify where the unit numbers of new racks start."""
    text = QT_TRANSLATE_NOOP(
        "import", "NetBox does not export at which end the units of a rack start. Where is the first unit of the new racks {names}?"
    )
    choices = (
        (BOTTOM, Message(_CONTEXT, QT_TRANSLATE_NOOP("import", "At the bottom"))),
        (TOP, Message(_CONTEXT, QT_TRANSLATE_NOOP("import", "At the top (descending units)"))),
    )
    return Question(RACK_UNITS, Message(_CONTEXT, text, {"names": _some(racks)}), choices)


def renamed_or_new(key: str, pairs: list[tuple[str, str]]) -> Question:
    """Devices or racks are missing, and others of the same type are in their place.

    Args:
        key: one of `ALL_RENAMES`. Each has a separate answer, which applies only to the names in its text.
    """
    text = QT_TRANSLATE_NOOP("import", "Devices have different names: {names}. Were they renamed, or removed and replaced by new ones?")
    if key == RACK_RENAMES:
        text = QT_TRANSLATE_NOOP("import", "Racks have different names: {names}. Were they renamed, or removed and replaced by new ones?")
    choices = (
        (RENAMED, Message(_CONTEXT, QT_TRANSLATE_NOOP("import", "Renamed"))),
        (NEW, Message(_CONTEXT, QT_TRANSLATE_NOOP("import", "Removed and new"))),
    )
    return Question(key, Message(_CONTEXT, text, {"names": _some([f"{old} → {new}" for old, new in pairs])}), choices)


def whose_modules(devices: list[str]) -> Question:
    """A list of modules names no site, and another may have devices of the same names."""
    text = QT_TRANSLATE_NOOP(
        "import", "The list of modules does not contain the site of the devices {names}. Is it a list for a single site?"
    )
    several = QT_TRANSLATE_NOOP("import", "No: import only modules with a known ID, serial number or asset tag")
    choices = (
        (ONE_SITE, Message(_CONTEXT, QT_TRANSLATE_NOOP("import", "Yes, it was filtered by this site, or NetBox has no other sites"))),
        (SEVERAL_SITES, Message(_CONTEXT, several)),
    )
    return Question(MODULES, Message(_CONTEXT, text, {"names": _some(list(dict.fromkeys(devices)))}), choices)


def what_units(column: str) -> Question:
    """A bare column of units, such as HE, could be where devices are or how high they are."""
    text = QT_TRANSLATE_NOOP("import", "What does the column {name} contain?")
    choices = (
        (POSITION, Message(_CONTEXT, QT_TRANSLATE_NOOP("import", "Position in the rack"))),
        (HEIGHT, Message(_CONTEXT, QT_TRANSLATE_NOOP("import", "Height of the device"))),
    )
    return Question(UNITS, Message(_CONTEXT, text, {"name": column}), choices)


def unanswered(question: Question) -> Refused:
    """The exception for an import with unanswered questions."""
    fix = QT_TRANSLATE_NOOP("import", "Answer {key} with one of: {answers}.")
    answers = tuple(answer for answer, _ in question.choices)
    return Refused(question.text, Message(_CONTEXT, fix, {"key": question.key, "answers": answers}))
