"""The ways for cables of a plan: drawn as it says, or hung by rule above the rows that were built."""

from gpudesk.core.floor.floor_items import outline_points
from gpudesk.core.plan.plan import Plan
from gpudesk.core.plan.plan_fabric import PlanPathway
from gpudesk.operations.cabling.pathway_operations import add_pathway
from gpudesk.operations.cabling.propose_pathways import CROSS_EVERY_MM, DUCT_DEPTH_MM, DUCT_WIDTH_MM, join_halls, propose_pathways
from gpudesk.operations.plan.build_power import Places
from gpudesk.project.edit import Edit


def build_ways(edit: Edit, plan: Plan, places: Places) -> None:
    """Draw the ways of a plan, hang its trays, and lead its ducts from hall to hall.

    Raises:
        Refused: a line or a size has no meaning.
    """
    for way in plan.pathways:
        _draw(edit, way, places)
    hung: list[int] = []
    for trays in plan.trays:
        hall = int(places.halls[trays.hall])
        rows = [int(row) for row, planned in zip(places.rows, plan.rows, strict=True) if planned.hall == trays.hall]
        filled = {rack.row for rack in plan.racks if rack.hall == trays.hall}
        if not filled - {None}:
            continue
        every = CROSS_EVERY_MM if trays.cross_every_mm is None else trays.cross_every_mm
        propose_pathways(edit, [hall], trays.width_mm, trays.depth_mm, trays.cross_width_mm, every, rows)
        if trays.duct_mm is not None:
            sizes = trays.duct_width_mm or DUCT_WIDTH_MM, trays.duct_depth_mm or DUCT_DEPTH_MM
            for earlier in hung:
                join_halls(edit, [earlier, hall], trays.duct_mm, *sizes)
        hung.append(hall)


def _draw(edit: Edit, way: PlanPathway, places: Places) -> None:
    settings = {
        name: getattr(way, name)
        for name in ("width_mm", "depth_mm", "length_mm", "fill_percent", "load_kg_per_m", "bend_radius_mm", "carries")
    }
    points = [(float(x), float(y)) for x, y in outline_points(way.outline)]
    to_hall = None if way.to_hall is None else int(places.halls[way.to_hall])
    add_pathway(edit, int(places.halls[way.hall]), way.kind, points, way.name, way.height_mm, to_hall, settings, way.notes, way.phase)
