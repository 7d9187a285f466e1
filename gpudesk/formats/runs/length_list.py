"""Lengths of prompts and answers from a table: how often which pair came."""

from collections.abc import Mapping, Sequence

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.serving.sequence_lengths import Lengths, counted_lengths
from gpudesk.formats.tables.table_faults import CONTEXT, Fault, UnreadableTable
from gpudesk.formats.tables.tables import TableFile

_HEADS: Mapping[str, Sequence[str]] = {
    "prompt": ("prompt", "prompt tokens", "input", "input tokens", "entrada"),
    "answer": ("answer", "answer tokens", "output", "output tokens", "salida"),
    "count": ("count", "requests", "number", "cuenta", "peticiones"),
}
"""Column → accepted headers, in lowercase."""
LONGEST = 100_000_000
"""Tokens; more is a mistake."""
_MOST_FAULTS = 50


def read_lengths(table: TableFile) -> Lengths:
    """Return the lengths in the first sheet of a table.

    A header row identifies the columns; without one they are prompt, answer and count. Without a count each row counts once.

    Raises:
        UnreadableTable: with every fault and its cell.
    """
    sheet = table.sheets[0]
    rows: Sequence[Sequence[str]] = sheet.rows
    columns = {"prompt": 0, "answer": 1, "count": 2}
    first = 0
    heads = [cell.strip().casefold() for cell in rows[0]] if rows else []
    named = {name: heads.index(word) for name, words in _HEADS.items() for word in words if word in heads}
    if "prompt" in named and "answer" in named:
        columns, first = named, 1
    faults: list[Fault] = []
    length_rows: list[list[int]] = []
    for place, row in enumerate(rows[first:], first):
        if not any(cell.strip() for cell in row):
            continue
        numbers = []
        for name, least in (("prompt", 1), ("answer", 1), ("count", 0)):
            column = columns.get(name, -1)
            text = row[column].strip() if 0 <= column < len(row) else ""
            if name == "count" and not text:
                numbers.append(1)
            elif text.isascii() and text.isdigit() and len(text) < 12 and least <= int(text) <= LONGEST:
                numbers.append(int(text))
            else:
                faults.append(_fault(table.file, sheet.name, sheet.address(place, max(column, 0)), text))
        length_rows.append(numbers)
    if not faults and not any(numbers[2] for numbers in length_rows):
        faults.append(_fault(table.file, sheet.name, "", ""))
    if faults:
        raise UnreadableTable(faults[:_MOST_FAULTS])
    return counted_lengths(*zip(*length_rows, strict=True))


def _fault(file: str, sheet: str, cell: str, text: str) -> Fault:
    what = Message(CONTEXT, QT_TRANSLATE_NOOP("tables", "{text} is not a number of tokens or requests."), {"text": text[:40] or "—"})
    fix = Message(
        CONTEXT,
        QT_TRANSLATE_NOOP("tables", "Enter whole numbers: prompt tokens, output tokens, and number of requests."),
    )
    return Fault(file, sheet, cell, what, fix)
