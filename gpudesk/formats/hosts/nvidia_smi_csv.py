"""What `nvidia-smi --query-gpu=… --format=csv` prints: one row a GPU and moment, columns with their unit in the head."""

import csv
import io
import re
from dataclasses import dataclass

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.formats.fabric.seen_rows import is_prompt
from gpudesk.formats.text.pasted_text import masked

_CONTEXT = "formats"
MOST_CHARACTERS = 32 * 2**20
_MOST_ROWS = 2_000_000
_MOST_NOISE = 2_000
_MOST_WORDS = 8
_COLUMN = re.compile(
    r"(?:memory|utilization|power|clocks|clocks_throttle_reasons|clocks_event_reasons|clocks_event_reasons_counters|temperature|pcie?|ecc|enforced"
    r"|remapped_rows|retired_pages|fabric|c2c|encoder|module|fan|mig|pci|driver|vbios|platform|persistence|compute|compute_cap)[._][\w.]+|gpu_uuid|gpu_name|gpu_serial|gpu_bus_id|vbios_version"
)
_WITH_UNIT = re.compile(r"-?\d{1,12}(?:\.\d{1,6})? (?:MiB|W|MHz|%)")
_VALUE = re.compile(r"-?\d|\[|N/A|ERR!|Unknown Error|Not Supported|GPU is lost", re.IGNORECASE)
_DECIMAL = re.compile(r"^\s*(-?\d{1,12}),(\d{1,6})(?=\s|$)")
"""A number with the decimal comma of a spreadsheet in German or Spanish."""
_LOOKED_AT = 200
_LONGEST_HEAD = 20_000
"""All columns that there are take less."""
_COMMON = frozenset({"index", "uuid", "name", "timestamp", "serial", "count", "pstate"})
_HEAD = re.compile(r"^\s*([a-zA-Z][\w.\-]*)(?:\s*\[([^\]]*)\])?\s*$")


def csv_begins_at(text: str) -> int | None:
    """Return where the line with nvidia-smi column names begins, after any terminal output; None if there is none."""
    at = 0
    for number, line in enumerate(text.split("\n")[:_MOST_NOISE]):
        cells = [_HEAD.match(cell) for cell in line.split(_separator(line))] if len(line) <= _LONGEST_HEAD else []
        names = [cell.group(1).lower() for cell in cells if cell is not None]
        if len(names) == len(cells) and (_is_head(names) if number else _is_head(names) or _names_columns(names)):
            return at
        at += len(line) + 1
    return None


def is_smi_csv(text: str) -> bool:
    """Whether a text holds a head with a column that only nvidia-smi has: lists of devices name serial numbers too."""
    begin = csv_begins_at(text)
    line = "" if begin is None else text[begin:].split("\n", 1)[0]
    head = [_HEAD.match(cell) for cell in line.split(_separator(line))]
    return any(head_match is not None and _COLUMN.fullmatch(head_match.group(1).lower()) for head_match in head)


def is_without_head(text: str) -> bool:
    """Whether a text is what `--format=csv,noheader` prints: rows of equally many cells, in each a value with a unit of nvidia-smi."""
    rows = [line.split(", ") for line in text.split("\n")[:_LOOKED_AT] if line.strip()]
    same = len({len(row) for row in rows}) == 1 and len(rows[0]) > 1
    return same and all(any(_WITH_UNIT.fullmatch(cell.strip()) for cell in row) for row in rows)


def _separator(line: str) -> str:
    """Return the separator of the header cells: a spreadsheet saves commas as semicolons or tabs."""
    return max(",;\t", key=line.count)


def _is_head(names: list[str]) -> bool:
    """Whether names are surely columns: one that no other table has, or two that every listing has."""
    return any(_COLUMN.fullmatch(name) for name in names) or len(_COMMON & set(names)) > 1


def _names_columns(names: list[str]) -> bool:
    return "name" in names or any("." in name or "_" in name for name in names)


@dataclass(frozen=True, slots=True)
class LeftOver:
    """Lines below a listing that are not rows: terminal or user text, or a truncated last row.

    Attributes:
        count: number of lines; `text` is the first.
    """

    count: int
    text: str


def read_nvidia_smi_csv(text: str) -> list[dict[str, str]]:
    """The rows of `rows_of`."""
    return rows_of(text)[0]


