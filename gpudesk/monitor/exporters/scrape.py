"""Exporters of many hosts as one source: each is queried repeatedly by a few threads, and a silent one does not delay others."""

import queue
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from gpudesk.core.messages.errors import DeskError, InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.formats.hosts.prometheus_text import read_prometheus_text
from gpudesk.monitor.exporters.dcgm import hosts_of
from gpudesk.monitor.exporters.fetching import TIMEOUT_S, Fetcher, address
from gpudesk.monitor.exporters.following import Following
from gpudesk.monitor.readings.clock import Clock, SystemClock
from gpudesk.monitor.readings.reading import Event, Frame
from gpudesk.monitor.readings.source import Machine, Running, SourceKind

PORT = 9400
"""Where dcgm-exporter listens, and `PATH` its page."""
PATH = "/metrics"
MOST_HOSTS = 1024
_MOST_BYTES = 16 * 2**20
_THREADS = 16
_KEPT_S = 120.0
"""Time that readings are kept for a slow consumer; older readings are dropped and counted."""
_KEPT_EVENTS = 10_000
_PATIENCE_S = 30.0
"""A silent host is queried at increasing intervals, up to this interval."""
_CLOSING_S = 3.0
_CONTEXT = "monitor"
_NO_GPU = QT_TRANSLATE_NOOP("monitor", "It responds, but reports no GPU.")


@dataclass(slots=True)
class _Host:
    """One address, and the data of its host. Its fetcher is used by one thread at a time."""

    url: str
    fetcher: Fetcher
    answers: deque[list[Frame]]
    machines: tuple[Machine, ...]
    followings: dict[str, Following]
    due_s: float
    busy: bool = False
    failures: int = 0
    faults: tuple[Message, ...] = ()


