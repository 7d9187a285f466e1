"""The layout of rack elevations, vectorised from a snapshot: made once a revision."""

from dataclasses import dataclass, replace
from functools import reduce

import numpy as np

from gpudesk.core.hardware.hardware import Face, Mount
from gpudesk.core.racks.placement import Mask, Placed, Reals
from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.core.values.units import EQUIPMENT_WIDTH_21_INCH_MM, PANEL_WIDTH_19_INCH_MM
from gpudesk.derived.racks.device_placement import DEFAULT_PITCH_MM, all_placed, beside_slots
from gpudesk.derived.racks.nesting import nested_in
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.canvas.camera import Bounds
from gpudesk.ui.canvas.refs import Scope
from gpudesk.ui.places.layout.racks.canvas.arrangement import Line
from gpudesk.ui.places.layout.racks.canvas.elevation import (
    BESIDE_MM,
    BETWEEN_LINES_MM,
    CAP_MM,
    FOOT_MM,
    HEAD_MM,
    NUMBERS_MM,
    POST_MM,
    Elevations,
    Entries,
    Reserved,
)
from gpudesk.ui.places.layout.racks.canvas.floor_strip import strip_of
from gpudesk.ui.places.layout.racks.canvas.rack_flow import SCREEN_SHAPE, Flow, flow

_EVERYTHING = Scope()
_SHALLOW_SHARE = 0.5
"""A device less deep than this share of the rack is not seen from the other face."""


def lay_out(
    snapshot: Snapshot,
    lines: tuple[Line, ...],
    faces: Face,
    scope: Scope = _EVERYTHING,
    shape: float = SCREEN_SHAPE,
    wanted: frozenset[int] = frozenset(),
) -> Elevations:
    """The elevations of the racks of `lines`, and the devices of `scope` outside racks.

    Args:
        shape: aspect ratio (width to height) of the view that the racks fill.
        wanted: ids of cooling units to draw although a drawing of all racks omits such units.
    """
    racks, types = snapshot["rack"], snapshot.types
    rack_ids = np.concatenate([line.rack_ids for line in lines]) if lines else np.empty(0, np.int64)
    counts = np.array([len(line.rack_ids) for line in lines], np.int64)
    rack_types = racks["type_id"][racks.positions(rack_ids)]
    half_units = np.nan_to_num(2 * types.numbers("units_u", rack_types)).astype(np.int64)
    pitch = np.nan_to_num(types.numbers("unit_pitch_mm", rack_types), nan=DEFAULT_PITCH_MM)
    wide = types.numbers("rail_width_inch", rack_types) >= 21
    opening = np.where(wide, EQUIPMENT_WIDTH_21_INCH_MM, PANEL_WIDTH_19_INCH_MM)
    side_mm = (np.nan_to_num(types.numbers("outer_width_mm", rack_types), nan=600.0) - opening) / 2
    places = np.nan_to_num(types.numbers("zero_u_per_side", rack_types)).astype(np.int64)
    placed = snapshot.cached(all_placed)

    shown: list[Face] = [Face.FRONT, Face.REAR] if faces is Face.BOTH else [faces]
    # Next to the front rails there is nothing as a rule, and the drawing keeps its room for the next rack.
    channels = []
    for face in shown:
        taken = placed.rack[(placed.mount == Mount.ZERO_U) & (placed.face == face)]
        open_side = (places > 0) & (np.isin(rack_ids, taken) | (face == Face.REAR))
        channels.append(np.where(open_side, np.clip(side_mm, POST_MM, BESIDE_MM * np.maximum(places, 1)), POST_MM))
    cell_width = sum((opening + 2 * channel for channel in channels), start=np.full(len(rack_ids), NUMBERS_MM))
    body = half_units * pitch / 2 + 2 * CAP_MM
    flowing = flow(cell_width, body, counts, shape)
    cell_x, floor_y = flowing.cell_x, flowing.floor_y

    top = floor_y - body - HEAD_MM
    cells = np.stack([cell_x, top, cell_width, body + HEAD_MM + FOOT_MM], axis=1)
    # One face: numbers at its left. Both: numbers between them.
    first_left = cell_x + channels[0] + (NUMBERS_MM if len(shown) == 1 else 0.0)
    lefts = [first_left]
    numbers_x = cell_x + NUMBERS_MM / 2
    if len(shown) == 2:
        after_front = cell_x + opening + 2 * channels[0]
        numbers_x = after_front + NUMBERS_MM / 2
        lefts.append(after_front + NUMBERS_MM + channels[1])

    def by_face(arrays: list[Reals]) -> Reals:
        return np.stack(arrays, axis=1).reshape(-1)

    face_rack = np.repeat(np.arange(len(rack_ids)), len(shown))
    bottom = np.repeat(floor_y - CAP_MM, len(shown))
    drawn_faces = _Faces(
        rack=face_rack,
        rack_id=rack_ids[face_rack],
        face=np.tile(np.array(shown, np.int64), len(rack_ids)),
        left=by_face(lefts),
        width=np.repeat(opening, len(shown)),
        channel=by_face(channels),
        bottom=bottom,
        pitch=pitch[face_rack],
        places=places[face_rack],
    )
    racks_bounds = None
    if len(cells):
        # The names of the lines stand above them.
        named = BETWEEN_LINES_MM if len(flowing.counts) > 1 else 0.0
        far = cells[:, :2] + cells[:, 2:]
        racks_bounds = Bounds(float(cells[:, 0].min()), float(cells[:, 1].min()) - named, float(far[:, 0].max()), float(far[:, 1].max()))
    strip = strip_of(snapshot, scope, racks_bounds, shape, wanted)
    parts = [part for part in (racks_bounds, strip.bounds) if part is not None]
    return Elevations(
        faces=faces,
        line_titles=_titles(snapshot, lines, rack_ids, flowing),
        line_boxes=flowing.boxes,
        rack_ids=rack_ids,
        rack_line=np.repeat(np.arange(len(flowing.counts)), flowing.counts),
        cells=cells,
        half_units=half_units,
        pitch_mm=pitch,
        numbers_x=numbers_x,
        face_rack=face_rack,
        face=drawn_faces.face,
        left=drawn_faces.left,
        width=drawn_faces.width,
        channel=drawn_faces.channel,
        top=bottom - (half_units * pitch / 2)[face_rack],
        bottom=bottom,
        places_beside=drawn_faces.places,
        entries=_entries(snapshot, placed, drawn_faces, shown),
        reserved=_reserved(snapshot["reservation"], drawn_faces, shown),
        floor=strip,
        bounds=reduce(Bounds.united, parts) if parts else Bounds(0.0, 0.0, 1000.0, 1000.0),
    )


