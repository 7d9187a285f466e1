"""A selected object: one object of the project."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ObjectRef:
    """One object of the project: `table` is "rack", "device" or "reservation"."""

    table: str
    id: int
