"""A link as a list of links names it: two devices with two ports."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LinkRow:
    """One link; `cell` is its location in the file."""

    a_device: str
    a_port: str
    b_device: str
    b_port: str
    cell: str
