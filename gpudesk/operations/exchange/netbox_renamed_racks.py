"""Racks of NetBox files with unknown names that may be missing racks of the project."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from gpudesk.formats.tables.device_list import Kind, Record, Wanted

Row = dict[str, Any]


def renamed_racks(
    records: Sequence[Record], rack_of: Mapping[int, int], known: Callable[[Record], int | None], seen: Callable[[int], str]
) -> dict[int, Record]:
    """Rack of the project → a device that indicates its new name.

    All its devices in the list give it the same unknown name, none of them its old one, and no other rack the same.

    Args:
        records: devices.
        rack_of: place (`id`) of a record with a known device → the rack of that device in the project.
        known: the rack named by a record, None if the name is unknown.
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


def replaced_racks(
    fresh: Sequence[Record], missing: Mapping[str, Sequence[Row]], is_type: Callable[[Row, Wanted], bool]
) -> Iterator[tuple[Record, Row]]:
    """The only unknown rack in a hall with the only missing one of its type there; of systems, the only unknown one of its type.

    Args:
        fresh: records of racks or of rack-scale systems that the project does not have.
        missing: hall in the files → rows of which the files have no record.
        is_type: whether a row has a type.
    """
    places: dict[tuple[str, Any], list[Record]] = defaultdict(list)
    for record in fresh:
        places[record.names.get("hall", ""), record.values.get("type") if record.kind is Kind.DEVICE else None].append(record)
    for (hall, _), records in places.items():
        wanted_type = records[0].values.get("type")
        fitting = [row for row in missing.get(hall, ()) if isinstance(wanted_type, Wanted) and is_type(row, wanted_type)]
        if len(records) == len(fitting) == 1:
            yield records[0], fitting[0]
