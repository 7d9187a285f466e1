"""The stock list of a project, and which types of it the plan uses up."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.hardware.stock import MOST_PIECES, StockKey, StockLine
from gpudesk.core.messages.foreign import kept_json
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.cabling.cable_figures import counts_by_phase, laid_cables, used_cages
from gpudesk.derived.scope.type_counts import uses
from gpudesk.project.snapshot import Snapshot, made_from

STOCK_PREFIX = "stock/"
"""Key prefix of these settings; the key of the type follows, and for cables "@" and the length in mm."""


@dataclass(frozen=True, slots=True)
class ShortOf:
    """A type of which the plan uses more than is there, though no more is ordered."""

    line: StockLine
    needed: int


def setting_of(key: StockKey) -> str:
    """Under which key of the table `setting` a line is kept."""
    type_key, length_mm = key
    return f"{STOCK_PREFIX}{type_key}" + ("" if length_mm is None else f"@{length_mm}")


@made_from({"setting": ()})
def stock(snapshot: Snapshot) -> Mapping[StockKey, StockLine]:
    """The stock list by type and length (use `snapshot.cached(stock)`); unreadable entries are left out."""
    stock_lines: dict[StockKey, StockLine] = {}
    settings = snapshot["setting"]
    for name, text in zip(settings["key"].tolist(), settings["value"].tolist(), strict=True):
        if not name.startswith(STOCK_PREFIX):
            continue
        type_key, _, length = name.removeprefix(STOCK_PREFIX).partition("@")
        try:
            body = kept_json(text)
        except ValueError:
            continue
        count = body.get("count") if isinstance(body, dict) else None
        if isinstance(count, int) and 0 <= count <= MOST_PIECES and (not length or length.isdigit()):
            line = StockLine(type_key, int(length) if length else None, count, bool(body.get("only")))
            stock_lines[line.of] = line
    return stock_lines


def stock_kinds(snapshot: Snapshot) -> list[HardwareType]:
    """The types that a stock list may name: those of the project, then those of the catalog."""
    return [*snapshot.types.values(), *(entry.type for entry in open_catalog().all())]


def stock_only(snapshot: Snapshot) -> bool:
    """Whether there is something of which no more is ordered."""
    return any(line.only for line in snapshot.cached(stock).values())


def in_use(snapshot: Snapshot) -> Counter[StockKey]:
    """Number of items of each type in the plan, for cables by length; without spares."""
    use_counts: Counter[StockKey] = Counter()
    laid, cages, types = snapshot.cached(laid_cables), snapshot.cached(used_cages), snapshot.types
    modules = cages.module_id[cages.module_id != ABSENT]
    for type_ids, lengths in ((laid.type_id, laid.length_mm), (modules, np.full(len(modules), ABSENT))):
        for type_id, length_mm, counts in counts_by_phase(type_ids, lengths, np.zeros(len(type_ids), np.int64), np.zeros(1, np.int64)):
            if type_id != ABSENT:
                use_counts[types[type_id].key, None if length_mm == ABSENT else length_mm] += int(counts[0])
    items = snapshot["catalog_item"]
    for type_id, count in zip(items.ids.tolist(), snapshot.cached(uses).tolist(), strict=True):
        if count:
            use_counts[types[type_id].key, None] += count
    return use_counts


def pieces_in_use(snapshot: Snapshot, key: StockKey) -> int:
    """Number of items of one type and length in the plan, as in `in_use`; the others are not counted."""
    type_key, length_mm = key
    type_id = snapshot.types.id_of(type_key)
    if type_id is None:
        return 0
    laid, cables = snapshot.cached(laid_cables), snapshot["cable"]
    pieces = int(((laid.type_id == type_id) & (laid.length_mm == (ABSENT if length_mm is None else length_mm))).sum())
    if length_mm is None:
        if any(cables.holds(f"{side}_module_id", type_id) for side in "ab"):
            pieces += int((snapshot.cached(used_cages).module_id == type_id).sum())
        pieces += int(snapshot.cached(uses)[snapshot["catalog_item"].position(type_id)])
    return pieces


def run_out(snapshot: Snapshot) -> list[ShortOf]:
    """Items marked “stock only” with insufficient stock, by type and length."""
    marked = [line for line in snapshot.cached(stock).values() if line.only]
    if not marked:
        return []
    needed = [pieces_in_use(snapshot, line.of) for line in marked]
    return [ShortOf(line, count) for line, count in zip(marked, needed, strict=True) if count > (line.count or 0)]
