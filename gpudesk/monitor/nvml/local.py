"""The GPUs of this machine as a source: one thread per GPU, one for driver events, one for processes."""

import math
import socket
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import pynvml

from gpudesk.monitor.host.host_load import HostLoad
from gpudesk.monitor.host.process_trees import ProcessTrees, TreeProcess
from gpudesk.monitor.nvml.events import EventWatch
from gpudesk.monitor.nvml.nvml import NvmlGpu, NvmlMachine
from gpudesk.monitor.nvml.sampler import Rates, Sampler
from gpudesk.monitor.nvml.silent_gpus import Silent
from gpudesk.monitor.nvml.topology import Topology, error_sums, topology_of
from gpudesk.monitor.readings.answers import ANSWER_S, Call
from gpudesk.monitor.readings.pace import Pace
from gpudesk.monitor.readings.reading import Event, Frame, GpuFacts, with_more
from gpudesk.monitor.readings.source import Machine, Running, SourceKind

_PROCESSES_S = 1.0
"""Seconds between two looks at the processes; the driver's own window for their activity is as long."""
_LINKS_S = 30.0
"""Seconds between two looks at the links."""
_LOOK_S = 0.5
"""So long the look at one GPU may hold up that at the next."""


class LocalSource:
    """Reads this machine until it is closed. Opening may take seconds where the driver has to be loaded: do it off the interface.

    Raises:
        NoNvml: there is no driver, or it does not answer.
    """

    kind = SourceKind.NVML

    def __init__(self, rates: Rates | None = None, pace: Pace | None = None) -> None:
        """Args:
        pace: the clock by which readings are due and answers late; that of this machine if none is given.
        """
        self.name = socket.gethostname()
        self._pace = pace
        self._machine = NvmlMachine(pace)
        self._gpus = tuple(self._machine.gpus)
        self._running: dict[str, Running] = {}
        self._load: Mapping[str, float] = {}
        self._topology = Topology()
        self._sums: Mapping[str, Mapping[str, float]] = {}
        self._new_sums: set[str] = set()
        self._counts: dict[str, dict[tuple[int, str], int]] = {}
        self._trees: ProcessTrees | None = None
        self._tree: Mapping[int, TreeProcess] = {}
        self._ended = False
        self._woken = threading.Event()
        self._watch: EventWatch | None = None
        self._silent: Silent = Silent()
        try:
            self._watch = self._machine.watch_events()
        except pynvml.NVMLError:
            # A driver without events (Windows, a container that is not allowed to) still gives readings.
            self._watch = None
        self._rates = rates
        self._samplers = [Sampler(self._gpus, rates, pace)]
        self._look_calls: dict[str, Call[None]] = {}
        self._processes = threading.Thread(target=self._look, name="gpu-processes", daemon=True)
        self._processes.start()

    def _look(self) -> None:
        links_s = -math.inf
        host = HostLoad()
        while True:
            self._load = host.look()
            gpus = [gpu for gpu in self._gpus if gpu.facts.uuid not in self._silent]
            if time.monotonic() - links_s >= _LINKS_S:
                links_s = time.monotonic()
                whole = [(gpu.handle, gpu.facts) for gpu in gpus if not gpu.facts.parent]
                self._ask("links", partial(self._look_at_links, whole))
            for gpu in gpus:
                self._ask(gpu.facts.uuid, partial(self._look_at_processes, gpu))
            if self._rest(time.monotonic() + _PROCESSES_S):
                return

    def _ask(self, what: str, look: Callable[[], None]) -> None:
        """Look, unless the look before has not returned; one that takes long holds up no other."""
        before = self._look_calls.get(what)
        if before is None or before.has_returned:
            self._look_calls[what] = Call(look, self._pace)
            self._look_calls[what].wait(_LOOK_S)

    def _look_at_processes(self, gpu: NvmlGpu) -> None:
        processes, lack = gpu.processes()
        self._running[gpu.facts.uuid] = Running(tuple(processes), lack)

    def _look_at_links(self, whole: Sequence[tuple[Any, GpuFacts]]) -> None:
        topology = topology_of(whole)
        sums_of_gpu = {uuid: error_sums(links, self._counts.setdefault(uuid, {})) for uuid, links in topology.links.items()}
        fresh = {uuid: sums for uuid, sums in sums_of_gpu.items() if sums}
        # Where no link is reported this time the last sums stay: those of the driver may be zero, and a sum that falls misleads.
        self._sums = {**self._sums, **fresh}
        self._new_sums = set(fresh)
        self._topology = topology

    def _rest(self, until_s: float) -> bool:
        """Wait for the next reading; return whether there is none. The first request for the tree is served immediately."""
        while True:
            trees = self._trees
            pids = {process.pid for running in self._running.values() for process in running.processes}
            self._tree = {} if trees is None else trees.look(pids)
            if not self._woken.wait(max(0.0, until_s - time.monotonic())):
                return False
            self._woken.clear()
            if self._ended:
                return True

    @property
    def rates(self) -> Rates:
        """How often each tier is read."""
        return self._samplers[0].rates

    @property
    def watched(self) -> tuple[str, ...]:
        """Return the GPUs whose errors the driver reports as events."""
        return () if self._watch is None else self._watch.watched

    def machines(self) -> Sequence[Machine]:
        """This one."""
        return (
            Machine(
                name=self.name,
                driver=self._machine.driver,
                cuda=self._machine.cuda,
                gpus=tuple(gpu.facts for gpu in self._gpus),
                unreachable=dict(self._machine.unreachable),
                silent_since_s=self._silent.since_s,
                seen_s=time.time(),
            ),
        )

    def take(self) -> list[Frame]:
        """Return the readings since the last call.

        The host load is in the first reading of each GPU, once per host reading. The same applies to link errors, which replace
        the driver totals. A reading without values, as of a lost GPU, is unchanged: this identifies a lost GPU.
        """
        self._adopt()
        frames = [frame for sampler in self._samplers for frame in sampler.take()]
        frames += self._silent.frames(self._silent_gpus(), {gpu.facts.uuid: gpu.facts for gpu in self._gpus})
        if not frames:
            return frames
        load, self._load = self._load, {}
        loaded_uuids: set[str] = set()
        for place, frame in enumerate(frames):
            if not frame.values:
                continue
            more: dict[str, float] = {}
            if frame.uuid not in loaded_uuids:
                loaded_uuids.add(frame.uuid)
                more |= load
            sums = self._sums.get(frame.uuid)
            if sums and (frame.uuid in self._new_sums or not sums.keys().isdisjoint(frame.values)):
                self._new_sums.discard(frame.uuid)
                more |= sums
            if more:
                frames[place] = with_more(frame, more)
        return frames

    def _adopt(self) -> None:
        """Read a GPU too that answers late."""
        late = self._machine.adopt()
        if late:
            self._samplers.append(Sampler(late, self._rates, self._pace))
            self._gpus = tuple(self._machine.gpus)

    def _silent_gpus(self) -> Mapping[str | int, float]:
        """Return the GPUs that do not respond and for how many seconds: by UUID, or by number if they could not be opened."""
        gpus: dict[str | int, float] = dict(self._machine.silent_s().items())
        for sampler in self._samplers:
            gpus.update(sampler.silent().items())
        return gpus

    def take_events(self) -> list[Event]:
        """Return the driver events since the last call."""
        return [] if self._watch is None else self._watch.take()

    def running(self) -> Mapping[str, Running]:
        """The processes of each GPU, about a second old."""
        return dict(self._running)

    def look_at_tree(self, *, wanted: bool) -> None:
        """Look at who began the processes and whom they began, with the processes, or no more."""
        if wanted == (self._trees is None):
            self._trees = ProcessTrees() if wanted else None
            self._woken.set()

    @property
    def tree(self) -> Mapping[int, TreeProcess]:
        """The processes around those on the GPUs, about a second old; empty until they were looked at."""
        return self._tree

    @property
    def topology(self) -> Topology:
        """How its GPUs are linked, at most half a minute old; empty until they were looked at."""
        return self._topology

    def costs_s(self) -> Mapping[str, float]:
        """What each call takes over all GPUs, by its name."""
        return {name: cost for sampler in self._samplers for name, cost in sampler.cost_s.items()}

    def cost_share(self) -> float | None:
        """Share of one core that the threads of the GPUs have taken so far."""
        return sum(sampler.share for sampler in self._samplers)

    @property
    def dropped(self) -> int:
        """Return the number of readings not retrieved in time."""
        return sum(sampler.dropped for sampler in self._samplers)

    def close(self) -> None:
        """Stop all threads, then release the driver; threads waiting for a silent GPU remain until the program ends."""
        self._ended = True
        self._woken.set()
        self._processes.join(ANSWER_S)
        waits = bool(self._silent_gpus()) or any(not call.has_returned for call in self._look_calls.values())
        for sampler in self._samplers:
            sampler.close()
        if self._watch is not None:
            Call(self._watch.close).wait(ANSWER_S)
        if not waits:
            self._machine.close()
