"""How the C library treats memory that arrays give back."""

import ctypes
import sys
from functools import lru_cache

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""Parameters of mallopt(3)."""
TRIM_BYTES = 64 * 2**20
MMAP_BYTES = 32 * 2**20
"""The largest that glibc takes."""


@lru_cache(maxsize=1)
def keep_freed_memory() -> bool:
    """Let glibc keep some freed memory for the next arrays; returns whether this is supported. Other C libraries are unchanged.

    A column of 20,000 rows exceeds glibc's default threshold, so each edit would return the old columns to the system and have new
    pages faulted in: four fifths of the time of making the next snapshot.
    """
    if sys.platform != "linux":
        return False
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    return mallopt is not None and bool(mallopt(_MMAP_THRESHOLD, MMAP_BYTES)) and bool(mallopt(_TRIM_THRESHOLD, TRIM_BYTES))