@dataclass(frozen=True)
class _Faces:
    rack: Ids
    rack_id: Ids
    face: Ids
    left: Reals
    width: Reals
    channel: Reals
    bottom: Reals
    pitch: Reals
    places: Ids


def ghosts_of(layout: Elevations, before: Snapshot, rack_of: Ids) -> tuple[Entries, Reserved]:
    """What stood in the racks of a layout in another state: devices and reservations, by their places in the tables of that state.

    Args:
        rack_of: for each rack of `before` the id of the rack of the layout that it is, less than 0 for one that is not there.
    """
    faces = _Faces(
        rack=layout.face_rack,
        rack_id=layout.rack_ids[layout.face_rack],
        face=layout.face,
        left=layout.left,
        width=layout.width,
        channel=layout.channel,
        bottom=layout.bottom,
        pitch=layout.pitch_mm[layout.face_rack],
        places=layout.places_beside,
    )
    shown: list[Face] = [Face.FRONT, Face.REAR] if layout.faces is Face.BOTH else [layout.faces]
    racks, placed = before["rack"], before.cached(all_placed)
    entries = _entries(before, replace(placed, rack=rack_of[racks.positions(placed.rack)]), faces, shown)
    reservations = before["reservation"]
    there = Columns({**reservations, "rack_id": rack_of[racks.positions(reservations["rack_id"])]})
    return entries, _reserved(there, faces, shown)


def _titles(snapshot: Snapshot, lines: tuple[Line, ...], rack_ids: Ids, made: Flow) -> tuple[str, ...]:
    """Names of lines; those of the parts of a folded line include the racks they contain."""
    parts = np.bincount(made.owner, minlength=len(lines))
    names = snapshot["rack"]["name"]
    ends = np.cumsum(made.counts)
    titles: list[str] = []
    for owner, low, high in zip(made.owner.tolist(), (ends - made.counts).tolist(), ends.tolist(), strict=True):
        title = lines[owner].title
        if parts[owner] > 1:
            first, last = (names[snapshot["rack"].position(int(rack_ids[place]))] for place in (low, high - 1))
            span = f"{first}–{last}" if high - low > 1 else str(first)
            title = f"{title} · {span}" if title else span
        titles.append(title)
    return tuple(titles)


