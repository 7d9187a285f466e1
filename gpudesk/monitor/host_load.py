"""How busy the processors of this machine are, and how long they wait for storage, as the system tells it."""

from pathlib import Path

_PERCENT = 100.0
_IDLE, _IO_WAIT, _FIELDS = 3, 4, 8
"""Places in the first line of /proc/stat behind its name: user, nice, system, idle, iowait, irq, softirq, steal (proc_stat(5)).

Guests stand behind them and are in user already."""


class HostLoad:
    """Looks again and again: the load is that since the look before, so the first look tells nothing.

    Args:
        stat: where the system tells the time of its processors.
    """

    def __init__(self, stat: Path = Path("/proc/stat")) -> None:
        self._stat = stat
        self._before: tuple[int, int, int] | None = None

    def look(self) -> dict[str, float]:
        """The metrics of the host in percent of all processors; none where the system does not tell them."""
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
                times = [int(each) for each in ticks[:_FIELDS]]
        except (OSError, ValueError):
            return None
        return (sum(times), times[_IDLE], times[_IO_WAIT]) if name == "cpu" and len(times) == _FIELDS else None
