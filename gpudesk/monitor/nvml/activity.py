"""Activity of GPU units (SM, tensor cores, DRAM) from NVML GPM: the difference between two samples."""

import ctypes
import struct
import time
from collections.abc import Callable, Mapping
from typing import Any

import pynvml

from gpudesk.monitor.nvml.nvml_calls import ACTIVITIES
from gpudesk.monitor.nvml.nvml_library import lack_of
from gpudesk.monitor.nvml.nvml_quick import function_of
from gpudesk.monitor.readings.reading import Lack

_APART_S = 0.1
"""Samples must lie so far apart, by nvml.h."""
_TOLD = struct.Struct("=" + "4xId24x" * len(ACTIVITIES))
"""Of each nvmlGpmMetric_t what became of it and its value."""
_WHERE = pynvml.c_nvmlGpmMetricsGet_t.metrics.offset


class Activity:
    """Two samples that take turns."""

    def __init__(self, take: Callable[[Any], object]) -> None:
        self._take_sample = take
        self._samples = [pynvml.nvmlGpmSampleAlloc(), pynvml.nvmlGpmSampleAlloc()]
        self._taken_s = 0.0
        self._values: dict[str, float] = {}
        self._first = True
        self._asked = pynvml.c_nvmlGpmMetricsGet_t()
        self._asked.version = pynvml.NVML_GPM_METRICS_GET_VERSION
        self._asked.numMetrics = len(ACTIVITIES)
        for at, number in enumerate(ACTIVITIES):
            self._asked.metrics[at].metricId = number
        self._passed = ctypes.byref(self._asked)

    @classmethod
    def of(cls, handle: Any, instance: int | None = None) -> tuple["Activity | None", Mapping[str, Lack]]:
        """The activity of a GPU, or why there is none. A board may claim support and refuse, so one sample is taken.

        Args:
            handle: of the whole GPU.
            instance: the number of the GPU instance, for a part of it.
        """

        def whole(sample: Any) -> object:
            return pynvml.nvmlGpmSampleGet(handle, sample)

        def part(sample: Any) -> object:
            return pynvml.nvmlGpmMigSampleGet(handle, instance, sample)

        try:
            if not pynvml.nvmlGpmQueryDeviceSupport(handle).isSupportedDevice:
                return None, dict.fromkeys(ACTIVITIES.values(), Lack.UNSUPPORTED)
            activity = cls(whole if instance is None else part)
            activity._take(0)
        except pynvml.NVMLError as error:
            return None, dict.fromkeys(ACTIVITIES.values(), lack_of(error))
        return activity, {}

    def _take(self, which: int) -> None:
        self._take_sample(self._samples[which])
        self._taken_s = time.monotonic()

    def read(self, values: dict[str, float], lacks: dict[str, Lack]) -> None:
        """Add what lay between the sample before and now; the values of before where that is too short ago."""
        if time.monotonic() - self._taken_s >= _APART_S:
            try:
                self._take(1)
                self._values = self._between(lacks)
                self._first = False
            except pynvml.NVMLError as error:
                self._values = {}
                lacks.update(dict.fromkeys(ACTIVITIES.values(), lack_of(error)))
                return
            self._samples.reverse()
        if self._first:
            lacks.update(dict.fromkeys(ACTIVITIES.values(), Lack.WAITING))
        values.update(self._values)

    def _between(self, lacks: dict[str, Lack]) -> dict[str, float]:
        request = self._asked
        request.sample1, request.sample2 = self._samples
        code = function_of("nvmlGpmMetricsGet")(self._passed)
        if code:
            raise pynvml.NVMLError(code)
        answers = _TOLD.unpack_from(request, _WHERE)
        values = {}
        for key, why, value in zip(ACTIVITIES.values(), answers[0::2], answers[1::2], strict=True):
            if why:
                lacks[key] = lack_of(pynvml.NVMLError(why))
            else:
                values[key] = value
        return values

    def close(self) -> None:
        """Give both samples back."""
        for sample in self._samples:
            pynvml.nvmlGpmSampleFree(sample)
