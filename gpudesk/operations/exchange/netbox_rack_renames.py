"""Racks that were renamed in NetBox, as a list of devices alone shows them: it names racks without their IDs."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence

from gpudesk.formats.tables.device_list import Record


def renamed_racks(
    records: Sequence[Record], rack_of: Mapping[int, int], known: Callable[[Record], int | None], seen: Callable[[int], str]
) -> dict[int, Record]:
    """Rack of the project → a device that shows its new name.

    All its devices in the list give it the same unknown name, none of them its old one, and no other rack the same.

    Args:
        records: devices.
        rack_of: place (`id`) of a record whose device is known → the rack of that device in the project.
        known: the rack that a record names, None where nobody knows the name.
        seen: the name of a rack in the files.
    """
    votes: dict[int, dict[str, Record]] = defaultdict(dict)
    shown: set[str] = set()
    for record in records:
        name = record.names.get("rack", "")
        rack = known(record) if name else None
        if rack is not None:
            shown.add(seen(rack))
        if name and id(record) in rack_of:
            votes[rack_of[id(record)]]["" if rack is not None else name] = record
    claims = Counter(name for names in votes.values() for name in names)
    return {
        rack: record
        for rack, names in votes.items()
        for name, record in names.items()
        if len(names) == 1 and name and claims[name] == 1 and seen(rack) not in shown
    }
