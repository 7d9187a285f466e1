"""The response of a process that reads an untrusted file: data only, nothing executable.

A file may have compromised the process that read it, so its response is equally untrusted. It is a pickle whose names are looked up
in a closed list: records, enumerations and exceptions of this program, paths, dates and arrays of NumPy. Any other name aborts the
reading (https://docs.python.org/3/library/pickle.html#restricting-globals).
"""

import io
import pickle
from dataclasses import is_dataclass
from enum import Enum
from typing import Any

from gpudesk.core.messages.errors import DeskError

_PROTOCOL = 5
_BUILTINS = frozenset({"set", "frozenset", "complex", "bytearray", "range", "slice"})
_OTHERS = frozenset(
    {
        ("pathlib", "PosixPath"),
        ("pathlib", "PurePosixPath"),
        ("datetime", "date"),
        ("datetime", "datetime"),
        ("datetime", "time"),
        ("datetime", "timedelta"),
        ("datetime", "timezone"),
        ("collections", "OrderedDict"),
        ("collections", "deque"),
        ("numpy", "ndarray"),
        ("numpy", "dtype"),
        ("numpy.core.multiarray", "_reconstruct"),
        ("numpy.core.multiarray", "scalar"),
        ("numpy.core.numeric", "_frombuffer"),
        ("numpy._core.multiarray", "_reconstruct"),
        ("numpy._core.multiarray", "scalar"),
        ("numpy._core.numeric", "_frombuffer"),
    }
)


def packed(value: Any) -> bytes:
    """The answer as bytes."""
    return pickle.dumps(value, _PROTOCOL)


def unpacked(content: bytes) -> Any:
    """The answer that `packed` made.

    Raises:
        pickle.UnpicklingError: it names something that is no data. Damaged bytes may raise anything that pickle raises.
    """
    return _Reader(io.BytesIO(content)).load()


class _Reader(pickle.Unpickler):
    """Finds the names of the closed list and no others."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("builtins", "getattr"):
            return _member
        if (module, name) in _OTHERS or (module == "builtins" and name in _BUILTINS):
            return super().find_class(module, name)
        # Names with a dot reach into classes, and so to their functions.
        if module.startswith("gpudesk.") and "." not in name:
            value = super().find_class(module, name)
            if isinstance(value, type) and _is_record(value):
                return value
        raise pickle.UnpicklingError(f"{module}.{name} is no data")


def _member(kind: object, name: str) -> Enum:
    """A member of an enumeration, which Python 3.11.0 to 3.11.3 write as `getattr(class, name)`.

    Raises:
        pickle.UnpicklingError: it is none.
    """
    if isinstance(kind, type) and issubclass(kind, Enum) and name in kind.__members__:
        return kind[name]
    raise pickle.UnpicklingError(f"{kind!r} has no member {name!r}")


def _is_record(kind: type) -> bool:
    """Return whether a class of this program holds values: a record, an enumeration, a named tuple or an exception."""
    return is_dataclass(kind) or issubclass(kind, Enum | DeskError) or (issubclass(kind, tuple) and hasattr(kind, "_fields"))
