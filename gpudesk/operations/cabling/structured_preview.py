"""Preview of routing links over panels: locations of panels, parts to purchase, and racks without room."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpudesk.core.running.progress import Progress
from gpudesk.core.values.columns import ABSENT
from gpudesk.core.values.natural_order import natural_ranks
from gpudesk.derived.cabling.cable_figures import counts_by_phase, laid_cables
from gpudesk.derived.cabling.panel_sets import PanelsAt
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.cabling.structure_cabling import MOST_FIBRES, Structured, structure_cabling
from gpudesk.operations.run.dry_run import tried
from gpudesk.project.edit import Edit
from gpudesk.project.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class PanelRack:
    """New panels in one rack.

    Attributes:
        new: whether the rack is added for them.
        units: the lowest unit of each panel, descending.
        cassettes: number of cassettes in them.
    """

    name: str
    new: bool
    units: tuple[int, ...]
    cassettes: int


@dataclass(frozen=True, slots=True)
class Bought:
    """New items of one type, with their number and the total length of cables in meters (None if they are not cables)."""

    key: str
    title: str
    count: int
    metres: float | None = None


@dataclass(frozen=True, slots=True)
class StructuredPreview:
    """The result of the operation.

    Attributes:
        racks: the racks with new panels, in the order of their names.
        full: names of the racks without free units for all required panels.
        bought: items in addition to the existing ones, panels first.
    """

    done: Structured
    racks: tuple[PanelRack, ...]
    full: tuple[str, ...]
    bought: tuple[Bought, ...]


def preview_structured(
    snapshot: Snapshot,
    network_ids: Sequence[int] = (),
    at: str = PanelsAt.RACK,
    *,
    most_fibres: int = MOST_FIBRES[1],
    cable_first: bool = False,
    progress: Progress | None = None,
) -> StructuredPreview:
    """What `structure_cabling` would do, without doing it.

    Args:
        cable_first: after `cable_project` of the same networks.

    Raises:
        Refused: as `structure_cabling`.
        Cancelled: the work was stopped.
    """
    done: list[Structured] = []

    def write(edit: Edit) -> None:
        if cable_first:
            cable_project(edit, network_ids)
        done.append(structure_cabling(edit, network_ids, most_fibres=most_fibres, at=at))

    after = tried(snapshot, write, progress or Progress())
    return preview_of(after, done[0])


def preview_of(after: Snapshot, done: Structured) -> StructuredPreview:
    """The preview of a completed operation: `after` is the project with it."""
    names = {int(row): str(name) for row, name in zip(after["rack"].ids, after["rack"]["name"], strict=True)}
    return StructuredPreview(done, _racks(after, done, names), tuple(names[rack] for rack in done.full), _bought(after, done))


def _racks(after: Snapshot, done: Structured, names: dict[int, str]) -> tuple[PanelRack, ...]:
    devices = after["device"]
    panels, cassettes = (devices.positions(np.array(ids, np.int64)) for ids in (done.panels, done.cassettes))
    holders = devices["rack_id"][devices.positions(devices["parent_id"][cassettes])]
    seated = Counter(holders.tolist())
    rack_of = devices["rack_id"][panels]
    racks = sorted({*rack_of.tolist(), *seated})
    ranks = natural_ranks([names[rack] for rack in racks])
    return tuple(
        PanelRack(
            names[rack],
            rack in done.racks,
            tuple(sorted((devices["position"][panels[rack_of == rack]] // 2 + 1).tolist(), reverse=True)),
            seated[rack],
        )
        for _, rack in sorted(zip(ranks.tolist(), racks, strict=True))
    )


def _bought(after: Snapshot, done: Structured) -> tuple[Bought, ...]:
    devices, types = after["device"], after.types
    pieces = Counter(devices["type_id"][devices.positions(np.array([*done.panels, *done.cassettes], np.int64))].tolist())
    bought = [Bought(types[piece_type].key, types[piece_type].title, count) for piece_type, count in pieces.items()]
    laid, cables = after.cached(laid_cables), after["cable"]
    # The new cables are the last ones of the table, by their ids.
    new = cables.ids[laid.leg] >= _first_new(after, done)
    new &= laid.type_id != ABSENT
    phases = np.unique(laid.phase)
    metres: Counter[int] = Counter()
    counts: Counter[int] = Counter()
    for type_id, length_mm, by_phase in counts_by_phase(laid.type_id[new], laid.length_mm[new], laid.phase[new], phases):
        counts[type_id] += int(by_phase.sum())
        metres[type_id] += int(by_phase.sum()) * max(length_mm, 0)
    bought += [
        Bought(types[cable_type].key, types[cable_type].title, count, metres[cable_type] / 1000) for cable_type, count in counts.items()
    ]
    return tuple(bought)


def _first_new(after: Snapshot, done: Structured) -> int:
    return int(after["cable"].ids[after["cable"].rows - done.laid])
