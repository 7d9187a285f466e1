"""Planned and maximum fill of each cable pathway."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.cabling.pathway_fill import way_area_mm2
from gpudesk.core.cabling.pathway_kinds import PathwayKind
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot, made_from

_PIPES = (PathwayKind.CONDUIT, PathwayKind.DUCT)


@dataclass(frozen=True, slots=True, eq=False)
class WayLimits:
    """Limits of each pathway in table order, shape (ways,).

    Attributes:
        area_mm2: cross-section.
        fill_percent: planned fill: the value of the pathway, otherwise of the site sheet.
        full_percent: maximum fill; never less than the planned fill.
    """

    area_mm2: Reals
    fill_percent: Reals
    full_percent: Reals


@made_from({"pathway": ("kind", "width_mm", "depth_mm", "fill_percent"), "site_value": ()})
def way_limits(snapshot: Snapshot) -> WayLimits:
    """The limits of all pathways (use `snapshot.cached(way_limits)`)."""
    ways, sheet = snapshot["pathway"], snapshot.cached(site_sheet)
    sizes = zip(ways["kind"].tolist(), ways["width_mm"].tolist(), ways["depth_mm"].tolist(), strict=True)
    area = np.array([way_area_mm2(PathwayKind(kind), width, depth) for kind, width, depth in sizes], np.float64)
    pipes = np.isin(ways["kind"], [int(kind) for kind in _PIPES])
    usual = np.where(pipes, sheet.limit("conduit_fill_percent"), sheet.limit("way_fill_percent"))
    planned = np.where(ways["fill_percent"] == ABSENT, usual, ways["fill_percent"])
    return WayLimits(area, planned, np.maximum(sheet.limit("way_full_percent"), planned))
