"""Ways for cables by rule: trays above the rows of a hall, and ducts between halls."""

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np

from gpudesk.core.cabling.pathway_halls import OPEN
from gpudesk.core.cabling.pathway_kinds import PathwayKind
from gpudesk.core.cabling.pathway_proposal import proposed_trays
from gpudesk.core.floor.floor_items import outline_points, outline_text
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.floor.systems_in_rows import systems_in_rows
from gpudesk.derived.ports.port_spots import standing
from gpudesk.operations.cabling.pathway_operations import BOUNDS, DEPTH_MM, WIDTH_MM, add_pathway, checked_pathway, usual_height_mm
from gpudesk.operations.run.new_names import next_names
from gpudesk.operations.run.run import operation
from gpudesk.project.edit import Edit

_CONTEXT = "operations"
CROSS_EVERY_MM = 12_000
"""Default maximum distance of cross trays: no cable runs more than half of it along its row to the next one."""
DUCT_WIDTH_MM, DUCT_DEPTH_MM = 600, 300


@operation
def propose_pathways(
    edit: Edit,
    hall_ids: Sequence[int],
    width_mm: int = WIDTH_MM,
    depth_mm: int = DEPTH_MM,
    cross_width_mm: int | None = None,
    cross_every_mm: int = CROSS_EVERY_MM,
    row_ids: Sequence[int] | None = None,
) -> list[int]:
    """Add a cable tray above every row of racks of some halls, and cross trays that join them; returns the new pathways.

    Rack-scale systems and CDUs in line with the racks of a row belong to it.

    Rows that already have a pathway of this operation, by its name, are skipped.

    Args:
        cross_width_mm: of the cross trays, by default as wide as the others.
        cross_every_mm: maximum distance between them.
        row_ids: only these rows.

    Raises:
        Refused: a hall is unknown, a size is invalid, or no row has racks.
    """
    sizes = checked_pathway({"width_mm": width_mm, "depth_mm": depth_mm})
    across = checked_pathway({"width_mm": cross_width_mm or width_mm, "depth_mm": depth_mm})
    if not 1000 <= cross_every_mm <= BOUNDS["length_mm"][1]:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Trays across the rows must be at least 1 m apart.")))
    pathways: list[int] = []
    for hall_id in hall_ids:
        edit.row("hall", hall_id)
        pathways += _hung(edit, hall_id, sizes, across, cross_every_mm, row_ids)
    if not pathways:
        text = QT_TRANSLATE_NOOP("operations", "Every row of racks already has a tray.")
        raise Refused(Message(_CONTEXT, text))
    text = QT_TRANSLATE_NOOP("operations", "Add {count} {count|tray|trays} above the rows")
    edit.title = Message(_CONTEXT, text, {"count": len(pathways)})
    return pathways


