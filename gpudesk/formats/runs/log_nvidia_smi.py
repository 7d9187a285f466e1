"""What `nvidia-smi` prints: its table, and `--query-gpu=… --format=csv` with or without units."""

import csv
import re

from gpudesk.core.serving.engine_log import RunLog
from gpudesk.formats.runs.log_lines import NUMBER, amount, matches, note

_MIB = 1024.0
_ROW = re.compile(rf"\| {{1,8}}{NUMBER}MiB / {{1,8}}{NUMBER}MiB \|")
_NAME = re.compile(r"^\|\s{1,4}([0-9]{1,3})\s{1,4}(\S.{2,40}?)\s{2,}(?:On|Off)\s{1,4}\|")
_MOST_GPUS = 1024


def read(lines: list[tuple[int, str]]) -> RunLog:
    """Return the memory in use per GPU from a GPU table; of repeated tables, the time of highest use."""
    log = RunLog("nvidia-smi")
    _table(log, lines)
    if not log.used_gib:
        _listed(log, lines)
    return log


def _table(log: RunLog, lines: list[tuple[int, str]]) -> None:
    used: dict[int, float] = {}
    at = -1
    for number, line in lines:
        name = _NAME.search(line)
        if name:
            at = int(name[1])
            if len(log.names) == at:
                log.names.append(name[2].strip())
            continue
        row = _ROW.search(line)
        if row and 0 <= at < _MOST_GPUS:
            value, total = amount(row[1]), amount(row[2])
            if value is not None and total and value <= total:
                used[at] = max(used.get(at, 0.0), value / _MIB)
                log.total_gib = total / _MIB
                note(log, "used", number, line)
    log.used_gib = [used[gpu] for gpu in sorted(used)]


def _listed(log: RunLog, lines: list[tuple[int, str]]) -> None:
    """Read the CSV rows below a header that names their columns into `log`."""
    columns: list[str] = []
    used: dict[str, float] = {}
    for number, line in lines:
        try:
            cells = [cell.strip() for cell in next(csv.reader([line], skipinitialspace=True), [])]
        except csv.Error:
            continue
        if any(cell.startswith("memory.used") for cell in cells):
            columns = [cell.split(" ", 1)[0] for cell in cells]
            continue
        if not columns or len(cells) != len(columns):
            continue
        row = dict(zip(columns, cells, strict=True))
        value, total = _mib(row["memory.used"]), _mib(row.get("memory.total", ""))
        key = row.get("uuid") or row.get("index") or str(number)
        if value is not None and len(used) < _MOST_GPUS:
            used[key] = max(used.get(key, 0.0), value / _MIB)
            log.total_gib = total / _MIB if total else log.total_gib
            if row.get("name") and len(log.names) < len(used):
                log.names.append(row["name"][:80])
            note(log, "used", number, line)
    log.used_gib = list(used.values())


def _mib(cell: str) -> float | None:
    size_match = next((match for _, _, match in matches([(1, cell)], re.compile(rf"^{NUMBER}(?: MiB)?$"))), None)
    return None if size_match is None else amount(size_match[1])
