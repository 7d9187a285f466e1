"""The monitor: what reading eight GPUs ten times a second takes of a core, and what drawing them four times a second does.

The GPUs are those of the library that the tests compile; next to it the interfaces of nvitop and gpustat read the same library, where they
are installed.
"""

import importlib.util
import statistics
import tempfile
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pynvml
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from benchmarks.figures import Figure
from gpudesk.monitor.nvml.local import LocalSource
from gpudesk.monitor.nvml.sampler import Rates
from gpudesk.monitor.readings.reading import Event, Frame, GpuFacts
from gpudesk.monitor.readings.source import Machine, Running, SourceKind
from gpudesk.ui.app.application import Desk
from gpudesk.ui.app.render import settle, wait_until
from gpudesk.ui.toolkit.settings import Settings
from gpudesk.ui.toolkit.style.qt_application import make_application
from tests.monitor import made_library
from tests.monitor.made_frames import seconds

SAMPLING_PERCENT, DRAWING_PERCENT = 1.0, 5.0
SAMPLED_S, DRAWN_S = 20.0, 20.0
LOOKS = 20
PAST_S = 240
GPUS = tuple(GpuFacts(f"GPU-{index}", index, "NVIDIA H100 80GB HBM3", slowdown_c=89.0) for index in range(8))


class _Walk:
    """Eight GPUs whose values wander; their readings come when they are asked for, ten of each a second."""

    kind = SourceKind.DCGM
    name = "random walk"
    dropped = 0

    def __init__(self) -> None:
        # Four minutes of the past, so that the plots are full; what comes then comes at its own time, as from a driver.
        self._made = seconds(PAST_S + 3600, wander_s=600)
        past = [frame for _ in range(PAST_S) for frame in next(self._made)]
        self._begun_s = time.monotonic() - past[-1].mono_s
        self._frames = deque(past)

    def machines(self) -> Sequence[Machine]:
        """One host."""
        return (Machine("node-1", driver="580.1", gpus=GPUS),)

    def take(self) -> list[Frame]:
        """What has come meanwhile."""
        now_s = time.monotonic() - self._begun_s
        while self._frames[-1].mono_s < now_s:
            self._frames += sorted(next(self._made), key=lambda frame: frame.mono_s)
        found = []
        while self._frames[0].mono_s <= now_s:
            found.append(self._frames.popleft())
        return found

    def take_events(self) -> list[Event]:
        """None."""
        return []

    def running(self) -> Mapping[str, Running]:
        """Nothing."""
        return {}

    def cost_share(self) -> float | None:
        """Not of interest here."""
        return None

    def close(self) -> None:
        """Nothing is open."""


def run() -> list[Figure]:
    """Sampling first, in a process without windows yet."""
    with tempfile.TemporaryDirectory(prefix="gpudesk-driver-") as folder:
        machine = made_library.Machine(made_library.build(Path(folder)))
        machine.put_in_place()
        figures = [*_sampling(), *_drawing(), *_others()]
        machine.take_away()
    return figures


def _sampling() -> list[Figure]:
    source = LocalSource(Rates(fast_s=0.1))
    time.sleep(1.0)
    source.take()
    begun_s, busy_s, count = time.monotonic(), time.process_time(), 0
    while time.monotonic() - begun_s < SAMPLED_S:
        time.sleep(0.25)
        count += len(source.take())
    share = (time.process_time() - busy_s) / (time.monotonic() - begun_s)
    dropped = source.dropped
    source.close()
    return [
        Figure("monitor: reading 8 GPUs at 10 Hz", 100 * share, "%", SAMPLING_PERCENT),
        Figure("monitor: readings a second", count / SAMPLED_S, ""),
        Figure("monitor: readings missed", dropped, "", 0),
    ]


def _others() -> list[Figure]:
    """One look at all GPUs, by us and by others: processor time and how long it takes."""
    figures = []
    # nvitop puts functions of its own into nvidia-ml-py as it is loaded: it comes last.
    for name, make in (("gpudesk", _our_look), ("gpustat", _look_of_gpustat), ("nvitop", _look_of_nvitop)):
        look = make()
        if look is None:
            continue
        try:
            look()
        except pynvml.NVMLError:
            # It asks the compiled library for what that does not have.
            continue
        took, busy_s = [], time.process_time()
        for _ in range(LOOKS):
            begun_s = time.perf_counter()
            look()
            took.append(time.perf_counter() - begun_s)
        busy_s = time.process_time() - busy_s
        figures.append(Figure(f"monitor: one reading by {name}, processor time", 1000 * busy_s / LOOKS, "ms"))
        figures.append(Figure(f"monitor: one reading by {name}, elapsed", 1000 * statistics.median(took), "ms"))
    return figures


def _our_look() -> Callable[[], object]:
    from gpudesk.monitor.nvml.nvml import NvmlMachine

    machine = NvmlMachine()
    return lambda: [(gpu.read(), gpu.processes()) for gpu in machine.gpus]


def _look_of_nvitop() -> Callable[[], object] | None:
    if importlib.util.find_spec("nvitop") is None:
        return None
    nvitop = importlib.import_module("nvitop")
    look: Callable[[], object] = nvitop.take_snapshots
    return look


def _look_of_gpustat() -> Callable[[], object] | None:
    if importlib.util.find_spec("gpustat") is None:
        return None
    gpustat = importlib.import_module("gpustat")
    look: Callable[[], object] = gpustat.new_query
    return look


def _drawing() -> list[Figure]:
    application = make_application(["gpudesk"])
    with tempfile.TemporaryDirectory(prefix="gpudesk-monitor-") as folder:
        desk = Desk(Settings(path=Path(folder) / "interface.ini"))
        try:
            desk.window.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
            desk.window.resize(1600, 900)
            desk.show()
            desk.window.go("monitor")
            place = desk.window.monitor
            place.sources.open("walk", _Walk)
            wait_until(lambda: place.model.value("GPU-0", "power_w") is not None)
            _pass(application, 2.0)
            begun_s, busy_s = time.monotonic(), time.process_time()
            _pass(application, DRAWN_S)
            share = (time.process_time() - busy_s) / (time.monotonic() - begun_s)
            return [Figure("monitor: drawing 8 GPUs at 1600×900, 4 Hz", 100 * share, "%", DRAWING_PERCENT)]
        finally:
            desk.close()
            settle()


def _pass(application: QApplication, seconds_long: float) -> None:
    """Let the window live for a while; waiting for events costs nothing."""
    from PySide6.QtCore import QEventLoop, QTimer

    loop = QEventLoop(application)
    QTimer.singleShot(round(1000 * seconds_long), loop.quit)
    loop.exec()
