"""How the arrow keys walk through the one-line diagram."""

import numpy as np

from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.power.branches import Key
from gpudesk.ui.places.power.canvas.power_scene import DiagramScene


def first_part(scene: DiagramScene) -> Key | None:
    """Start of keyboard navigation, or None if nothing is drawn."""
    diagram = scene.diagram
    if diagram is None:
        return None
    if len(diagram.upper):
        return scene.key_of_node(int(diagram.upper[0]))
    return scene.key_of_unit(0) if len(diagram.units) else None


def part_beside(scene: DiagramScene, key: Key, across: int, down: int) -> Key | None:
    """The nearest part of the same kind along a layer; up its feeding part, down the first part it feeds."""
    diagram = scene.diagram
    if diagram is None:
        return None
    node, load, unit = scene.node(key), scene.load(key), scene.unit(key)
    units, chain = diagram.units, diagram.chain
    if down:
        return _above(scene, node, load, unit) if down < 0 else _below(scene, node, load, unit)
    if node is not None:
        kind = chain.kind[chain.place_of_node]
        same = np.flatnonzero(kind == kind[node])
        same = same[(units.of_node[same] == ABSENT) == (units.of_node[node] == ABSENT)]
        neighbor = _next_along(diagram.node_rects[same], diagram.node_rects[node], across)
        return None if neighbor is None else scene.key_of_node(int(same[neighbor]))
    if load is not None:
        neighbor = _next_along(diagram.load_rects, diagram.load_rects[load], across)
        return None if neighbor is None else scene.key_of_load(neighbor)
    neighbor = None if unit is None else _next_along(diagram.unit_rects, diagram.unit_rects[unit], across)
    return None if neighbor is None else scene.key_of_unit(neighbor)


def _above(scene: DiagramScene, node: int | None, load: int | None, unit: int | None) -> Key | None:
    diagram = scene.diagram
    assert diagram is not None  # noqa: S101 - narrows the type
    network = diagram.chain.plan.network
    if node is not None:
        above = int(network.parent[node])
        return None if above == ABSENT else scene.key_of_node(above)
    if load is not None:
        cords = np.flatnonzero(network.cord_device == load)
        return scene.key_of_node(int(network.cord_node[cords[0]])) if len(cords) else None
    unit_of, source = diagram.units.sources
    source_nodes = source[unit_of == unit]
    return scene.key_of_node(int(source_nodes[0])) if len(source_nodes) else None


def _below(scene: DiagramScene, node: int | None, load: int | None, unit: int | None) -> Key | None:
    diagram = scene.diagram
    assert diagram is not None  # noqa: S101 - narrows the type
    network = diagram.chain.plan.network
    if node is not None:
        fed = np.flatnonzero(network.parent == node)
        if len(fed):
            return scene.key_of_node(int(fed[0]))
        cords = np.flatnonzero(network.cord_node == node)
        return scene.key_of_load(int(network.cord_device[cords[0]])) if len(cords) else None
    if load is None and unit is not None:
        order, first = diagram.nodes_of_unit
        return scene.key_of_node(int(order[first[unit]])) if first[unit + 1] > first[unit] else None
    return None


def _next_along(rects: Reals, here: Reals, across: int) -> int | None:
    """The nearest rectangle to the left or right, one on the same height before all others."""
    away = (rects[:, 0] + rects[:, 2] / 2 - here[0] - here[2] / 2) * across
    aside = np.abs(rects[:, 1] - here[1])
    far = np.where(away > 0.5, away + 4 * aside, np.inf)
    nearest = int(np.argmin(far)) if len(far) else 0
    return nearest if len(far) and np.isfinite(far[nearest]) else None
