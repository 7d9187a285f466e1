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
        table: Mapping[str, Any] = yaml.load(file, Loader=yaml.CSafeLoader)
    return table


@dataclass(frozen=True, slots=True)
class CudaRuns:
    """CUDA versions supported by a driver.

    Attributes:
        newest: the newest fully supported CUDA version, as reported by the driver.
        whole: fully supported versions, newest first.
        majors: major versions whose programs all run, except features added after `newest`.
        source: of the table.
    """

    newest: str
    whole: tuple[str, ...]
    majors: tuple[int, ...]
    source: str


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version))


def cuda_runs(driver: str, newest: str, capability: float | None = None, *, windows: bool = False) -> CudaRuns:
    """CUDA versions that this driver version supports on boards of this capability.

    Args:
        newest: the driver's own report; used if the table does not contain the version.
        capability: of the oldest board; later major versions drop old boards. None if unknown.
    """
    body = _table()
    system = "windows" if windows else "linux"
    driver_number = _number(driver)

    def able(row: Mapping[str, Any]) -> bool:
        return capability is None or capability >= float(row["capability"])

    majors = tuple(int(row["cuda"]) for row in body["major"] if driver_number and driver_number >= _number(str(row[system])) and able(row))
    whole = tuple(
        str(row["cuda"])
        for row in body["versions"]
        if _number(str(row["cuda"])) <= _number(newest) and _number(str(row["cuda"]))[0] in majors
    )
    return CudaRuns(newest, whole, majors, str(body["source"]))
