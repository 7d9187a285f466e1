"""Driver events: XIDs (numbered errors) and MIG changes, received by a waiting thread."""

import threading
import time
from collections import deque
from collections.abc import Sequence
from typing import Any

import pynvml

from gpudesk.monitor.nvml.nvml_library import text_of
from gpudesk.monitor.readings.reading import Event

_WAIT_MS = 250
"""How long the thread may take to end."""
_MOST = 10_000


class EventWatch:
    """Waits for reports of some GPUs, from now on; those of before are in the log of the kernel alone."""

    def __init__(self, handles: Sequence[Any]) -> None:
        self.watched: tuple[str, ...] = ()
        """The GPUs that can report. On Windows none can."""
        self._set = pynvml.nvmlEventSetCreate()
        self._found: deque[Event] = deque(maxlen=_MOST)
        self._stop = threading.Event()
        event_mask = pynvml.nvmlEventTypeXidCriticalError | pynvml.nvmlEventMigConfigChange
        watched = []
        for handle in handles:
            try:
                # A call with one kind that is not supported fails as a whole.
                kinds = event_mask & pynvml.nvmlDeviceGetSupportedEventTypes(handle)
                if kinds:
                    pynvml.nvmlDeviceRegisterEvents(handle, kinds, self._set)
                    watched.append(self._uuid(handle))
            except pynvml.NVMLError:
                continue
        self.watched = tuple(watched)
        self._thread = threading.Thread(target=self._wait, name="gpu-events", daemon=True)
        if watched:
            self._thread.start()

    def _wait(self) -> None:
        while not self._stop.is_set():
            try:
                event = pynvml.nvmlEventSetWait_v2(self._set, _WAIT_MS)
            except pynvml.NVMLError as error:
                if error.value == pynvml.NVML_ERROR_TIMEOUT:
                    continue
                # A lost GPU makes the call fail at once: without a pause this thread would take a whole core.
                self._stop.wait(_WAIT_MS / 1000)
                continue
            xid = int(event.eventData) if event.eventType == pynvml.nvmlEventTypeXidCriticalError else None
            self._found.append(Event(self._uuid(event.device), time.time(), xid))

    @staticmethod
    def _uuid(handle: Any) -> str:
        try:
            return text_of(lambda: pynvml.nvmlDeviceGetUUID(handle))
        except pynvml.NVMLError:
            return ""

    def take(self) -> list[Event]:
        """Return the events since the last call."""
        events = []
        while self._found:
            events.append(self._found.popleft())
        return events

    def close(self) -> None:
        """End the thread, then give the set back."""
        self._stop.set()
        if self._thread.ident is not None:
            self._thread.join()
        pynvml.nvmlEventSetFree(self._set)