def _hung(
    edit: Edit, hall_id: int, sizes: dict[str, int], across: dict[str, int], cross_every_mm: int, row_ids: Sequence[int] | None
) -> list[int]:
    racks, rows, ways = edit.columns("rack"), edit.columns("rack_row"), edit.columns("pathway")
    bodies = edit.present().cached(standing)
    rack_places = np.flatnonzero((racks["hall_id"] == hall_id) & (racks["row_id"] != ABSENT))
    if row_ids is not None:
        rack_places = rack_places[np.isin(racks["row_id"][rack_places], list(row_ids))]
    names = set(ways["name"][ways["hall_id"] == hall_id].tolist())
    named = dict(zip(rows.ids.tolist(), rows["name"].tolist(), strict=True))
    covered = [row for row in np.unique(racks["row_id"][rack_places]).tolist() if f"Tray {named[row]}" in names]
    rack_places = rack_places[~np.isin(racks["row_id"][rack_places], covered)]
    if not len(rack_places):
        return []
    systems, rows_of_systems = systems_in_rows(edit.present(), rack_places, with_cdus=True)
    shapes = bodies.shapes.pick(np.concatenate([rack_places, systems]))
    half = np.linalg.norm(shapes.along, axis=1)
    of_row, angle = (
        np.concatenate([racks["row_id"][rack_places], rows_of_systems]),
        bodies.angle_ddeg[np.concatenate([rack_places, systems])],
    )
    trays = proposed_trays(of_row, angle, shapes.centre, half, cross_every_mm)
    height = usual_height_mm(edit, hall_id)
    numbered = next_names(names, "Cross tray ", 1)
    phases = {row: int(racks["phase"][racks["row_id"] == row].min()) for row in np.unique(racks["row_id"][rack_places]).tolist()}
    first = min(phases.values())
    columns: dict[str, Any] = {
        "hall_id": np.full(len(trays), hall_id, np.int64),
        "kind": np.array([PathwayKind.LADDER if tray.row is None else PathwayKind.TRAY for tray in trays], np.int64),
        "name": [next(numbered) if tray.row is None else f"Tray {named[tray.row]}" for tray in trays],
        "outline": [outline_text(tray.line) for tray in trays],
        "height_mm": np.full(len(trays), height, np.int64),
        "width_mm": np.array([(across if tray.row is None else sizes)["width_mm"] for tray in trays], np.int64),
        "depth_mm": np.full(len(trays), sizes["depth_mm"], np.int64),
        "phase": np.array([first if tray.row is None else phases[tray.row] for tray in trays], np.int64),
    }
    ids: Ids = edit.insert_many("pathway", columns)
    pathway_ids: list[int] = ids.tolist()
    return pathway_ids


@operation
def join_halls(
    edit: Edit, hall_ids: Sequence[int], length_mm: int, width_mm: int = DUCT_WIDTH_MM, depth_mm: int = DUCT_DEPTH_MM
) -> list[int]:
    """Add a conduit from each of some halls to each other one, between ends of cable trays; returns the new pathways.

    Args:
        length_mm: of each conduit; change those that differ.

    Raises:
        Refused: fewer than two halls are named, one is unknown or has no cable tray, or a size is invalid.
    """
    halls = list(dict.fromkeys(hall_ids))
    if len(halls) < 2:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Select two or more halls to connect.")))
    ends = {hall: _tray_end(edit, hall) for hall in halls}
    names = {hall: str(edit.row("hall", hall)["name"]) for hall in halls}
    settings = {"width_mm": width_mm, "depth_mm": depth_mm, "length_mm": length_mm}
    duct_ids = []
    for one, other in itertools.combinations(halls, 2):
        (x0, y0, height), (x1, y1, _) = ends[one], ends[other]
        duct_ids.append(
            add_pathway(edit, one, PathwayKind.DUCT, [(x0, y0), (x1, y1)], f"{names[one]} – {names[other]}"[:100], height, other, settings)
        )
    text = QT_TRANSLATE_NOOP("operations", "Connect {count} {count|hall|halls} by ducts")
    edit.title = Message(_CONTEXT, text, {"count": len(halls)})
    return duct_ids


def _tray_end(edit: Edit, hall_id: int) -> tuple[int, int, int]:
    """Where a duct meets the trays of a hall: the end of its first tray across, or of its first one; x, y and height."""
    ways = edit.columns("pathway")
    hall = edit.row("hall", hall_id)
    tray_places = np.flatnonzero((ways["hall_id"] == hall_id) & np.isin(ways["kind"], [int(kind) for kind in OPEN]))
    if not len(tray_places):
        text = QT_TRANSLATE_NOOP("operations", "{name} has no tray in which a duct can end.")
        fix = QT_TRANSLATE_NOOP("operations", "Add trays above its rows first.")
        raise Refused(Message(_CONTEXT, text, {"name": str(hall["name"])}), Message(_CONTEXT, fix))
    across = tray_places[ways["kind"][tray_places] == PathwayKind.LADDER]
    place = int((across if len(across) else tray_places)[0])
    x, y = outline_points(str(ways["outline"][place]))[0].tolist()
    return round(x), round(y), int(ways["height_mm"][place])
