"""NetBox ids of the objects of a project: one row of the table `setting`.

They are learned from NetBox exports. The creation times of the first objects are stored: they distinguish instances.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gpudesk.core.values.columns import Columns
from gpudesk.project.netbox_known import NetboxKnown, known_of

KEY = "netbox.ids"
_MOST_MADE = 100
Seen = Mapping[int, tuple[int, str]]
"""ID in NetBox to the row of the project, and the creation time in NetBox, "" if not in the file."""


@dataclass(slots=True)
class NetboxIds:
    """The NetBox data learned by a project.

    Attributes:
        site: the name of the site in NetBox, "" if no file named one.
        rows: table to ID in NetBox to the row of the project.
        made: table to ID to the creation time in NetBox, for some objects.
        known: data of the instance other than the objects of the project.
    """

    site: str = ""
    rows: dict[str, dict[int, int]] = field(default_factory=dict)
    made: dict[str, dict[int, str]] = field(default_factory=dict)
    known: NetboxKnown = field(default_factory=NetboxKnown)

    def row(self, table: str, number: int | None) -> int | None:
        """The row of the project that has the number in NetBox."""
        return None if number is None else self.rows.get(table, {}).get(number)

    def is_other(self, table: str, made: Mapping[int, str]) -> bool:
        """Whether some objects have other creation times than those of this instance: their ids then have another meaning."""
        known = self.made.get(table, {})
        return any(known[number] != when for number, when in made.items() if when and number in known)

    def with_seen(self, table: str, seen: Seen) -> "NetboxIds":
        """These and the additional data of a file."""
        rows = dict(self.rows.get(table, {})) | {number: row_id for number, (row_id, _) in seen.items()}
        times = dict(self.made.get(table, {}))
        for number, (_, when) in sorted(seen.items()):
            if when and len(times) < _MOST_MADE:
                times.setdefault(number, when)
        return NetboxIds(self.site, {**self.rows, table: rows}, {**self.made, table: times}, self.known)

    def text(self) -> str:
        """The stored form."""
        rows = {table: {str(number): row for number, row in sorted(row_ids.items())} for table, row_ids in sorted(self.rows.items())}
        times = {
            table: {str(number): when for number, when in sorted(times_of_table.items())}
            for table, times_of_table in sorted(self.made.items())
        }
        stored = {"site": self.site, "rows": rows, "made": times, "known": self.known.plain()}
        return json.dumps(stored, separators=(",", ":"))


def netbox_ids(settings: Columns) -> NetboxIds:
    """The NetBox data learned by a project; invalid data of other programs is skipped."""
    for key, text in zip(settings["key"].tolist(), settings["value"].tolist(), strict=True):
        if key == KEY:
            return _read(text)
    return NetboxIds()


def _read(text: str) -> NetboxIds:
    try:
        stored = json.loads(text)
    except (ValueError, RecursionError):
        return NetboxIds()
    if not isinstance(stored, dict):
        return NetboxIds()
    site = stored.get("site")
    rows: dict[str, dict[int, int]] = dict(_tables(stored.get("rows"), int).items())
    return NetboxIds(site if isinstance(site, str) else "", rows, _tables(stored.get("made"), str), known_of(stored.get("known")))


def _tables(said: Any, kind: type) -> dict[str, dict[int, Any]]:
    tables: dict[str, dict[int, Any]] = {}
    for table, values in said.items() if isinstance(said, dict) else ():
        if isinstance(values, dict):
            tables[str(table)] = {int(number): value for number, value in values.items() if number.isdecimal() and type(value) is kind}
    return tables
