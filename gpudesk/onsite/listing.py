"""Output of a tool about a fabric, with the other data for the comparison: names by GUID, and the file name."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gpudesk.core.running.progress import Progress
from gpudesk.formats.fabric.fabric_listing import read_fabric_listing
from gpudesk.formats.fabric.seen_links import SeenLinks
from gpudesk.onsite.name_map import read_name_map


@dataclass(frozen=True, slots=True, eq=False)
class Listing:
    """A file that was read.

    Attributes:
        name: of the file.
        names: GUID to the name by which the plan calls a node.
        names_file: the file of the names, "" for none.
    """

    name: str
    seen: SeenLinks
    names: Mapping[int, str] = field(default_factory=dict)
    names_file: str = ""


def read_listing(path: Path, names: Path | None = None, progress: Progress | None = None) -> Listing:
    """Read what ibnetdiscover or iblinkinfo printed.

    Args:
        names: a file as ibnetdiscover takes it with --node-name-map.

    Raises:
        UnreadableTable: a file cannot be read, or is none of that form; every fault is named with its line.
        Cancelled: the work was stopped.
    """
    named = {} if names is None else read_name_map(names)
    return Listing(path.name, read_fabric_listing(path, progress), named, "" if names is None else names.name)
