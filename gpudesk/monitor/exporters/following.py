"""One host reported repeatedly: new data becomes a frame once, counters become rates, a new error becomes an event."""

from collections.abc import Mapping
from dataclasses import replace

from gpudesk.monitor.exporters.dcgm import GpuReading, HostReading
from gpudesk.monitor.readings.counter_rates import CounterRates
from gpudesk.monitor.readings.metrics import metrics
from gpudesk.monitor.readings.reading import Event, Frame, GpuFacts, Lack

_KEPT_LACKS = 512
_AHEAD_S = 3600.0
"""A page with a time this far in the future is treated as a page without a time."""


class Following:
    """Data of one host from its reports so far. Used from one thread at a time.

    Attributes:
        gpus: every reported GPU, as last reported, with its current MIG instances.
        driver, cuda: versions as last reported.
    """

    def __init__(self) -> None:
        self.gpus: tuple[GpuFacts, ...] = ()
        self.driver = ""
        self.cuda = ""
        self._last: dict[str, GpuReading] = {}
        self._here: set[str] | None = None
        self._rates: dict[str, CounterRates] = {}
        self._xid: dict[str, int] = {}
        self._anchor: tuple[float, float] | None = None
        self._lacks: dict[tuple[frozenset[str], tuple[tuple[str, Lack], ...]], Mapping[str, Lack]] = {}

    def take(self, reading: HostReading, mono_s: float, wall_s: float, *, whole: bool = True) -> tuple[list[Frame], list[Event]]:
        """Return the resulting frames and events. Unchanged reports, or reports for the same time, give none.

        Args:
            mono_s: arrival time, monotonic clock; `wall_s` is the same time in seconds since 1970.
            whole: it reports every GPU of the host, so that an omitted GPU has no data.
        """
        self._know(reading, whole=whole)
        fresh = self._fresh(reading, wall_s, whole=whole)
        if fresh is None:
            return [], []
        frames: list[Frame] = []
        events: list[Event] = []
        for one in fresh:
            at_s, when_s = self._moment(one.time_s, mono_s, wall_s)
            frames.append(self._frame(one, at_s, when_s))
            # One that is there at the first look is reported too, at that moment: when it happened is not known.
            before = self._xid.get(one.facts.uuid, 0)
            if one.xid is not None:
                self._xid[one.facts.uuid] = one.xid
                if one.xid and one.xid != before:
                    events.append(Event(one.facts.uuid, when_s, one.xid))
        if whole:
            here = {one.facts.uuid for one in reading.gpus}
            silent = dict.fromkeys(metrics(), Lack.UNSAID)
            frames += [Frame(gpu.uuid, mono_s, wall_s, {}, silent) for gpu in self.gpus if gpu.uuid not in here]
        return frames, events

    def _know(self, reading: HostReading, *, whole: bool) -> None:
        self.driver, self.cuda = reading.driver or self.driver, reading.cuda or self.cuda
        now = {one.facts.uuid: one.facts for one in reading.gpus}
        # A GPU stays known when it is no longer reported, a part of one that is gone does not: parts are made and unmade.
        remembered = [gpu for gpu in self.gpus if gpu.uuid not in now and not (whole and gpu.parent)]
        known_gpus = list(now.values()) if not remembered else _in_order([*now.values(), *remembered])
        self.gpus = tuple(known_gpus)

    def _fresh(self, reading: HostReading, wall_s: float, *, whole: bool) -> list[GpuReading] | None:
        """Return the GPUs with new data, None if all data was reported before."""
        here = {one.facts.uuid: one for one in reading.gpus}
        untimed = all(one.time_s is None for one in reading.gpus)
        if whole and untimed and here.keys() == self._here and all(_same(one, self._last[uuid]) for uuid, one in here.items()):
            return None
        fresh = []
        for one in reading.gpus:
            last = self._last.get(one.facts.uuid)
            if one.time_s is not None and not one.time_s <= wall_s + _AHEAD_S:
                # A time far ahead would hold every true one back.
                one = replace(one, time_s=None)
            if one.time_s is not None and last is not None and last.time_s is not None and one.time_s <= last.time_s:
                continue
            self._last[one.facts.uuid] = one
            if one.values or one.lacks or one.xid is not None:
                fresh.append(one)
        self._here = set(here)
        return fresh if fresh or untimed else None

    def _moment(self, time_s: float | None, mono_s: float, wall_s: float) -> tuple[float, float]:
        """Return a reported time on both clocks; the monotonic one follows the reported times."""
        if time_s is None:
            return mono_s, wall_s
        if self._anchor is None:
            self._anchor = (mono_s - max(0.0, wall_s - time_s), time_s)
        return self._anchor[0] + time_s - self._anchor[1], time_s

    def _frame(self, one: GpuReading, mono_s: float, wall_s: float) -> Frame:
        uuid = one.facts.uuid
        values = dict(one.values)
        missing = dict(one.lacks)
        self._rates.setdefault(uuid, CounterRates()).add(mono_s, values, missing)
        return Frame(uuid, mono_s, wall_s, values, self._why(values, missing))

    def _why(self, values: Mapping[str, float], lacks: Mapping[str, Lack]) -> Mapping[str, Lack]:
        """Why every other metric is missing. GPUs that lack the same share one table: a fleet would fill the memory with them."""
        kind = (frozenset(values), tuple(lacks.items()))
        missing = self._lacks.get(kind)
        if missing is None:
            if len(self._lacks) >= _KEPT_LACKS:
                self._lacks.clear()
            missing = {key: lacks.get(key, Lack.UNSAID) for key in metrics() if key not in values}
            self._lacks[kind] = missing
        return missing


def _same(one: GpuReading, last: GpuReading) -> bool:
    return (one.values, one.lacks, one.xid) == (last.values, last.lacks, last.xid)


def _in_order(found: list[GpuFacts]) -> list[GpuFacts]:
    wholes = sorted((gpu for gpu in found if not gpu.parent), key=lambda gpu: gpu.index)
    return [gpu_facts for whole in wholes for gpu_facts in (whole, *(gpu for gpu in found if gpu.parent == whole.uuid))]
