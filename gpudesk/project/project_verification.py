"""Whether a project file still contains what was written to it, with its damage if not."""

from collections.abc import Iterator
from dataclasses import dataclass

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.running.progress import Progress
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot
from gpudesk.store.digest_verification import DamagedBlock, Fault, Verified, verify
from gpudesk.store.digests import BLOCK_IDS, BLOCK_STEPS, BOOKS, HISTORY, WHOLE_TABLE
from gpudesk.store.store_errors import Damaged

__all__ = ["Damaged", "DamagedPlace", "Fault", "SilentDamage", "Verified", "damage_in", "look_for_damage", "places", "verified"]

_CONTEXT = "project"
MOST_NAMED = 5
"""Maximum number of objects named per block."""


class SilentDamage(Damaged):
    """Parts of the file differ from what was written; everything outside of them can be recovered."""


@dataclass(frozen=True, slots=True)
class DamagedPlace:
    """One damaged block for display.

    Attributes:
        table: the table, "attachment.content" and similar for stored contents, "history" or "meta".
        low, high: the ids or steps in the block; 0 for a whole table.
        objects: (id, name) of the affected rows as far as known; the name is "" if there is none.
    """

    table: str
    fault: Fault
    low: int
    high: int
    objects: tuple[tuple[int, str], ...]

    def plain(self, most: int = MOST_NAMED) -> str:
        """The table and up to `most` of the objects in one line of English."""
        if self.fault is Fault.INDEX:
            return f"an index of {self.table}"
        if self.fault is Fault.DIGEST:
            return f"a digest of {self.table}"
        if self.objects:
            names = [name or f"{row_id}" for row_id, name in self.objects[:most]]
            more = f" and {len(self.objects) - most} more" if len(self.objects) > most else ""
            return f"{self.table} {', '.join(names)}{more}"
        if not self.high:
            return self.table
        what = "step" if self.table == HISTORY else "id"
        return f"{self.table}, {what} {self.low}" if self.low == self.high else f"{self.table}, {what}s {self.low} to {self.high}"


def verified(document: Document, progress: Progress | None = None) -> Verified | None:
    """Compare the file of `document` with its digests, while it may be edited; None for one closed in the meantime.

    Raises:
        StoreError: the file cannot be read.
        Cancelled: the user stopped it.
    """
    verification = document.examined(lambda database: verify(database, document.schema), progress or Progress())
    if verification is not None and verification.damaged:
        document.found_damaged([damage.block for damage in verification.damaged])
    return verification


def look_for_damage(document: Document, progress: Progress | None = None) -> Damaged | None:
    """Check the pages of the file and compare it with its digests: the damage, None if there is none.

    Raises:
        StoreError: the file cannot be read.
        Cancelled: the user stopped it.
    """
    pages: Damaged | None = None
    try:
        document.quick_check()
    except Damaged as error:
        # The digests may say which tables are concerned.
        pages = error
    verification = verified(document, progress)
    return (None if verification is None else damage_in(document, verification)) or pages


def places(found: Verified, snapshot: Snapshot) -> list[DamagedPlace]:
    """The damage, with the names of its objects in `snapshot`."""
    return [_place(damage, snapshot) for damage in found.damaged]


def _place(each: DamagedBlock, snapshot: Snapshot) -> DamagedPlace:
    table, number = each.block
    low, high = 0, 0
    if number != WHOLE_TABLE and table == HISTORY:
        low, high = max(number * BLOCK_STEPS, 1), (number + 1) * BLOCK_STEPS - 1
    elif "." in table:
        low = high = number
    elif number != WHOLE_TABLE and table != BOOKS:
        low, high = max(number * BLOCK_IDS, 1), (number + 1) * BLOCK_IDS - 1
    return DamagedPlace(table, each.fault, low, high, tuple(_objects(each, snapshot)))


def _objects(each: DamagedBlock, snapshot: Snapshot) -> Iterator[tuple[int, str]]:
    rows = snapshot.tables.get(each.block[0])
    for row_id in each.ids:
        named = rows is not None and "name" in rows and rows.has(row_id)
        yield row_id, str(rows.row(row_id)["name"]) if rows is not None and named else ""


def damage_in(document: Document, found: Verified, most: int = MOST_NAMED) -> SilentDamage | None:
    """Message about the damage, with up to `most` objects of each block; None if there is none."""
    if not found.damaged:
        return None
    text = QT_TRANSLATE_NOOP("project", "{path} is damaged. These parts changed without a recorded edit: {places}.")
    fix = QT_TRANSLATE_NOOP("project", "Open the latest copy or backup of it, or recover the undamaged part into a new file.")
    named = "; ".join(dict.fromkeys(place.plain(most) for place in places(found, document.snapshot)))
    return SilentDamage(Message(_CONTEXT, text, {"path": str(document.path), "places": named}), Message(_CONTEXT, fix))
