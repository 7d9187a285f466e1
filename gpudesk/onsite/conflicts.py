"""Conflicts: different values of one field recorded by two people independently, as found after a merge.

A correction names the entries that it replaces. Entries of one field that are neither replaced nor withdrawn coexist;
if they differ, that is a conflict, and the next correction, which names all of them, resolves it.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gpudesk.core.checklist.entries import Entry, EntryKind
from gpudesk.core.checklist.package import Place
from gpudesk.onsite.record_log import body_of, lapsed_entries

_GIVING = (EntryKind.VALUE, EntryKind.SIGNATURE, EntryKind.CORRECTION)


@dataclass(frozen=True, slots=True)
class Conflict:
    """Coexisting entries with different values of one field."""

    item: str
    target: int
    field: str
    entries: tuple[Entry, ...]


def standing_entries(history: Sequence[Entry]) -> Mapping[str, list[Entry]]:
    """Field → its entries that are neither replaced nor withdrawn, oldest first; lapsed signatures are left out."""
    withdrawn = {entry.about for entry in history if entry.kind == EntryKind.WITHDRAWAL}
    replaces = {entry.name: entry.about.split() for entry in history if entry.kind == EntryKind.CORRECTION}
    void_names = set(withdrawn)
    waiting = [about for name, abouts in replaces.items() if name not in withdrawn for about in abouts]
    while waiting:
        # What a withdrawn correction replaced stays replaced if a later one replaced that correction.
        name = waiting.pop()
        if name in withdrawn or name not in void_names:
            waiting += replaces.get(name, [])
        void_names.add(name)
    void_names |= lapsed_entries(history)
    result: dict[str, list[Entry]] = defaultdict(list)
    for entry in history:
        if entry.field and entry.kind in _GIVING and entry.name not in void_names:
            result[entry.field].append(entry)
    return result


def replaced_by(history: Sequence[Entry], field: str) -> str:
    """The names of the entries that a new value of a field replaces, separated by spaces; "" if there are none."""
    return " ".join(entry.name for entry in standing_entries(history).get(field, ()))


def conflicts_in(histories: Mapping[Place, Sequence[Entry]]) -> list[Conflict]:
    """All conflicts of some items and targets.

    Raises:
        InvalidData: an entry was altered so that it cannot be read.
    """
    conflicts: list[Conflict] = []
    for (item, target), history in histories.items():
        for field, entries in standing_entries(history).items():
            if len(entries) > 1 and _differ(entries):
                conflicts.append(Conflict(item, target, field, tuple(entries)))
    return conflicts


def _differ(entries: Iterable[Entry]) -> bool:
    values = [body_of(entry.value, entry.writer, entry.number).get("value") for entry in entries]
    return any(repr(value) != repr(values[0]) for value in values)