def _entries(snapshot: Snapshot, placed: Placed, faces: _Faces, shown: list[Face]) -> Entries:
    """Drawn positions of device faces: those seen from the rear first, so that devices in front cover them."""
    devices = snapshot["device"]
    order_of_rack = _places(faces.rack_id[:: len(shown)], placed.rack)
    here = order_of_rack != ABSENT
    placed, order_of_rack = placed.pick(here), order_of_rack[here]
    half = np.where(np.isnan(placed.usable_depth_mm), 800.0, placed.usable_depth_mm) * _SHALLOW_SHARE
    in_units = placed.mount == Mount.UNITS
    seen_through = in_units & ~(placed.depth_mm < half)
    slots = beside_slots(placed)
    parts: list[tuple[Ids, Ids, Mask]] = []
    for number, face in enumerate(shown):
        for behind in (True, False):
            which = np.flatnonzero((placed.face != face) & seen_through if behind else placed.face == face)
            parts.append((which, order_of_rack[which] * len(shown) + number, np.full(len(which), behind)))
    who = np.concatenate([part[0] for part in parts])
    where = np.concatenate([part[1] for part in parts])
    behind_all = np.concatenate([part[2] for part in parts])
    order = np.argsort(where, kind="stable")
    who, where, behind_all = who[order], where[order], behind_all[order]
    shown_of = placed.pick(who)
    side = np.where(shown_of.side == ABSENT, ABSENT, np.where(behind_all, 1 - shown_of.side, shown_of.side))
    left, width, channel = faces.left[where], faces.width[where], faces.channel[where]
    half_pitch = faces.pitch[where] / 2
    x = np.where(side == 1, left + width / 2, left)
    w = np.where(side == ABSENT, width, width / 2)
    is_zero_u = shown_of.mount == Mount.ZERO_U
    room = channel / np.maximum(faces.places[where], 1)
    slot = np.minimum(slots[who], np.maximum(faces.places[where] - 1, 0))
    x_beside = np.where(side == 1, left + width + channel - (slot + 1) * room, left - channel + slot * room)
    top = faces.bottom[where] - shown_of.high * half_pitch
    rects = np.stack(
        [np.where(is_zero_u, x_beside, x), top, np.where(is_zero_u, room, w), (shown_of.high - shown_of.low) * half_pitch],
        axis=1,
    )
    places = devices.positions(shown_of.device)
    type_id, shows = devices["type_id"][places], np.where(behind_all, int(Face.REAR), int(Face.FRONT))
    first = np.arange(len(faces.rack) + 1)
    inner = nested_in(snapshot, places, type_id, rects, shows)
    if not len(inner.drawing):
        return Entries(where, places, type_id, rects, shows, is_zero_u, np.zeros(len(places), bool), np.searchsorted(where, first))
    # What sits in a device is drawn over it, and under what covers it.
    count = len(inner.drawing)
    rank = np.concatenate([np.where(behind_all, 0, 2), np.where(behind_all, 1, 3)[inner.drawing]])
    where = np.concatenate([where, where[inner.drawing]])
    order = np.lexsort([rank, where])
    return Entries(
        face=where[order],
        device=np.concatenate([places, inner.device])[order],
        type_id=np.concatenate([type_id, inner.type_id])[order],
        rects=np.concatenate([rects, inner.rects])[order],
        shows=np.concatenate([shows, inner.shows])[order],
        beside=np.concatenate([is_zero_u, np.zeros(count, bool)])[order],
        nested=np.concatenate([np.zeros(len(places), bool), np.ones(count, bool)])[order],
        first=np.searchsorted(where[order], first),
    )


def _reserved(table: Columns, faces: _Faces, shown: list[Face]) -> Reserved:
    order_of_rack = _places(faces.rack_id[:: len(shown)], table["rack_id"])
    which: list[Ids] = []
    where: list[Ids] = []
    for number, face in enumerate(shown):
        here = np.flatnonzero((order_of_rack != ABSENT) & ((table["face"] == face) | (table["face"] == Face.BOTH)))
        which.append(here)
        where.append(order_of_rack[here] * len(shown) + number)
    places, elevation = np.concatenate(which), np.concatenate(where)
    half_pitch = faces.pitch[elevation] / 2
    high = table["position"][places] + table["height"][places]
    rects = np.stack(
        [
            faces.left[elevation],
            faces.bottom[elevation] - high * half_pitch,
            faces.width[elevation],
            table["height"][places] * half_pitch,
        ],
        axis=1,
    )
    return Reserved(places, elevation, rects)


def _places(known: Ids, wanted: Ids) -> Ids:
    """Index in `known` (unique, any order) of each element of `wanted`, ABSENT if missing."""
    if not len(known):
        return np.full(len(wanted), ABSENT, np.int64)
    order = np.argsort(known)
    at = np.minimum(np.searchsorted(known, wanted, sorter=order), len(known) - 1)
    return np.where(known[order[at]] == wanted, order[at], ABSENT).astype(np.int64)
