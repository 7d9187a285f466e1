"""The numbers that an instance of NetBox gave to what a project has: one row of the table `setting`.

They are learned from what NetBox exports. When each thing was created is kept of the first ones: it tells one instance from another.
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
"""ID in NetBox to the row of the project, and when NetBox made the thing, "" where the file does not say."""


@dataclass(slots=True)
class NetboxIds:
    """What a project has learned.

    Attributes:
        site: the name of the site in NetBox, "" where no file named one.
        rows: table to ID in NetBox to the row of the project.
        made: table to ID to the time when NetBox made the thing, of some.
        known: what the instance has beside the things of the project.
    """

    site: str = ""
    rows: dict[str, dict[int, int]] = field(default_factory=dict)
    made: dict[str, dict[int, str]] = field(default_factory=dict)
    known: NetboxKnown = field(default_factory=NetboxKnown)

    def row(self, table: str, number: int | None) -> int | None:
        """The row of the project that has the number in NetBox."""
        return None if number is None else self.rows.get(table, {}).get(number)

    def is_other(self, table: str, made: Mapping[int, str]) -> bool:
        """Whether some things were made at another time than those of this instance: the numbers mean something else."""
        known = self.made.get(table, {})
        return any(known[number] != when for number, when in made.items() if when and number in known)

    def with_seen(self, table: str, seen: Seen) -> "NetboxIds":
        """These and what a file says in addition."""
        rows = dict(self.rows.get(table, {})) | {number: row_id for number, (row_id, _) in seen.items()}
        made = dict(self.made.get(table, {}))
        for number, (_, when) in sorted(seen.items()):
            if when and len(made) < _MOST_MADE:
                made.setdefault(number, when)
        return NetboxIds(self.site, {**self.rows, table: rows}, {**self.made, table: made}, self.known)

    def text(self) -> str:
        """As it is stored."""
        rows = {table: {str(number): row for number, row in sorted(found.items())} for table, found in sorted(self.rows.items())}
        made = {table: {str(number): when for number, when in sorted(found.items())} for table, found in sorted(self.made.items())}
        said = {"site": self.site, "rows": rows, "made": made, "known": self.known.plain()}
        return json.dumps(said, separators=(",", ":"))


def netbox_ids(settings: Columns) -> NetboxIds:
    """What a project has learned; what another program left there without sense is passed over."""
    for key, text in zip(settings["key"].tolist(), settings["value"].tolist(), strict=True):
        if key == KEY:
            return _read(text)
    return NetboxIds()


def _read(text: str) -> NetboxIds:
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return NetboxIds()
    if not isinstance(said, dict):
        return NetboxIds()
    site = said.get("site")
    rows: dict[str, dict[int, int]] = dict(_tables(said.get("rows"), int).items())
    return NetboxIds(site if isinstance(site, str) else "", rows, _tables(said.get("made"), str), known_of(said.get("known")))


def _tables(said: Any, kind: type) -> dict[str, dict[int, Any]]:
    tables: dict[str, dict[int, Any]] = {}
    for table, values in said.items() if isinstance(said, dict) else ():
        if isinstance(values, dict):
            tables[str(table)] = {int(number): value for number, value in values.items() if number.isdecimal() and type(value) is kind}
    return tables
