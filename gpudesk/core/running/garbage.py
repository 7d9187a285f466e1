"""Python's cyclic garbage collection, run when the program decides instead of at any allocation. Independent of Qt."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


def collect_if_due() -> int | None:
    """Collect the oldest generation whose count exceeds its threshold, as Python does automatically; returns it, None for none."""
    due = [age for age, (count, most) in enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True)) if most and count > most]
    # The younger ones go along; an old one alone is not due before new objects came.
    if not due or due[0] != 0:
        return None
    age = due[-1]
    gc.collect(age)
    return age


def set_aside(*, whole: bool) -> None:
    """Exclude all existing objects from later collections: modules, tables and the window, which stay.

    A full collection then examines only newer objects, such as a project. Excluded garbage stays until `take_back`.

    Args:
        whole: collect everything first, not only young objects: it takes 0.1 s, and is worthwhile after a large release.
    """
    gc.collect(2 if whole else 1)
    gc.freeze()


def set_aside_loaded() -> None:
    """Exclude all existing objects from later collections, without collecting first: for modules that were just loaded.

    Modules leave almost no garbage. A collection of their 109,000 objects takes 0.05 s of the window's thread.
    """
    gc.freeze()


def take_back() -> None:
    """Include everything in collections again, before a large excluded object is released."""
    gc.unfreeze()


@contextmanager
def left_for_later() -> Iterator[None]:
    """Suspend collection: for work that creates many permanent objects, which Python would examine again and again.

    In the window nothing is collected automatically anyway. A file with 20,000 lines is read in half the time.
    """
    by_itself = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if by_itself:
            gc.enable()
