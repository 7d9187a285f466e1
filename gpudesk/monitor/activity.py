"""How busy the parts of a GPU are (SM, tensor cores, DRAM), by NVML's GPM: what lies between two samples."""

import time
from collections.abc import Callable, Mapping
from typing import Any

import pynvml

from gpudesk.monitor.nvml_calls import ACTIVITIES
from gpudesk.monitor.nvml_library import lack_of
from gpudesk.monitor.reading import Lack

_APART_S = 0.1
"""Samples must lie so far apart, by nvml.h."""


class Activity:
    """Two samples that take turns."""

    def __init__(self, take: Callable[[Any], object]) -> None:
        self._take_sample = take
        self._samples = [pynvml.nvmlGpmSampleAlloc(), pynvml.nvmlGpmSampleAlloc()]
        self._taken_s = 0.0
        self._values: dict[str, float] = {}
        self._first = True

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
            found = cls(whole if instance is None else part)
            found._take(0)
        except pynvml.NVMLError as error:
            return None, dict.fromkeys(ACTIVITIES.values(), lack_of(error))
        return found, {}

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
        asked = pynvml.c_nvmlGpmMetricsGet_t()
        asked.version = pynvml.NVML_GPM_METRICS_GET_VERSION
        asked.numMetrics = len(ACTIVITIES)
        asked.sample1, asked.sample2 = self._samples
        for at, number in enumerate(ACTIVITIES):
            asked.metrics[at].metricId = number
        pynvml.nvmlGpmMetricsGet(asked)
        found = {}
        for at, key in enumerate(ACTIVITIES.values()):
            told = asked.metrics[at]
            if told.nvmlReturn == pynvml.NVML_SUCCESS:
                found[key] = float(told.value)
            else:
                lacks[key] = lack_of(pynvml.NVMLError(told.nvmlReturn))
        return found

    def close(self) -> None:
        """Give both samples back."""
        for sample in self._samples:
            pynvml.nvmlGpmSampleFree(sample)
