"""Which CUDA a driver runs."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from gpudesk.locate import resource


@cache
def _table() -> Mapping[str, Any]:
    import yaml

    with resource("sizing", "cuda_drivers.yaml").open("rb") as file:
        found: Mapping[str, Any] = yaml.load(file, Loader=yaml.CSafeLoader)
    return found


@dataclass(frozen=True, slots=True)
class CudaRuns:
    """What a driver runs.

    Attributes:
        newest: the newest CUDA that it knows whole, as it says itself.
        whole: versions that it knows whole, the newest first.
        majors: major versions any program of which runs, but for what came after `newest`.
        source: of the table.
    """

    newest: str
    whole: tuple[str, ...]
    majors: tuple[int, ...]
    source: str


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version))


def cuda_runs(driver: str, newest: str, capability: float | None = None, *, windows: bool = False) -> CudaRuns:
    """What a driver of that version runs on boards of that capability.

    Args:
        newest: what the driver says itself; it counts where the table does not have the version.
        capability: of the oldest board; later majors leave old boards out. None where it is not known.
    """
    body = _table()
    system = "windows" if windows else "linux"
    mine = _number(driver)

    def able(row: Mapping[str, Any]) -> bool:
        return capability is None or capability >= float(row["capability"])

    majors = tuple(int(row["cuda"]) for row in body["major"] if mine and mine >= _number(str(row[system])) and able(row))
    whole = tuple(
        str(row["cuda"])
        for row in body["versions"]
        if _number(str(row["cuda"])) <= _number(newest) and _number(str(row["cuda"]))[0] in majors
    )
    return CudaRuns(newest, whole, majors, str(body["source"]))
