"""The driver library: opened once, with classified errors and untrusted texts."""

import threading
from collections.abc import Callable
from typing import Any

import pynvml

from gpudesk.core.messages.errors import DeskError
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.monitor.readings.answers import ANSWER_S, Call
from gpudesk.monitor.readings.pace import Pace
from gpudesk.monitor.readings.reading import Lack

_CONTEXT = "monitor"


class NoNvml(DeskError):
    """The GPUs of this machine cannot be read: there is no driver, or it does not answer."""


def _no_library() -> NoNvml:
    text = QT_TRANSLATE_NOOP("monitor", "This machine has no NVIDIA driver: its library (NVML) was not found.")
    fix = QT_TRANSLATE_NOOP("monitor", "Install the driver, or monitor another machine.")
    return NoNvml(Message(_CONTEXT, text), Message(_CONTEXT, fix))


def _reason(value: int) -> tuple[str, str]:
    """What went wrong at the start, and what to do about it."""
    if value == pynvml.NVML_ERROR_DRIVER_NOT_LOADED:
        return (
            QT_TRANSLATE_NOOP("monitor", "The NVIDIA driver is installed but not loaded."),
            QT_TRANSLATE_NOOP("monitor", "Load it (modprobe nvidia), or restart the machine after installing it."),
        )
    if value == pynvml.NVML_ERROR_NO_PERMISSION:
        return (
            QT_TRANSLATE_NOOP("monitor", "This user has no access to the NVIDIA driver."),
            QT_TRANSLATE_NOOP("monitor", "Request access to /dev/nvidiactl and /dev/nvidia*."),
        )
    if value == pynvml.NVML_ERROR_LIB_RM_VERSION_MISMATCH:
        return (
            QT_TRANSLATE_NOOP("monitor", "The NVIDIA library and the loaded driver have different versions."),
            QT_TRANSLATE_NOOP("monitor", "The driver was updated: restart the machine."),
        )
    return (
        QT_TRANSLATE_NOOP("monitor", "The NVIDIA driver returned error {code}."),
        QT_TRANSLATE_NOOP("monitor", "Check the output of nvidia-smi."),
    )


class DriverSilent(NoNvml):
    """The call that starts the driver has not returned. It continues: another attempt waits for the same call.

    Attributes:
        seconds: since the call.
    """

    def __init__(self, seconds: float) -> None:
        text = QT_TRANSLATE_NOOP("monitor", "The NVIDIA driver has not responded for {seconds} s.")
        fix = QT_TRANSLATE_NOOP("monitor", "It may be loading. If this persists, check the kernel log for errors.")
        super().__init__(Message(_CONTEXT, text, {"seconds": round(seconds)}), Message(_CONTEXT, fix))
        self.seconds = seconds


class _Starting:
    """The single call that starts the driver, while in progress."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._call: Call[object] | None = None

    def call(self, pace: Pace | None) -> Call[object]:
        """Return the call in progress, or a new one."""
        with self._lock:
            if self._call is None:
                self._call = Call(pynvml.nvmlInit, pace, "driver-call")
            return self._call

    def taken(self, call: Call[object]) -> bool:
        """Return whether the opening of a call belongs to the caller: it is counted once."""
        with self._lock:
            is_own = self._call is call
            if is_own:
                self._call = None
            return is_own


_STARTING = _Starting()


def open_library(pace: Pace | None = None, wait_s: float = ANSWER_S) -> None:
    """Open the library; closing is counted, so each call needs one `close_library`.

    Raises:
        DriverSilent: the driver has not responded in time.
        NoNvml: there is no driver, or it does not respond; with the reason.
    """
    while True:
        call = _STARTING.call(pace)
        if not call.wait(wait_s):
            raise DriverSilent(call.waits_s)
        if _STARTING.taken(call):
            break
    try:
        call.answer()
    except pynvml.NVMLError as error:
        raise refusal(error) from error


def refusal(error: pynvml.NVMLError) -> NoNvml:
    """Why the driver as a whole does not answer, by the error that it gave."""
    if error.value == pynvml.NVML_ERROR_LIBRARY_NOT_FOUND:
        return _no_library()
    text, fix = _reason(error.value)
    return NoNvml(Message(_CONTEXT, text, {"code": error.value}), Message(_CONTEXT, fix))


def close_library() -> None:
    """Release the library."""
    pynvml.nvmlShutdown()


_LACKS = {
    pynvml.NVML_ERROR_NOT_SUPPORTED: Lack.UNSUPPORTED,
    pynvml.NVML_ERROR_FUNCTION_NOT_FOUND: Lack.OLD_DRIVER,
    pynvml.NVML_ERROR_NO_PERMISSION: Lack.NO_PERMISSION,
    pynvml.NVML_ERROR_GPU_IS_LOST: Lack.LOST,
    pynvml.NVML_ERROR_ARGUMENT_VERSION_MISMATCH: Lack.OLD_DRIVER,
}


def lack_of(error: pynvml.NVMLError) -> Lack:
    """Why there is no value. Errors of pynvml cannot be hashed or compared; their number can."""
    return _LACKS.get(error.value, Lack.FAILED)


def text_of(read: Callable[[], Any]) -> str:
    """Return a text of the driver; invalid UTF-8 is replaced, because Windows drivers return names in other encodings.

    Raises:
        pynvml.NVMLError: the driver does not provide it.
    """
    try:
        text = read()
    except UnicodeDecodeError as error:
        text = error.object
    return text.decode("utf-8", "replace") if isinstance(text, bytes) else str(text)
