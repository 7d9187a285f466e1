"""What nvidia-smi printed once, as the same facts and frames that a running GPU gives."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, lru_cache
from typing import Any

from gpudesk.formats.hosts.nvidia_smi_xml import SmiGpu, SmiLog, SmiProcess
from gpudesk.locate import resource
from gpudesk.monitor.readings.metrics import metrics
from gpudesk.monitor.readings.reading import Frame, GpuFacts, Lack, Process, without_impossible

_NUMBER = re.compile(r"(-?\d+(?:\.\d+)?)\s*([A-Za-z%/]*)")
_FACTORS = {"MiB": 2.0**20, "KiB": 2.0**10, "GiB": 2.0**30, "us": 1e-6, "KB/s": 1e3, "MB/s": 1e6, "mW": 1e-3}
_FLAGS = {"1": 1.0, "0": 0.0, "yes": 1.0, "no": 0.0, "enabled": 1.0, "disabled": 0.0, "active": 1.0, "not active": 0.0}
_MOST_PERCENT = 100.0
_NAMES_GPU = ("uuid", "gpu_uuid", "pci.bus_id", "gpu_bus_id", "serial", "gpu_serial", "index")
_OF_GPU = ("gpu_uuid", "uuid", "gpu_bus_id", "gpu_serial", "gpu_name", "index")
_USED = ("used_gpu_memory", "used_memory")
_OF_PROCESS = ("pid", "process_name", "name", *_USED)
_TIMES = ("%a %b %d %H:%M:%S %Y", "%Y/%m/%d %H:%M:%S.%f", "%Y/%m/%d %H:%M:%S")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One GPU at the moment of a listing.

    Attributes:
        unknown: leaves that nothing here reads, kept as they are.
    """

    facts: GpuFacts
    frame: Frame
    processes: tuple[Process, ...]
    unknown: Mapping[str, str]


@cache
def _table() -> Any:
    import yaml

    with resource("monitor", "nvidia_smi.yaml").open("rb") as file:
        return yaml.load(file, Loader=yaml.CSafeLoader)


def labels() -> Mapping[str, str]:
    """Names in `nvidia-smi -q` that differ from the XML: path in the text → path in the XML."""
    return dict(_table()["labels"])


def columns_of(table: str) -> Mapping[str, tuple[str, str]]:
    """Columns of "dmon" or "dcgm_dmon" → the column of --query-gpu and its unit."""
    return {name: (column, unit) for name, (column, unit) in _table()[table].items()}


@lru_cache(maxsize=4096)
def lack_in(text: str) -> Lack | None:
    """Reason why a text is not a value; None if it is one."""
    word = _table()["lacks"].get(text.strip("[] ").lower())
    return None if word is None else Lack(word)


@lru_cache(maxsize=4096)
def number_in(text: str, unit: str) -> float | None:
    """The number in a text, in our unit; None if there is none, or if its unit is not the expected one."""
    if unit == "flag":
        return _FLAGS.get(text.lower())
    match = _NUMBER.fullmatch(text.strip())
    if match is None:
        return None
    stated_unit = match.group(2)
    if stated_unit and unit and stated_unit != unit and not (stated_unit in _FACTORS and unit in _FACTORS):
        return None
    value = float(match.group(1)) * _FACTORS.get(stated_unit or unit, 1.0)
    return value if math.isfinite(value) else None


class _Reader:
    """Reads values by the table and keeps them."""

    def __init__(self, leaf: Callable[[str], str | None], kind: str) -> None:
        self._leaf = leaf
        self.kind = kind
        self.read: set[str] = set()

    def text(self, row: Mapping[str, Any]) -> str | None:
        """The first text present that is a value; else the first that states a reason; None if there is no text."""
        first: str | None = None
        for place in row[self.kind]:
            leaf = self._leaf(place)
            if leaf is None:
                # A board without a whole group of values says so once, in place of the group.
                group = place.partition("/")[0]
                leaf = self._leaf(group)
                if leaf is None or lack_in(leaf) is None:
                    continue
                place = group
            self.read.add(place)
            if lack_in(leaf) is None:
                return leaf
            first = first if first is not None else leaf
        return first

    def total(self, places: Sequence[str]) -> float | Lack | None:
        """Sum of several counters, None if there are none; the reason if one could not be read and the others are zero."""
        numbers: list[float] = []
        why: Lack | None = None
        for place in places:
            leaf = self._leaf(place)
            if leaf is None:
                continue
            self.read.add(place)
            number = number_in(leaf, "") if lack_in(leaf) is None else None
            if number is not None:
                numbers.append(number)
            elif why in (None, Lack.UNSUPPORTED):
                why = lack_in(leaf) or Lack.FAILED
        is_whole = numbers and (any(numbers) or why in (None, Lack.UNSUPPORTED))
        return sum(numbers) if is_whole else why