def rows_of(text: str) -> tuple[list[dict[str, str]], LeftOver | None]:
    """Return the rows by column name without unit, and the text below. A value without a unit gets the unit of its column.

    Lines before the header, sentences without a comma and repeated headers are skipped: terminals and shells print them.

    Raises:
        InvalidData: it is too large, the header is missing or has no nvidia-smi column, or a row has a different number of cells;
            all such rows before the last valid row are listed.
    """
    if len(text) > MOST_CHARACTERS:
        words = QT_TRANSLATE_NOOP("formats", "The file is larger than {most} MiB.")
        raise InvalidData(Message(_CONTEXT, words, {"most": MOST_CHARACTERS >> 20}))
    fix = Message(_CONTEXT, QT_TRANSLATE_NOOP("formats", "Export it with --format=csv, which writes the header."))
    text = text.lstrip("\ufeff")
    if not text.strip():
        raise InvalidData(Message(_CONTEXT, QT_TRANSLATE_NOOP("formats", "The file is empty.")), fix)
    begin = csv_begins_at(text)
    if begin is None:
        raise InvalidData(Message(_CONTEXT, QT_TRANSLATE_NOOP("formats", "The first line does not contain nvidia-smi columns.")), fix)
    before = text.count("\n", 0, begin)
    separator = _separator(text[begin:].split("\n", 1)[0])
    lines = csv.reader(io.StringIO(text[begin:]), delimiter=separator, skipinitialspace=True)
    try:
        head = [match for cell in next(lines, []) if (match := _HEAD.match(cell)) is not None]
        names = [head_match.group(1).lower() for head_match in head]
        units = [head_match.group(2) or "" for head_match in head]
        rows: list[dict[str, str]] = []
        faults: list[Message] = []
        after: list[str] = []
        sound = 0
        for cells in lines:
            if len(cells) != len(names):
                if len(cells) > 1 or (cells and len(cells[0].split()) == 1):
                    words = QT_TRANSLATE_NOOP("formats", "Line {line}: {found} {found|cell|cells}, {wanted} {wanted|column|columns}.")
                    values = {"line": before + lines.line_num, "found": len(cells), "wanted": len(names)}
                    faults.append(Message(_CONTEXT, words, values))
                    after.append(", ".join(cells))
            elif cells != [""] and not _is_noise(cells, names, units):
                if len(rows) >= _MOST_ROWS:
                    raise InvalidData(
                        Message(_CONTEXT, QT_TRANSLATE_NOOP("formats", "The file has more than {most} rows."), {"most": _MOST_ROWS})
                    )
                sound, after = len(faults), []
                if separator == ";":
                    cells = [_DECIMAL.sub(r"\1.\2", cell) for cell in cells]
                rows.append({name: _with_unit(cell.strip(), unit) for name, cell, unit in zip(names, cells, units, strict=True)})
    except csv.Error as error:
        words = QT_TRANSLATE_NOOP("formats", "Line {line}: {fault}.")
        raise InvalidData(Message(_CONTEXT, words, {"line": before + lines.line_num, "fault": str(error)}), fix) from error
    if rows:
        # Below the last row that fits is what was printed after the listing.
        faults = faults[:sound]
    if faults:
        text = QT_TRANSLATE_NOOP("formats", "Lines that do not match the header: {count}.")
        raise InvalidData(Message(_CONTEXT, text, {"count": len(faults)}), fix, tuple(faults[:100]))
    return rows, LeftOver(len(after), masked(after[0])[:80]) if after else None


def _is_noise(cells: list[str], names: list[str], units: list[str]) -> bool:
    """Whether a row is the head once more, or, in a table of one column, a sentence, a prompt, or no value where values have a unit."""
    if len(names) == 1 and (is_prompt(cells[0]) or (units[0] and not _VALUE.match(cells[0].strip()))):
        return True
    if len(names) == 1:
        return len(cells[0].split()) > _MOST_WORDS or cells[0].split(" ")[0].lower() == names[0]
    return cells[0].split(" ")[0].lower() == names[0] and cells[-1].split(" ")[0].lower() == names[-1]


def _with_unit(cell: str, unit: str) -> str:
    """With `nounits` the unit is only in the header."""
    return f"{cell} {unit}" if unit and re.fullmatch(r"-?\d+(\.\d+)?", cell) else cell
