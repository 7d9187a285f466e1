"""Modules loaded after the window is shown, so that the first project and the first visit to a place open at once."""

import sys
from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from shiboken6 import isValid

if TYPE_CHECKING:
    from gpudesk.ui.app.window_places import WindowPlaces

LAYERS = (
    "gpudesk.operations.run.run",
    "gpudesk.derived.links.links",
    "gpudesk.sizing.generic.generic",
    "gpudesk.sizing.fleet.stock_use",
    "gpudesk.monitor.recording.recorded_history",
    "gpudesk.monitor.verdict.verdict",
    "gpudesk.monitor.nvml.sampler",
    "gpudesk.monitor.nvml.local",
    "gpudesk.monitor.nvml.topology",
    "gpudesk.sizing.measured.monitored",
    "gpudesk.formats.netbox.netbox_report",
    "gpudesk.sizing.workloads.offered_models",
)
"""Modules without Qt: loaded on a reading thread, those for a project first."""
OF_A_PROJECT = (
    "gpudesk.ui.places.layout.racks.canvas.elevation",
    "gpudesk.ui.places.layout.floor.canvas.floor_plan_layout",
    "gpudesk.ui.places.layout.racks.panes.rack_canvas",
    "gpudesk.ui.panels.inspector.form_choice",
    "gpudesk.ui.panels.inspector.inspector_dock",
    "gpudesk.ui.app.dialogs.versions_dialog",
    "gpudesk.ui.app.place_commands",
    "gpudesk.ui.places.layout.racks.panes.rack_place",
)
"""Modules needed only for a project, in parts of some hundredths of a second."""
OF_PLACES = (
    "gpudesk.ui.places.layout.floor.canvas.floor_plan_view",
    "gpudesk.ui.places.layout.floor.panes.floor_place",
    "gpudesk.ui.places.layout.floor.floor_commands",
    "gpudesk.ui.places.layout.floor.underlay_commands",
    "gpudesk.ui.places.size.docks.workload_form",
    "gpudesk.ui.places.size.docks.size_why",
    "gpudesk.ui.places.size.panes.size_place",
    "gpudesk.ui.places.size.size_commands",
    "gpudesk.ui.places.monitor.models.monitor_model",
    "gpudesk.ui.places.monitor.models.verdict_model",
    "gpudesk.ui.places.monitor.panes.monitor_foot",
    "gpudesk.ui.places.monitor.panes.monitor_place",
    "gpudesk.ui.places.monitor.monitor_commands",
    "gpudesk.ui.places.catalog.panes.catalog_place",
    "gpudesk.ui.places.catalog.catalog_commands",
    "gpudesk.ui.places.fabric.docks.cables_dock",
    "gpudesk.ui.places.fabric.canvas.fabric_view",
    "gpudesk.ui.places.fabric.panes.fabric_place",
    "gpudesk.ui.places.fabric.fabric_commands",
    "gpudesk.ui.places.fabric.cable_commands",
    "gpudesk.ui.places.power.panes.power_diagram_page",
    "gpudesk.ui.places.power.panes.power_failures_page",
    "gpudesk.ui.places.power.panes.cooling_page",
    "gpudesk.ui.places.power.panes.power_place",
    "gpudesk.ui.places.power.power_commands",
    "gpudesk.ui.places.power.cooling_commands",
    "gpudesk.ui.places.power.failure_commands",
    "gpudesk.ui.places.power.power_edit_commands",
)
"""Modules of the other places, in similar parts; each place itself is created on request."""
_LOADED: set[str] = set()
"""Modules of LAYERS that were made ready; another window of the program waits for none of them."""
LATER_MS = 50
"""Delay that lets the first frame be drawn before."""


def make_ready_later(window: "WindowPlaces") -> None:
    """Load and create what a project needs soon after the first frame, and then what other places need."""
    QTimer.singleShot(LATER_MS, window, lambda: _load_layers(window, list(LAYERS)))


def _load_layers(window: "WindowPlaces", layers: list[str]) -> None:
    """Load modules without Qt on a reading thread, then the rest in parts between events."""
    if _has_gone(window):
        return
    while layers and layers[0] in _LOADED:
        layers = layers[1:]
    if layers:
        window.session.jobs.read(lambda _: _load_layer(layers[0]), lambda _: _load_layers(window, layers[1:]))
        return
    _load_pieces(window, [*OF_A_PROJECT, "", *OF_PLACES])


def _has_gone(window: "WindowPlaces") -> bool:
    """Whether preloading is obsolete: the program ends, or another window has replaced this one."""
    return not isValid(window) or window.session.jobs.closed


def _load_layer(name: str) -> None:
    """Called on a reading thread."""
    module = import_module(name)
    if name == LAYERS[0]:
        module.all_operations()
    if name == LAYERS[-1]:
        module.read_tables()
    _LOADED.add(name)


def _load_pieces(window: "WindowPlaces", modules: list[str]) -> None:
    """Load one part and process other events; places are created in advance where the list has an empty name."""
    while modules and modules[0] in sys.modules:
        modules.pop(0)
    if _has_gone(window):
        return
    if not modules:
        window.loaded.emit()
        return
    name = modules.pop(0)
    if name:
        import_module(name)
    else:
        window.make_ahead()
    QTimer.singleShot(0, window, lambda: _load_pieces(window, modules))
