"""The driver of this machine on the command line: one that does not answer is named soon, and waited for a while longer."""

from collections.abc import Callable
from typing import TypeVar

from gpudesk.cli.terminal.output import error_line

_MOST_S = 30.0
"""A driver that is loaded for the first program takes some seconds."""
_T = TypeVar("_T")


def started(make: Callable[[], _T]) -> _T:
    """What `make` opens, as soon as the driver answers.

    Raises:
        NoNvml: there is no driver, or it does not answer for long.
    """
    from gpudesk.monitor.nvml.nvml_library import DriverSilent

    is_announced = False
    while True:
        try:
            return make()
        except DriverSilent as error:
            if error.seconds >= _MOST_S:
                raise
            if not is_announced:
                error_line(f"{error.message.plain()} Still waiting; press Ctrl+C to stop.")
                is_announced = True
