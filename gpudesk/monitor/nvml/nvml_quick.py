"""NVML calls for ten queries per second: function lookup and response layout are prepared once.

The nvidia-ml-py wrappers repeat both for each call, which takes longer than the call. Its library and its structures are used.
"""

import ctypes
import struct
from collections.abc import Callable, Sequence
from typing import Any

import pynvml

from gpudesk.monitor.nvml.nvml_library import lack_of
from gpudesk.monitor.readings.reading import Lack

Bound = Callable[[], Sequence[float]]
"""A call of one GPU."""
Bind = Callable[[Any], Bound]
"""Makes it, of the handle of the GPU."""

_UNSIGNED = "Q" if ctypes.sizeof(ctypes.c_ulong) == 8 else "I4x"
_LAYOUTS = {0: "d", 1: "I4x", 2: _UNSIGNED, 3: "Q", 4: "q", 5: "i4x", 6: "H6x"}
"""Layout of a field value in its eight bytes, by the type returned with it (nvmlValueType_t)."""
_FIELD = "24xII"
"""Of nvmlFieldValue_t before the value: its type and what became of it."""
_PER_FIELD = 3


def function_of(name: str) -> Any:
    """A function of the driver's library.

    Raises:
        pynvml.NVMLError: the driver does not have it.
    """
    return pynvml._nvmlGetFunctionPointer(name)


def bound(name: str, answer: Any, layout: str, *arguments: Any, factor: float = 1.0, version: int | None = None) -> Bind:
    """Return a call whose response is written to its last argument.

    Args:
        answer: the type of the response.
        layout: layout of the numbers in it, as for `struct`.
        arguments: those between handle and response.
        factor: conversion from its unit to the metric unit.
        version: version of a versioned structure.
    """
    read = struct.Struct(f"={layout}").unpack_from

    def bind(handle: Any) -> Bound:
        function, response = function_of(name), answer()
        if version is not None:
            response.version = version
        passed = (handle, *arguments, ctypes.byref(response))

        def ask() -> Sequence[float]:
            code = function(*passed)
            if code:
                raise pynvml.NVMLError(code)
            numbers: Sequence[float] = read(response)
            return numbers

        def ask_scaled() -> Sequence[float]:
            return tuple(factor * value for value in ask())

        return ask if factor == 1.0 else ask_scaled

    return bind


class FieldsOf:
    """Values requested by number, many in one call, for one GPU. Not thread-safe.

    Args:
        asked: key, number, scope and factor of each.
    """

    def __init__(self, handle: Any, asked: Sequence[tuple[str, int, int, float]]) -> None:
        self._named = tuple((_PER_FIELD * at + 1, key, factor) for at, (key, _, _, factor) in enumerate(asked))
        self._told = (pynvml.c_nvmlFieldValue_t * len(asked))()
        for one, (_, number, scope, _) in zip(self._told, asked, strict=True):
            one.fieldId, one.scopeId = number, scope
        self._passed = (handle, ctypes.c_int32(len(asked)), ctypes.byref(self._told))
        self._lay_out(tuple(0 for _ in asked))

    def _lay_out(self, kinds: tuple[int, ...]) -> None:
        self._kinds = kinds
        self._unpack = struct.Struct("=" + "".join(_FIELD + _LAYOUTS.get(kind, _UNSIGNED) for kind in kinds)).unpack_from

    def read(self, values: dict[str, float], lacks: dict[str, Lack]) -> None:
        """Query all of them, and add each value or the reason that it is missing."""
        try:
            code = function_of("nvmlDeviceGetFieldValues")(*self._passed)
        except pynvml.NVMLError as error:
            code = error.value
        if code:
            lacks.update(dict.fromkeys((key for _, key, _ in self._named), lack_of(pynvml.NVMLError(code))))
            return
        unpacked = self._unpack(self._told)
        if unpacked[0::_PER_FIELD] != self._kinds:
            # Of what type a value is the driver says with it: it does so in the same way each time, but for those that it does not give.
            self._lay_out(unpacked[0::_PER_FIELD])
            unpacked = self._unpack(self._told)
        for at, key, factor in self._named:
            if unpacked[at]:
                lacks[key] = lack_of(pynvml.NVMLError(unpacked[at]))
            else:
                values[key] = factor * unpacked[at + 1]
