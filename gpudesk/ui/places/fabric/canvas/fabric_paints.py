"""The colors of networks and of their rails in drawings, and how wide their strands are."""

import numpy as np
from PySide6.QtGui import QColor

from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.fabric.fabric_diagram import FabricDiagram
from gpudesk.ui.toolkit.theme.tokens import Theme


def network_colour(colours: Theme, kind: NetworkKind, network_id: int = ABSENT) -> QColor:
    """The color of a network in plans: its own, if the project chose one, else that of its kind."""
    own = colours.of_networks.get(network_id)
    if own is not None:
        return own
    color = getattr(colours.network, kind.ports, None)
    return color if isinstance(color, QColor) else colours.text.secondary


def rail_colour(colours: Theme, diagram: FabricDiagram, rail: int) -> QColor:
    """The color of a rail by its number, or that of the network if it has none."""
    return network_colour(colours, diagram.kind, diagram.network_id) if rail == ABSENT else colours.rail[rail % len(colours.rail)]


def strand_paint(palette: Reals, rail: Ids) -> Ids:
    """Which colors of a palette strands have by their rails."""
    return np.where(rail == ABSENT, 0, 1 + rail % (len(palette) - 1))


_TABLES: dict[tuple[str, int], tuple[Theme, Reals]] = {}


def strand_palette(colours: Theme, diagram: FabricDiagram) -> Reals:
    """Red, green and blue from 0 to 1 of the network, then of the rails, shape (colors, 3); the same array each time."""
    key = (colours.name, diagram.network_id)
    held_palette = _TABLES.get(key)
    if held_palette is None or held_palette[0] is not colours:
        held_palette = _TABLES[key] = colours, _rgb(colours, diagram)
    return held_palette[1]


def _rgb(colours: Theme, diagram: FabricDiagram) -> Reals:
    colors = (network_colour(colours, diagram.kind, diagram.network_id), *colours.rail)
    return np.array([(colour.redF(), colour.greenF(), colour.blueF()) for colour in colors])


def strand_width(count: Ids) -> Reals:
    """Drawn width of a strand with this number of links."""
    return np.minimum(1.0 + 0.42 * np.log2(np.maximum(count, 1)), 4.0)
