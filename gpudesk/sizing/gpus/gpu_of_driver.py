"""Match a driver's board to the catalog: by its reported name, checked against its reported memory."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.hardware.hardware import Family
from gpudesk.core.serving.serving_memory import GIB
from gpudesk.locate import resource
from gpudesk.sizing.gpus.boards import Board, boards
from gpudesk.sizing.gpus.mig_slices import mig_profiles, slice_board

_SIZE = re.compile(r"(\d+)\s*gb\b")
_WORD = re.compile(r"[a-z0-9.]+")
_SLICE = re.compile(r"\s+MIG\s+(?P<profile>\d+g\.\d+gb)(?P<more>\+\S+)?$", re.IGNORECASE)


@cache
def _table() -> Mapping[str, Any]:
    import yaml

    with resource("sizing", "driver_names.yaml").open("rb") as file:
        table: Mapping[str, Any] = yaml.load(file, Loader=yaml.CSafeLoader)
    return table


def _words(name: str) -> frozenset[str]:
    """Tokens of a name that distinguish boards: without manufacturer, product line and size."""
    return frozenset(_WORD.findall(_SIZE.sub(" ", name.casefold()))) - frozenset(_table()["empty"])


@cache
def _called() -> Mapping[frozenset[str], tuple[str, ...]]:
    """The keys of boards by the tokens of their catalog names."""
    keys_by_words: dict[frozenset[str], tuple[str, ...]] = {}
    for entry in open_catalog().of_families(Family.GPU):
        if entry.type.key in boards():
            words = _words(entry.type.model)
            keys_by_words[words] = (*keys_by_words.get(words, ()), entry.type.key)
    return keys_by_words


def driver_name(board: Board) -> str:
    """The driver's name of a board if it was recorded; else its short name in the catalog."""
    return next((str(row["driver"]) for row in _table()["names"] if row["gpu"] == board.key), board.short)


def board_of_driver(name: str, total_bytes: float | None) -> Board | None:
    """The board with this driver name, or the slice for a MIG device; None if no board matches name and memory.

    Args:
        name: as reported by the driver, "NVIDIA GeForce RTX 4090" or "NVIDIA H100 80GB HBM3 MIG 1g.10gb".
        total_bytes: reported memory; None if it shares the system memory.
    """
    part = _SLICE.search(name)
    if part is not None:
        whole = _whole(name[: part.start()], None)
        profile = mig_profiles(whole.key).get(part["profile"].lower()) if whole is not None else None
        return slice_board(whole, profile) if whole is not None and profile is not None else None
    return _whole(name, total_bytes)


def _whole(name: str, total_bytes: float | None) -> Board | None:
    key_of_driver = {row["driver"].casefold(): row["gpu"] for row in _table()["names"]}
    keys = (key_of_driver[name.casefold()],) if name.casefold() in key_of_driver else _called().get(_words(name), ())
    matching_boards = [boards()[key] for key in keys if key in boards() and _agrees(boards()[key], total_bytes)]
    return matching_boards[0] if len(matching_boards) == 1 else None


def _agrees(board: Board, total_bytes: float | None) -> bool:
    return total_bytes is None or abs(total_bytes / GIB - board.memory_gib) <= float(_table()["memory_share"]) * board.memory_gib