def _values(reader: _Reader, leaves: Mapping[str, str]) -> tuple[dict[str, float], dict[str, Lack]]:
    values: dict[str, float] = {}
    missing: dict[str, Lack] = {}
    for key, row in _said(reader.kind, frozenset(leaves)):
        summed = reader.total(row["sum"]) if "sum" in row else None
        text = reader.text(row)
        if isinstance(summed, float) and (text is None or lack_in(text) is not None):
            values[key] = summed
            continue
        if text is None:
            missing[key] = summed if isinstance(summed, Lack) else Lack.UNSAID
            continue
        why = lack_in(text)
        number = number_in(text, row["unit"]) if why is None else None
        if number is not None:
            values[key] = number
        else:
            missing[key] = why or Lack.FAILED
    bits = _reasons(leaves, reader.read) if _tells_reasons(frozenset(leaves)) else None
    if bits is not None:
        values["clock_reasons"] = bits
    without_impossible(values, missing)
    unsaid = {**_unsaid(), **missing}
    for key in values:
        unsaid.pop(key, None)
    return values, unsaid


@lru_cache(maxsize=256)
def _said(kind: str, places: frozenset[str]) -> tuple[tuple[str, Mapping[str, Any]], ...]:
    """Metrics of the table that leaves with these names may contain: most listings contain few, and are read repeatedly."""
    metric_rows = []
    for key, row in _table()["metrics"].items():
        row_places = [*row[kind], *row.get("sum", ())]
        if any(place in places or place.partition("/")[0] in places for place in row_places):
            metric_rows.append((key, row))
    return tuple(metric_rows)


@lru_cache(maxsize=256)
def _tells_reasons(places: frozenset[str]) -> bool:
    groups = tuple(_table()["reason_groups"])
    return any(place.startswith(groups) for place in places)


@cache
def _unsaid() -> Mapping[str, Lack]:
    return dict.fromkeys([*metrics(), *_table()["metrics"]], Lack.UNSAID)


def _reasons(leaves: Mapping[str, str], read: set[str]) -> float | None:
    bits: int | None = None
    groups = tuple(_table()["reason_groups"])
    leaves = {place: leaf for place, leaf in leaves.items() if place.startswith(groups)}
    for name, bit in _table()["reasons"].items():
        for place, leaf in leaves.items():
            group = place.partition("/")[0].partition(".")[0]
            if group in _table()["reason_groups"] and place.endswith(name) and leaf.lower() in _FLAGS:
                read.add(place)
                bits = (bits or 0) | (bit if _FLAGS[leaf.lower()] else 0)
    return None if bits is None else float(bits)


def _facts(reader: _Reader, index: int, parent: str) -> GpuFacts:
    texts: dict[str, Any] = {}
    missing: dict[str, Lack] = {}
    for key, row in _table()["facts"].items():
        text = reader.text(row)
        why = Lack.UNSAID if text is None else lack_in(text)
        if text is None or why is not None:
            missing[key] = why or Lack.FAILED
            continue
        if "unit" in row:
            number = number_in(text, row["unit"])
            texts[key] = int(number) if number is not None and (key.startswith("pcie_") or row.get("whole")) else number
        elif key in {"ecc", "mig", "persistence"}:
            texts[key] = bool(_FLAGS.get(text.lower(), 0.0))
        else:
            texts[key] = text
    uuid = texts.pop("uuid", "") or f"index-{index}"
    return GpuFacts(uuid=uuid, index=index, parent=parent, lacks=missing, **texts)


def _moment(text: str) -> float:
    """Seconds since 1970 of a time in the time zone of this machine, as no zone is printed; 0 if there is no time."""
    if not text:
        return 0.0
    for form in _TIMES:
        try:
            return datetime.strptime(text, form).astimezone().timestamp()
        except (ValueError, OverflowError, OSError):
            continue
    return 0.0


def snapshots_of(log: SmiLog) -> list[Snapshot]:
    """Every GPU of a listing, parts of one behind it."""
    wall_s = _moment(log.timestamp)
    snapshots: list[Snapshot] = []
    for at, gpu in enumerate(log.gpus):
        printed = gpu.leaves.get("index", "")
        index = int(printed) if printed.isdecimal() and len(printed) < 6 else at
        whole = _snapshot(gpu, index, "", wall_s)
        snapshots.append(whole)
        snapshots += [_snapshot(part, number, whole.facts.uuid, wall_s) for number, part in enumerate(gpu.parts)]
    return snapshots


