"""What is wrong with an entry, in the person's language, without the key that they are looking at anyway."""

import re

from PySide6.QtCore import QCoreApplication

from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.ui.translate import tr_message

CONTEXT = "EntryFaults"
_WORDS = (
    QT_TRANSLATE_NOOP("EntryFaults", "a text is needed"),
    QT_TRANSLATE_NOOP("EntryFaults", "a mapping is needed"),
    QT_TRANSLATE_NOOP("EntryFaults", "a list is needed"),
    QT_TRANSLATE_NOOP("EntryFaults", "source is missing"),
    QT_TRANSLATE_NOOP("EntryFaults", "connector is missing"),
    QT_TRANSLATE_NOOP("EntryFaults", "a length is more than nothing"),
)
"""Fixed sentences of the reader of entries."""
_PATTERNS = (
    (re.compile(r"(?P<name>\w+) is missing\Z"), QT_TRANSLATE_NOOP("EntryFaults", "{name} is missing")),
    (re.compile(r"(?P<found>.+) is none of (?P<words>.+)\Z"), QT_TRANSLATE_NOOP("EntryFaults", "{found} is none of {words}")),
    (
        re.compile(r"unknown name (?P<name>.+); known are (?P<words>.+)\Z"),
        QT_TRANSLATE_NOOP("EntryFaults", "unknown name {name}; known are {words}"),
    ),
    (
        re.compile(r"a number between (?P<low>\S+) and (?P<high>\S+) is needed, not (?P<found>.+)\Z"),
        QT_TRANSLATE_NOOP("EntryFaults", "a number between {low} and {high} is needed, not {found}"),
    ),
    (
        re.compile(r"value must be a number, a text or true/false, not (?P<found>.+)\Z"),
        QT_TRANSLATE_NOOP("EntryFaults", "the value is missing or is no number, text, true or false"),
    ),
)


def fault_text(message: Message) -> str:
    """One line: where in the entry, and what."""
    if message.context != "hardware" or "what" not in message.values or "where" not in message.values:
        return tr_message(message)
    return f"{message.values['where']}: {_worded(str(message.values['what']))}"


def _worded(what: str) -> str:
    if what in _WORDS:
        return QCoreApplication.translate(CONTEXT, what)
    for pattern, text in _PATTERNS:
        found = pattern.match(what)
        if found is not None:
            return QCoreApplication.translate(CONTEXT, text).format(**found.groupdict())
    return what
