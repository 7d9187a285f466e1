"""Faults in a table and their location: file, sheet and cell as named by a spreadsheet."""

import re
from dataclasses import dataclass
from functools import lru_cache

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message

CONTEXT = "tables"


@lru_cache(maxsize=1024)
def column_letters(column: int) -> str:
    """The name of a column as spreadsheets have it; 0 is "A", 26 is "AA"."""
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(65 + letter) + letters
    return letters


def cell_address(row: int, column: int) -> str:
    """The name of a cell; both counted from 0, so that (6, 1) is "B7"."""
    return f"{column_letters(column)}{row + 1}"


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault.

    Attributes:
        file: the name of the file.
        sheet: of a workbook, "" for a text file.
        cell: "B7", "7" for a whole row, "" for the whole sheet.
        what: the fault.
        fix: how to fix it.
    """

    file: str
    sheet: str
    cell: str
    what: Message
    fix: Message | None = None

    @property
    def place(self) -> str:
        """Return its location: "list.xlsx, Devices!B7"."""
        inside = "!".join(part for part in (self.sheet, self.cell) if part)
        return ", ".join(part for part in (self.file, inside) if part)

    def plain(self) -> str:
        """One line in English."""
        fix = "" if self.fix is None else f" {self.fix.plain()}"
        return f"{self.place}: {self.what.plain()}{fix}"

    @property
    def message(self) -> Message:
        """The fault with its place as one message."""
        return Message(CONTEXT, QT_TRANSLATE_NOOP("tables", "{place}: {what}"), {"place": self.place, "what": self.what})


_ROW = re.compile(r"\d+$")


def by_place(fault: Fault) -> tuple[str, str, int, str]:
    """Where faults are named in a list of them: in the order of the rows."""
    row = _ROW.search(fault.cell)
    return fault.file, fault.sheet, int(row[0]) if row else 0, fault.cell


class UnreadableTable(InvalidData):
    """A table of which nothing can be taken; `faults` names every cell that is wrong."""

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = tuple(faults)
        first = faults[0]
        if len(faults) == 1:
            super().__init__(first.message, first.fix)
            return
        text = QT_TRANSLATE_NOOP("tables", "{file} has {count} {count|error|errors}; nothing was imported.")
        message = Message(CONTEXT, text, {"file": first.file, "count": len(faults)})
        super().__init__(message, problems=tuple(fault.message for fault in faults))

    def __reduce__(self) -> tuple[type["UnreadableTable"], tuple[list[Fault]]]:
        """Return the data from which it is recreated after transfer from another process."""
        return UnreadableTable, (list(self.faults),)
