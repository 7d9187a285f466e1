"""A Prometheus server for many hosts, as one source: its data is read through its query API, current and past."""

import json
import re
import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any
from urllib.parse import urlencode, urlsplit

from gpudesk.core.messages.errors import DeskError, InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.formats.hosts.prometheus_text import Sample
from gpudesk.monitor.exporters.dcgm import hosts_of, lack_of, uuid_of
from gpudesk.monitor.exporters.exporters import exporters
from gpudesk.monitor.exporters.fetching import Credentials, Fetcher, NotHeard, address, is_this_machine
from gpudesk.monitor.exporters.following import Following
from gpudesk.monitor.readings.clock import Clock, SystemClock
from gpudesk.monitor.readings.metrics import counters
from gpudesk.monitor.readings.reading import Event, Frame
from gpudesk.monitor.readings.source import Machine, Running, SourceKind

TIMEOUT_S = 20.0
_MOST_BYTES = 128 * 2**20
_MOST_POINTS = 10_000
"""Of one answer; a server refuses more than 11,000."""
_FIRST_S = 150.0
"""Range of the first query: two readings of a server that collects once a minute."""
_LATE_S = 30.0
"""Maximum delay of a sample after a newer one of another host."""
_SILENT_S = 300.0
"""After so long without a sample, a server takes a series as ended."""
_KEPT_S = 120.0
_KEPT_EVENTS = 10_000
_CLOSING_S = 3.0
_HEAD = re.compile(r'\s*{\s*"status"\s*:\s*"success"\s*,\s*"data"\s*:\s*{\s*"resultType"\s*:\s*"matrix"\s*,\s*"result"\s*:\s*\[')
"""How a server begins an answer; one that begins otherwise is read as one."""
_NEXT = re.compile(r"\s*,?\s*(?={)")
_END = re.compile(r"\s*\]\s*[},]")
_CONTEXT = "monitor"
_SILENT = QT_TRANSLATE_NOOP("monitor", "No value on the server for {minutes} min.")
_UNREAD = QT_TRANSLATE_NOOP("monitor", "Its response is not a Prometheus response.")


@dataclass(frozen=True, slots=True)
class Point:
    """One value of a metric in our unit, at a moment in seconds since 1970."""

    time_s: float
    value: float


@dataclass(slots=True)
class _Known:
    """One host reported by the server."""

    following: Following
    newest_s: float