def _snapshot(gpu: SmiGpu, index: int, parent: str, wall_s: float) -> Snapshot:
    reader = _Reader(gpu.leaves.get, "paths")
    values, missing = _values(reader, gpu.leaves)
    facts = _facts(reader, index, parent)
    if parent:
        facts = _part(facts, gpu, parent, index)
    if facts.mig or parent:
        missing = {key: Lack.MIG if why is Lack.UNSUPPORTED and key.endswith("_percent") else why for key, why in missing.items()}
    unknown = {place: leaf for place, leaf in gpu.leaves.items() if place not in reader.read and place != "index"}
    return Snapshot(facts, Frame(facts.uuid, 0.0, wall_s, values, missing), _processes(gpu, facts.uuid), unknown)


def _part(facts: GpuFacts, gpu: SmiGpu, parent: str, index: int) -> GpuFacts:
    instance = gpu.leaves.get("gpu_instance_id", "")
    number = int(instance) if instance.isdecimal() and len(instance) < 6 else None
    name = facts.name or f"MIG {instance or index}"
    return GpuFacts(f"{parent}/{instance or index}", index, name, parent=parent, gpu_instance=number)


def _processes(gpu: SmiGpu, uuid: str) -> tuple[Process, ...]:
    processes = []
    for process in gpu.processes:
        if not process.pid.isdecimal() or len(process.pid) > 10:
            continue
        used = number_in(process.used, "MiB") if lack_in(process.used) is None else None
        busy = number_in(process.busy, "%") if lack_in(process.busy) is None else None
        if used is not None and not 0 <= used < 2.0**53:
            used = None
        if busy is not None and not 0 <= busy <= _MOST_PERCENT:
            busy = None
        graphics = "G" in process.kind and "C" not in process.kind
        processes.append(Process(uuid, int(process.pid), graphics, None if used is None else int(used), busy, process.name, "", ""))
    return tuple(sorted(processes, key=lambda one: (-(one.used_bytes or 0), one.pid)))


def snapshots_of_rows(rows: list[dict[str, str]]) -> list[Snapshot]:
    """Every row of a CSV listing: a GPU at a moment; of one of processes, as `--query-compute-apps` prints it, each GPU with them."""
    if rows and "pid" in rows[0]:
        return _with_processes(rows)
    snapshots = []
    order: dict[str, int] = {}
    nameless: dict[str, int] = {}
    said_of_gpu = [column for row in _table()["facts"].values() for column in row["columns"]]
    known: dict[tuple[object, ...], tuple[GpuFacts, frozenset[str]]] = {}
    for row in rows:
        reader = _Reader(row.get, "columns")
        values, missing = _values(reader, row)
        named = next((row[column] for column in _NAMES_GPU if row.get(column)), "")
        if not named:
            # Rows that name no GPU are its GPUs in their order, at each moment from the first one on.
            moment = row.get("timestamp", "")
            nameless[moment] = nameless.get(moment, 0) + 1
            named = str(nameless[moment])
        index_text = row.get("index", "")
        index = int(index_text) if index_text.isdecimal() and len(index_text) < 6 else order.setdefault(named, len(order))
        # A listing of many moments says the same of a GPU again and again.
        key = (index, *(row.get(column) for column in said_of_gpu))
        if key not in known:
            of_facts = _Reader(row.get, "columns")
            known[key] = (_facts(of_facts, index, ""), frozenset(of_facts.read))
        facts, read = known[key]
        unknown = {place: cell for place, cell in row.items() if place not in reader.read and place not in read}
        snapshots.append(Snapshot(facts, Frame(facts.uuid, 0.0, _moment(row.get("timestamp", "")), values, missing), (), unknown))
    return snapshots


def names_gpus(row: Mapping[str, str]) -> bool:
    """Whether the columns of a listing identify the GPU of each row."""
    return any(row.get(column) for column in _NAMES_GPU)


def _with_processes(rows: list[dict[str, str]]) -> list[Snapshot]:
    """The GPUs of a process listing; it does not contain GPU numbers, so the order of the rows is used instead."""
    by_gpu: dict[str, list[dict[str, str]]] = {}
    for row in rows:
        named = next((row[column] for column in _OF_GPU if row.get(column)), "")
        by_gpu.setdefault(named, []).append(row)
    snapshots = []
    for index, of_gpu in enumerate(by_gpu.values()):
        about = {key: cell for key, cell in of_gpu[0].items() if key not in _OF_PROCESS}
        whole = snapshots_of_rows([about])[0]
        last = {row["pid"]: row for row in of_gpu}
        listed = tuple(
            SmiProcess(row["pid"], "C", row.get("process_name", row.get("name", "")), _first(row, _USED), "") for row in last.values()
        )
        facts = replace(whole.facts, index=index) if "index" not in about else whole.facts
        snapshots.append(replace(whole, facts=facts, processes=_processes(SmiGpu("", {}, listed), facts.uuid)))
    return snapshots


def _first(row: Mapping[str, str], columns: Sequence[str]) -> str:
    return next((row[column] for column in columns if column in row), "")