class DcgmSource:
    """Queries only the exporters at the given addresses, until closed.

    Args:
        urls: http or https; a plain host name uses the port and page of dcgm-exporter.
        every_s: query interval per host.
        timeout_s: time limit of a complete response.

    Raises:
        InvalidData: an address is invalid, or there are none or too many.
    """

    kind = SourceKind.DCGM

    def __init__(self, urls: Sequence[str], every_s: float = 5.0, clock: Clock | None = None, timeout_s: float = TIMEOUT_S) -> None:
        addresses = list(dict.fromkeys(address(url, port=PORT, path=PATH) for url in urls))
        if not addresses or len(addresses) > MOST_HOSTS:
            words = QT_TRANSLATE_NOOP("monitor", "You can monitor 1 to {most} addresses at once.")
            raise InvalidData(Message(_CONTEXT, words, {"most": MOST_HOSTS}))
        self.name = addresses[0] if len(addresses) == 1 else f"{urlsplit(addresses[0]).hostname} + {len(addresses) - 1}"
        self.every_s = every_s
        self._clock: Clock = clock if clock is not None else SystemClock()
        begun_s = self._clock.mono_s()
        most_kept = max(2, round(_KEPT_S / every_s))
        self._hosts = [
            _Host(url, Fetcher(timeout_s, _MOST_BYTES), deque(maxlen=most_kept), (Machine(urlsplit(url).hostname or url),), {}, begun_s)
            for url in addresses
        ]
        self._lock = threading.Lock()
        self._events: deque[Event] = deque(maxlen=_KEPT_EVENTS)
        self._dropped = 0
        self._busy_s: dict[int, float] = {}
        self._begun_s = time.monotonic()
        self._stop = threading.Event()
        self._due: queue.SimpleQueue[_Host | None] = queue.SimpleQueue()
        workers = min(_THREADS, len(addresses))
        self._threads = [
            threading.Thread(target=self._plan, name="scrape-plan", daemon=True),
            threading.Thread(target=self._watch, name="scrape-watch", daemon=True),
            *(threading.Thread(target=self._work, args=(at,), name=f"scrape-{at}", daemon=True) for at in range(workers)),
        ]
        self._workers = workers
        for thread in self._threads:
            thread.start()

    def _plan(self) -> None:
        """Schedule the queries that are due. A host that has not responded yet is not queried again."""
        while True:
            now_s = self._clock.mono_s()
            for host in self._hosts:
                if host.due_s <= now_s and not host.busy:
                    # Questions that were missed are not made up for.
                    host.due_s += self.every_s * (1 + (now_s - host.due_s) // self.every_s)
                    host.busy = True
                    self._due.put(host)
            # One that is late for its next question is looked at again after the usual time.
            next_s = min([now_s + self.every_s, *(host.due_s for host in self._hosts if host.due_s > now_s)])
            if self._clock.wait(self._stop, max(0.001, next_s - self._clock.mono_s())):
                return

    def _watch(self) -> None:
        """End answers that take too long as a whole."""
        while not self._stop.wait(0.25):
            for host in self._hosts:
                host.fetcher.late()

    def _work(self, number: int) -> None:
        while (host := self._due.get()) is not None and not self._stop.is_set():
            try:
                self._ask(host)
            except DeskError as error:
                self._not_heard(host, error.message)
            self._busy_s[number] = time.thread_time()

    def _ask(self, host: _Host) -> None:
        text = host.fetcher.fetch(host.url)
        mono_s, wall_s = self._clock.mono_s(), self._clock.wall_s()
        page = read_prometheus_text(text)
        frames: list[Frame] = []
        events: list[Event] = []
        readings = hosts_of(page.samples, urlsplit(host.url).hostname or host.url)
        for reading in readings:
            new_frames, reported = host.followings.setdefault(reading.name, Following()).take(reading, mono_s, wall_s)
            frames += new_frames
            events += reported
        # All at once: who sees the reading of a host can rely on its next question being asked when it is due.
        with self._lock:
            if frames:
                if len(host.answers) == host.answers.maxlen:
                    self._dropped += len(host.answers[0])
                host.answers.append(frames)
            self._events.extend(events)
            host.faults = page.faults
            host.failures = 0
            if readings:
                known = host.followings.items()
                host.machines = tuple(
                    Machine(name, following.driver, following.cuda, following.gpus, seen_s=wall_s) for name, following in known
                )
            else:
                words = Message(_CONTEXT, _NO_GPU)
                host.machines = tuple(
                    replace(machine, seen_s=wall_s, trouble=words.plain(), trouble_message=words) for machine in host.machines
                )
            host.busy = False

    def _not_heard(self, host: _Host, why: Message) -> None:
        with self._lock:
            host.machines = tuple(replace(machine, trouble=why.plain(), trouble_message=why) for machine in host.machines)
            host.failures += 1
            later_s = max(self.every_s, min(_PATIENCE_S, self.every_s * 2.0 ** min(host.failures, 10)))
            host.due_s = self._clock.mono_s() + later_s
            host.busy = False

    @property
    def faults(self) -> Mapping[str, tuple[Message, ...]]:
        """The lines of the last answer that could not be read, by the address."""
        return {host.url: host.faults for host in self._hosts if host.faults}

    def machines(self) -> Sequence[Machine]:
        """Return the hosts in address order. A silent host remains, with the reason and start time."""
        with self._lock:
            return tuple(machine for host in self._hosts for machine in host.machines)

    def take(self) -> list[Frame]:
        """Return the readings since the last call. An unchanged response is the same reading and gives none."""
        with self._lock:
            all_frames = [frame for host in self._hosts for frames in host.answers for frame in frames]
            for host in self._hosts:
                host.answers.clear()
        return all_frames

    def take_events(self) -> list[Event]:
        """Return the new errors (XID) since the last call."""
        with self._lock:
            events = list(self._events)
            self._events.clear()
        return events

    def running(self) -> Mapping[str, Running]:
        """Return nothing: DCGM exporters do not report processes."""
        return {}

    def cost_share(self) -> float | None:
        """Share of one core that asking and reading have taken so far."""
        return sum(self._busy_s.copy().values()) / max(time.monotonic() - self._begun_s, 1e-9)

    @property
    def dropped(self) -> int:
        """Return the number of readings not retrieved in time."""
        return self._dropped

    def close(self) -> None:
        """Stop all threads; current reads end immediately."""
        self._stop.set()
        for host in self._hosts:
            host.fetcher.stop()
        for _ in range(self._workers):
            self._due.put(None)
        # Only the look-up of a name cannot be ended: such a thread ends by itself, and holds nothing.
        end_s = time.monotonic() + _CLOSING_S
        for thread in self._threads:
            thread.join(max(0.0, end_s - time.monotonic()))