class PrometheusSource:
    """Queries one Prometheus server only, until closed.

    Args:
        url: of the server, without `/api/v1`.
        every_s: query interval.
        credentials: user credentials, if required; they are sent only to this server, and never unencrypted over a network.

    Raises:
        InvalidData: the address is invalid, or credentials would be sent unencrypted.
    """

    kind = SourceKind.PROMETHEUS

    def __init__(
        self,
        url: str,
        every_s: float = 15.0,
        clock: Clock | None = None,
        credentials: Credentials | None = None,
        timeout_s: float = TIMEOUT_S,
    ) -> None:
        self.url = address(url, port=9090).rstrip("/")
        if credentials is not None and not self.url.startswith("https://") and not is_this_machine(self.url):
            words = QT_TRANSLATE_NOOP("monitor", "Your credentials would be sent unencrypted to {host}.")
            fix = QT_TRANSLATE_NOOP("monitor", "Use an address that starts with https.")
            raise InvalidData(Message(_CONTEXT, words, {"host": urlsplit(self.url).hostname or ""}), Message(_CONTEXT, fix))
        self.name = urlsplit(self.url).hostname or self.url
        self.every_s = every_s
        self._credentials = credentials
        self._timeout_s = timeout_s
        self._clock: Clock = clock if clock is not None else SystemClock()
        self._fetchers = {Fetcher(timeout_s, _MOST_BYTES)}
        self._watched = next(iter(self._fetchers))
        self._known: dict[str, _Known] = {}
        self._seen_s: float | None = None
        self._machines: tuple[Machine, ...] = (Machine(self.name),)
        self._lock = threading.Lock()
        self._answers: deque[list[Frame]] = deque(maxlen=max(2, round(_KEPT_S / every_s)))
        self._events: deque[Event] = deque(maxlen=_KEPT_EVENTS)
        self._dropped = 0
        self._busy_s = 0.0
        self._begun_s = time.monotonic()
        self._stop = threading.Event()
        self._threads = [
            threading.Thread(target=self._run, name="prometheus", daemon=True),
            threading.Thread(target=self._watch, name="prometheus-watch", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def _run(self) -> None:
        while not self._stop.is_set():
            begun_s = self._clock.mono_s()
            try:
                self._look()
            except DeskError as error:
                why = error.message
                self._machines = tuple(replace(machine, trouble=why.plain(), trouble_message=why) for machine in self._machines)
            self._busy_s = time.thread_time()
            if self._clock.wait(self._stop, max(0.05, self.every_s - (self._clock.mono_s() - begun_s))):
                return

    def _watch(self) -> None:
        while not self._stop.wait(0.25):
            with self._lock:
                fetchers = list(self._fetchers)
            for fetcher in fetchers:
                fetcher.late()

    def _look(self) -> None:
        """Every sample that the server has got since the last look. Not the values of now: those it repeats until the next sample."""
        now_s = self._clock.wall_s()
        back_s = _FIRST_S if self._seen_s is None else min(_SILENT_S, max(0.0, now_s - self._seen_s) + _LATE_S)
        query = f"{_selector(exporters().names)}[{max(1, round(back_s * 1000))}ms]"
        result_rows = _rows(self._watched.fetch(self._address("query", query=query, time=f"{now_s:.3f}"), self._credentials))
        mono_s = self._clock.mono_s()
        moments: dict[float, list[Sample]] = {}
        # The values of one GPU share their labels as one object, as those of a page do: whose they are is asked once.
        shared: dict[tuple[tuple[str, str], ...], dict[str, str]] = {}
        for row in result_rows:
            labels = _labels(row)
            name = labels.pop("__name__", "")
            labels = shared.setdefault(tuple(sorted(labels.items())), labels)
            for time_s, text, value in _points(row):
                moments.setdefault(time_s, []).append(Sample(name, labels, value, text, time_s))
        frames: list[Frame] = []
        events: list[Event] = []
        for time_s in sorted(moments):
            for reading in hosts_of(moments[time_s], self.name):
                known = self._known.setdefault(reading.name, _Known(Following(), time_s))
                known.newest_s = max(known.newest_s, time_s)
                new_frames, reported = known.following.take(reading, mono_s, now_s, whole=False)
                frames += new_frames
                events += reported
        with self._lock:
            if frames:
                if len(self._answers) == self._answers.maxlen:
                    self._dropped += len(self._answers[0])
                self._answers.append(frames)
            self._events.extend(events)
        self._seen_s = now_s
        self._machines = tuple(self._machine(name, known, now_s) for name, known in sorted(self._known.items())) or (self._nobody(now_s),)

    def _machine(self, name: str, known: _Known, now_s: float) -> Machine:
        following = known.following
        silent_s = now_s - known.newest_s
        why = Message(_CONTEXT, _SILENT, {"minutes": round(silent_s / 60)}) if silent_s > _SILENT_S else None
        return Machine(
            name,
            following.driver,
            following.cuda,
            following.gpus,
            seen_s=known.newest_s,
            trouble="" if why is None else why.plain(),
            trouble_message=why,
        )

    def _nobody(self, now_s: float) -> Machine:
        why = Message(_CONTEXT, QT_TRANSLATE_NOOP("monitor", "It responds, but reports no GPU."))
        return Machine(self.name, seen_s=now_s, trouble=why.plain(), trouble_message=why)

    def _address(self, what: str, **asked: str | list[str]) -> str:
        parts = urlsplit(self.url)
        return parts._replace(path=f"{parts.path}/api/v1/{what}", query=urlencode(asked, doseq=True)).geturl()

    def series(self, uuid: str, metric: str, from_s: float, to_s: float, step_s: float) -> tuple[Point, ...]:
        """Return the server data of one metric of one GPU. This waits for the network: call it in a separate thread.

        Args:
            uuid: of a GPU or MIG instance.
            metric: a key of `metrics.yaml`; rates of counters are computed by the server.
            from_s, to_s: seconds since 1970.
            step_s: interval between points. Without a sample there is no point.

        Raises:
            NotHeard: the server does not respond, or the response is invalid.
        """
        fetcher = Fetcher(self._timeout_s, _MOST_BYTES)
        with self._lock:
            self._fetchers.add(fetcher)
            if self._stop.is_set():
                fetcher.stop()
        try:
            return self._series(fetcher, uuid, metric, from_s, to_s, max(0.001, step_s))
        finally:
            with self._lock:
                self._fetchers.discard(fetcher)

    def _series(self, fetcher: Fetcher, uuid: str, metric: str, from_s: float, to_s: float, step_s: float) -> tuple[Point, ...]:
        words = exporters()
        direct = words.names_of(metric)
        counted = next((key for key, rate in counters().items() if rate == metric), "")
        names = (*direct, *(words.names_of(counted) if counted else ()))
        if not names or to_s < from_s:
            return ()
        # Which of its labels names the GPU differs from exporter to exporter: the server says which series there are.
        parameters = {"match[]": _selector(names), "start": f"{from_s:.3f}", "end": f"{to_s:.3f}"}
        series_labels = [
            _labels({"metric": row}) for row in _result(fetcher.fetch(self._address("series", **parameters), self._credentials), "")
        ]
        by_name = {
            name: [labels for labels in series_labels if labels.get("__name__") == name and uuid_of(labels) == uuid] for name in names
        }
        points: dict[float, float] = {}
        for name in names:
            for labels in by_name[name]:
                exact = (
                    "{"
                    + ",".join(f"{key}={json.dumps(label_text, ensure_ascii=False)}" for key, label_text in sorted(labels.items()))
                    + "}"
                )
                query = exact
                if name not in direct:
                    window_s = max(step_s, 4 * self._interval_s(fetcher, exact, to_s))
                    query = f"rate({exact}[{max(1, round(1000 * window_s))}ms])"
                for point in self._range(fetcher, query, words.values[name].scale, from_s, to_s, step_s):
                    points.setdefault(point.time_s, point.value)
        return tuple(Point(time_s, points[time_s]) for time_s in sorted(points))

    def _interval_s(self, fetcher: Fetcher, exact: str, to_s: float) -> float:
        """How far apart the server collects a series: a rate needs several samples, and over too many it is one of long ago."""
        parameters = {"query": f"{exact}[{round(_SILENT_S)}s]", "time": f"{to_s:.3f}"}
        rows = _result(fetcher.fetch(self._address("query", **parameters), self._credentials), "matrix")
        times = [time_s for row in rows for time_s, *_ in _points(row)]
        apart = sorted(later - earlier for earlier, later in pairwise(times) if later > earlier)
        return apart[len(apart) // 2] if apart else 60.0

    def _range(self, fetcher: Fetcher, query: str, scale: float, from_s: float, to_s: float, step_s: float) -> Iterator[Point]:
        begin_s = from_s
        while begin_s <= to_s:
            end_s = min(to_s, begin_s + (_MOST_POINTS - 1) * step_s)
            parameters = {"query": query, "start": f"{begin_s:.3f}", "end": f"{end_s:.3f}", "step": f"{step_s:.3f}"}
            for row in _result(fetcher.fetch(self._address("query_range", **parameters), self._credentials), "matrix"):
                for time_s, text, value in _points(row):
                    if lack_of(value, text) is None:
                        yield Point(time_s, value * scale)
            begin_s = end_s + step_s

    def machines(self) -> Sequence[Machine]:
        """Return the hosts reported by the server, by name. If the server does not respond, each host shows that."""
        return self._machines

    def take(self) -> list[Frame]:
        """Return the server samples since the last call."""
        with self._lock:
            all_frames = [frame for frames in self._answers for frame in frames]
            self._answers.clear()
        return all_frames

    def take_events(self) -> list[Event]:
        """Return the new errors (XID) since the last call."""
        with self._lock:
            events = list(self._events)
            self._events.clear()
        return events

    def running(self) -> Mapping[str, Running]:
        """Return nothing: exporters do not report processes to a server."""
        return {}

    def cost_share(self) -> float | None:
        """Share of one core that asking and reading have taken so far."""
        return self._busy_s / max(time.monotonic() - self._begun_s, 1e-9)

    @property
    def dropped(self) -> int:
        """Return the number of readings not retrieved in time."""
        return self._dropped

    def close(self) -> None:
        """Stop all threads; current reads end immediately."""
        self._stop.set()
        with self._lock:
            fetchers = list(self._fetchers)
        for fetcher in fetchers:
            fetcher.stop()
        end_s = time.monotonic() + _CLOSING_S
        for thread in self._threads:
            thread.join(max(0.0, end_s - time.monotonic()))


def _selector(names: Sequence[str]) -> str:
    """Return a selector for all series of these names. They are from internal tables but are escaped anyway."""
    return '{__name__=~"' + "|".join(re.escape(name) for name in names) + '"}'


def _result(body: bytes, kind: str) -> list[Any]:
    """The rows of an answer.

    Args:
        kind: of the result; "" for a plain list.

    Raises:
        NotHeard: it is none.
    """
    try:
        answer = json.loads(body)
        data = answer["data"] if answer["status"] == "success" else None
        rows = data if not kind else data["result"] if data is not None and data["resultType"] == kind else None
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise NotHeard(Message(_CONTEXT, _UNREAD)) from error
    if not isinstance(rows, list):
        raise NotHeard(Message(_CONTEXT, _UNREAD))
    return [row for row in rows if isinstance(row, dict)]


def _rows(body: bytes) -> Iterator[dict[str, Any]]:
    """Yield the rows of a matrix one by one: a fleet has 100,000, and reading them at once would block everything else.

    Raises:
        NotHeard: it is not a matrix.
    """
    text = body.decode("utf-8", "replace")
    head = _HEAD.match(text)
    if head is None:
        yield from _result(body, "matrix")
        return
    scan, at = json.JSONDecoder().raw_decode, head.end()
    try:
        while (following := _NEXT.match(text, at)) is not None:
            row, at = scan(text, following.end())
            if isinstance(row, dict):
                yield row
    except (ValueError, RecursionError) as error:
        raise NotHeard(Message(_CONTEXT, _UNREAD)) from error
    if _END.match(text, at) is None:
        raise NotHeard(Message(_CONTEXT, _UNREAD))


def _labels(row: Mapping[str, Any]) -> dict[str, str]:
    metric = row.get("metric")
    return {str(name): str(label_text) for name, label_text in metric.items()} if isinstance(metric, dict) else {}


def _points(row: Mapping[str, Any]) -> Iterator[tuple[float, str, float]]:
    """Yield time, text and number of each value of a row; invalid values are skipped."""
    rows = row.get("values")
    for pair in rows if isinstance(rows, list) else ():
        try:
            time_s, text = pair
            yield float(time_s), str(text), float(text)
        except (TypeError, ValueError, OverflowError):
            continue
