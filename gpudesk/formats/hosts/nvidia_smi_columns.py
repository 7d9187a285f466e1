"""What `nvidia-smi dmon`, `nvidia-smi pmon` and `dcgmi dmon` print: columns under a head that begins with `#`, repeated from time to time.

Heads: nvidia-smi manual, "dmon" and "pmon"; DCGM user guide, "dcgmi dmon".
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

_MOST_ROWS = 100_000
_HEAD = re.compile(r"^\s{0,8}#\s{0,8}((?:Date|Time|gpu)\b[^\n]{0,2000})$", re.MULTILINE)
_DCGM_HEAD = re.compile(r"^\s{0,8}#\s{0,8}(Entity\b[^\n]{0,2000})$", re.MULTILINE)
_DCGM_ROW = re.compile(r"^\s{0,8}(GPU(?:-I|-CI)?|MIG)\s{1,4}(\d{1,4}(?:/\d{1,4}){0,2})\s+(.*)$")
_WHOLE = re.compile(r"[0-9]{1,10}")
_NUMBER = re.compile(r"-?\d{1,20}(?:\.\d{1,12})?")


@dataclass(frozen=True, slots=True)
class ProcessRow:
    """One line of `pmon`; texts unchanged, "-" if nothing is measured."""

    gpu: str
    pid: str
    kind: str
    busy: str
    used: str
    command: str


def is_columns(text: str) -> bool:
    """Whether a text holds a head of `dmon` or `pmon`."""
    return _HEAD.search(text) is not None or _DCGM_HEAD.search(text) is not None


def is_process_columns(text: str) -> bool:
    """Whether the columns are those of processes."""
    match = _HEAD.search(text)
    return match is not None and "pid" in match[1].split()


def read_columns(text: str, meanings: Mapping[str, tuple[str, str]], dcgm_meanings: Mapping[str, tuple[str, str]]) -> list[dict[str, str]]:
    """Each row as columns of `--query-gpu`, with units; a column that is not known keeps its name, after "dmon.".

    Args:
        meanings, dcgm_meanings: column and unit there by the name of the column here.
    """
    rows: list[dict[str, str]] = []
    names: list[str] = []
    dcgm = False
    for line in text.split("\n"):
        head, of_dcgm = _HEAD.match(line), _DCGM_HEAD.match(line)
        if head or of_dcgm:
            dcgm = of_dcgm is not None
            names = _cells((of_dcgm or head or line)[1])
            continue
        if not names or not line.strip() or line.lstrip().startswith("#") or len(rows) >= _MOST_ROWS:
            continue
        if dcgm:
            match = _DCGM_ROW.match(line)
            if match and match[1] == "GPU":
                rows.append({"index": match[2], **_known(names[1:], match[3].split(), dcgm_meanings)})
            continue
        cells = _cells(line)
        if len(cells) == len(names):
            row = dict(zip(names, cells, strict=True))
            if _WHOLE.fullmatch(row.get("gpu", "")) is None:
                continue
            moment = _moment(row)
            known = _known(names, cells, meanings)
            rows.append({"index": row["gpu"], **({"timestamp": moment} if moment else {}), **known})
    return rows


def _cells(line: str) -> list[str]:
    """The cells of a line: apart by spaces, or by commas as `--format csv` prints them."""
    return [cell.strip() for cell in line.split(",")] if "," in line else line.split()


def _known(names: list[str], cells: list[str], meanings: Mapping[str, tuple[str, str]]) -> dict[str, str]:
    cell_of_column: dict[str, str] = {}
    for name, cell in zip(names, cells, strict=False):
        if name in ("gpu", "Date", "Time"):
            continue
        if name not in meanings:
            cell_of_column[f"dmon.{name.lower()}"] = cell
            continue
        column, unit = meanings[name]
        if unit == "share" and _NUMBER.fullmatch(cell):
            cell, unit = f"{float(cell) * 100:.10g}", "%"
        cell_of_column[column] = f"{cell} {unit}" if _NUMBER.fullmatch(cell) else cell
    return cell_of_column


def _moment(row: Mapping[str, str]) -> str:
    """`-o DT` prints the date as 20260301, since driver 5xx as 2026/03/01."""
    date, time = row.get("Date", ""), row.get("Time", "")
    if re.fullmatch(r"\d{8}", date):
        date = f"{date[:4]}/{date[4:6]}/{date[6:]}"
    return f"{date} {time}" if date and time else ""


def read_process_columns(text: str) -> list[ProcessRow]:
    """The rows of the last round of `pmon`; a GPU without a process prints dashes and gives none."""
    process_rows: list[ProcessRow] = []
    names: list[str] = []
    separated = False
    for line in text.split("\n"):
        head = _HEAD.match(line)
        if head:
            names = _cells(head[1])
            separated = "," in head[1]
            continue
        cells = (_cells(line) if separated else line.split(None, len(names) - 1)) if names else []
        if len(cells) != len(names) or line.lstrip().startswith("#"):
            continue
        row = dict(zip(names, cells, strict=True))
        if _WHOLE.fullmatch(row.get("pid", "")) and _WHOLE.fullmatch(row.get("gpu", "")) and len(process_rows) < _MOST_ROWS:
            busy, used = row.get("sm", "-"), row.get("fb", "-")
            process_rows.append(ProcessRow(row["gpu"], row["pid"], row.get("type", ""), busy, used, row.get("command", "").strip()))
    last: dict[tuple[str, str], ProcessRow] = {}
    for process_row in process_rows:
        last[process_row.gpu, process_row.pid] = process_row
    return list(last.values())
