"""Processor load of this machine, time waiting for storage, and memory use, as reported by the system."""

from collections.abc import Mapping
from pathlib import Path

_PERCENT = 100.0
_IDLE, _IO_WAIT, _FIELDS = 3, 4, 8
"""Indexes in line 1 of /proc/stat after its name: user, nice, system, idle, iowait, irq, softirq, steal (proc_stat(5)).

Guest values follow and are included in user."""
MEMORY_TABLE = Path("/proc/meminfo")
_KIB = 1024


def memory_told(table: Path = MEMORY_TABLE) -> Mapping[str, int]:
    """Return bytes by the system's names (proc_meminfo(5)); empty if the system does not provide them in this format."""
    try:
        lines = table.read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return {}
    named_words = ((name, value.split()) for name, _, value in (line.partition(":") for line in lines))
    return {name: int(words[0]) * _KIB for name, words in named_words if words and words[0].isdigit()}


class HostLoad:
    """Repeated readings: the load is measured since the previous reading, so the first one has none.

    Args:
        stat: path of the system's processor times.
        table: path of its memory data.
    """

    def __init__(self, stat: Path = Path("/proc/stat"), table: Path = MEMORY_TABLE) -> None:
        self._stat, self._table = stat, table
        self._before: tuple[int, int, int] | None = None

    def look(self) -> dict[str, float]:
        """Return the host metrics: its load in percent of all processors, its memory in bytes; omitted if not reported."""
        return {**self._load(), **self._memory()}

    def _memory(self) -> dict[str, float]:
        """Return used memory, which includes everything not available to programs; for swap, everything not free."""
        system_bytes = memory_told(self._table)
        values: dict[str, float] = {}
        for key, total, free in (
            ("host_memory", system_bytes.get("MemTotal"), system_bytes.get("MemAvailable")),
            ("host_swap", system_bytes.get("SwapTotal"), system_bytes.get("SwapFree")),
        ):
            if total is not None and free is not None and 0 <= free <= total:
                values |= {f"{key}_total_bytes": float(total), f"{key}_used_bytes": float(total - free)}
        return values

    def _load(self) -> dict[str, float]:
        now = self._times()
        before, self._before = self._before, now
        if now is None or before is None:
            return {}
        # A processor that is switched off takes its time with it.
        whole, idle, waits = (later - earlier for later, earlier in zip(now, before, strict=True))
        if whole <= 0 or idle < 0 or waits < 0 or idle + waits > whole:
            return {}
        return {"host_cpu_percent": _PERCENT * (whole - idle - waits) / whole, "host_io_wait_percent": _PERCENT * waits / whole}

    def _times(self) -> tuple[int, int, int] | None:
        """All time, that at rest, and that at rest while storage is waited for, in ticks of all processors."""
        try:
            with self._stat.open(encoding="ascii") as opened:
                name, *ticks = opened.readline().split()
                times = [int(tick_text) for tick_text in ticks[:_FIELDS]]
        except (OSError, ValueError):
            return None
        return (sum(times), times[_IDLE], times[_IO_WAIT]) if name == "cpu" and len(times) == _FIELDS else None
