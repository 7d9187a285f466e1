"""Modules loaded after the window is shown, so that the first project and the first visit to a place open at once."""

import sys
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from shiboken6 import isValid

from gpudesk.core.messages.errors import DeskError
from gpudesk.core.running.progress import Progress

if TYPE_CHECKING:
    from gpudesk.ui.app.window_places import WindowPlaces

LAYERS = (
    "gpudesk.operations.run.run",
    "numpy.ma",
    "gpudesk.derived.links.links",
    "gpudesk.derived.failures.power_failure_impact",
    "gpudesk.derived.totals.comparison",
    "gpudesk.derived.totals.explain",
    "gpudesk.derived.draw.power_purposes",
    "gpudesk.derived.cabling.link_pieces",
    "gpudesk.derived.cabling.pathway_lines",
    "gpudesk.derived.templates.template_plan",
    "gpudesk.onsite.work_shares",
    "gpudesk.formats.tables.stock_list",
    "gpudesk.project.item_drafts",
)
"""Modules without Qt that a project needs: loaded on a reading thread. NumPy loads numpy.ma with the first `unique`."""
LAYERS_OF_PLACES = (
    "gpudesk.sizing.generic.generic",
    "gpudesk.sizing.fleet.stock_use",
    "gpudesk.sizing.systems.balance",
    "gpudesk.derived.cost.project_tuning",
    "gpudesk.core.cost.tornado",
    "gpudesk.sizing.serving.roofline",
    "gpudesk.sizing.rules_of_thumb.rules_of_thumb_audit",
    "gpudesk.sizing.training.training_sensitivity",
    "gpudesk.derived.power_diagram.power_layout",
    "gpudesk.derived.power.power_redundancy",
    "gpudesk.derived.cooling.cooling_tree",
    "gpudesk.derived.cabling.cable_table",
    "gpudesk.derived.cabling.cable_filter",
    "gpudesk.derived.fabric.fabric_diagram",
    "gpudesk.derived.fabric.fabric_path",
    "gpudesk.derived.cabling.port_trial",
    "gpudesk.monitor.recording.recorded_history",
    "gpudesk.monitor.verdict.verdict",
    "gpudesk.monitor.verdict.verdict_feed",
    "gpudesk.monitor.verdict.verdict_recording",
    "gpudesk.monitor.verdict.verdict_export",
    "gpudesk.monitor.nvml.sampler",
    "gpudesk.monitor.nvml.local",
    "gpudesk.monitor.nvml.topology",
    "gpudesk.monitor.saved.gpu_listing",
    "gpudesk.monitor.readings.metrics",
    "gpudesk.monitor.health.alarms",
    "gpudesk.monitor.health.alarm_rules",
    "gpudesk.sizing.measured.monitored",
    "gpudesk.formats.drawings.underlay_file",
    "gpudesk.formats.models.model_files",
    "gpudesk.catalog.search",
    "gpudesk.formats.netbox.netbox_report",
    "gpudesk.formats.netbox.netbox_quality",
    "gpudesk.formats.tables.type_files",
    "gpudesk.catalog.type_exchange",
    "gpudesk.onsite.known_items",
    "gpudesk.onsite.task_page",
    "gpudesk.onsite.withdrawals",
    "gpudesk.formats.onsite.picture_end",
    "gpudesk.formats.onsite.exif_time",
    "gpudesk.onsite.log_writer",
    "gpudesk.formats.onsite.picture_codes",
    "gpudesk.sizing.workloads.offered_models",
)
"""Modules without Qt that the other places need."""
OF_A_PROJECT = (
    "gpudesk.ui.places.layout.racks.canvas.elevation",
    "gpudesk.ui.places.layout.floor.canvas.floor_plan_layout",
    "gpudesk.ui.panels.comparison.shown_comparison",
    "gpudesk.ui.canvas.faces.face",
    "gpudesk.ui.places.layout.racks.canvas.device_layer",
    "gpudesk.ui.canvas.select_view",
    "gpudesk.ui.places.layout.racks.canvas.rack_text_layer",
    "gpudesk.ui.places.layout.racks.canvas.elevation_view",
    "gpudesk.ui.places.layout.racks.panes.rack_canvas",
    "gpudesk.ui.panels.inspector.cable_verdict",
    "gpudesk.ui.panels.inspector.inspector_forms",
    "gpudesk.ui.panels.inspector.inspector_objects",
    "gpudesk.ui.panels.inspector.inspector_rooms",
    "gpudesk.ui.panels.inspector.inspector_power",
    "gpudesk.ui.panels.inspector.inspector_several",
    "gpudesk.ui.panels.inspector.form_choice",
    "gpudesk.ui.panels.inspector.inspector_dock",
    "gpudesk.ui.app.dialogs.versions_dialog",
    "gpudesk.ui.places.layout.racks.dialogs.auto_place_dialog",
    "gpudesk.ui.app.place_commands",
    "gpudesk.ui.panels.catalog.catalog_dock",
    "gpudesk.ui.panels.history.history_dock",
    "gpudesk.ui.panels.problems.problems_dock",
    "gpudesk.ui.places.layout.drawing_place",
    "gpudesk.ui.places.layout.racks.panes.rack_place",
    "gpudesk.ui.panels.problems.problem_commands",
    "gpudesk.ui.places.layout.layout_links",
    "gpudesk.ui.app.compare_commands",
    "gpudesk.ui.app.edit_commands",
    "gpudesk.ui.places.fabric.built_commands",
    "gpudesk.ui.places.fabric.fabric_commands",
    "gpudesk.ui.places.power.cooling_commands",
    "gpudesk.ui.places.power.power_commands",
    "gpudesk.ui.app.dialogs.baseline",
    "gpudesk.ui.app.dialogs.bom_rules_dialog",
    "gpudesk.ui.app.dialogs.phases_dialog",
    "gpudesk.ui.app.dialogs.remarks_dialog",
    "gpudesk.ui.app.dialogs.site_sheet_dialog",
    "gpudesk.ui.app.dialogs.stock_dialog",
    "gpudesk.ui.places.catalog.dialogs.update_types",
    "gpudesk.ui.places.home.save_template",
)
"""Modules needed only for a project, in parts of at most 16 new modules each; `tests/ui/test_start.py` counts them."""
OF_PLACES = (
    "gpudesk.ui.places.layout.floor.canvas.floor_plan_scene",
    "gpudesk.ui.places.layout.floor.canvas.floor_plan_racks",
    "gpudesk.ui.places.layout.floor.canvas.pathway_names",
    "gpudesk.ui.places.layout.floor.canvas.floor_plan_view",
    "gpudesk.ui.places.layout.floor.canvas.floor_item_pointer",
    "gpudesk.ui.places.layout.floor.panes.floor_canvas",
    "gpudesk.ui.places.layout.floor.panes.floor_place",
    "gpudesk.ui.places.layout.floor.floor_item_commands",
    "gpudesk.ui.places.layout.floor.floor_commands",
    "gpudesk.ui.places.layout.floor.underlay_commands",
    "gpudesk.ui.places.size.docks.workload_form",
    "gpudesk.ui.places.size.models.size_working",
    "gpudesk.ui.places.size.docks.size_why",
    "gpudesk.ui.places.size.panes.size_candidates",
    "gpudesk.ui.places.size.panes.size_cost",
    "gpudesk.ui.places.size.panes.size_pictures",
    "gpudesk.ui.places.size.panes.size_place",
    "gpudesk.ui.places.size.size_commands",
    "gpudesk.ui.places.monitor.models.monitor_model",
    "gpudesk.ui.places.monitor.models.verdict_model",
    "gpudesk.ui.places.monitor.panes.monitor_foot",
    "gpudesk.ui.places.monitor.panes.monitor_focus",
    "gpudesk.ui.places.monitor.panes.monitor_tools",
    "gpudesk.ui.places.monitor.panes.monitor_hosts",
    "gpudesk.ui.places.monitor.panes.monitor_overview",
    "gpudesk.ui.places.monitor.panes.verdict_panel",
    "gpudesk.ui.places.monitor.panes.monitor_place",
    "gpudesk.ui.places.monitor.monitor_commands",
    "gpudesk.ui.places.catalog.docks.type_sheet",
    "gpudesk.ui.places.catalog.panes.type_table",
    "gpudesk.ui.places.catalog.panes.catalog_place",
    "gpudesk.ui.places.catalog.catalog_commands",
    "gpudesk.ui.places.fabric.docks.cables_dock",
    "gpudesk.ui.places.fabric.canvas.fabric_view",
    "gpudesk.ui.places.fabric.panes.fabric_place",
    "gpudesk.ui.places.fabric.cable_commands",
    "gpudesk.ui.places.power.canvas.power_view",
    "gpudesk.ui.places.power.panes.power_diagram_page",
    "gpudesk.ui.places.power.panes.power_failures_page",
    "gpudesk.ui.places.power.panes.cooling_page",
    "gpudesk.ui.places.power.panes.power_place",
    "gpudesk.ui.places.power.failure_commands",
    "gpudesk.ui.places.power.power_edit_commands",
    "gpudesk.ui.places.onsite.photos",
    "gpudesk.ui.places.onsite.task_list",
    "gpudesk.ui.places.onsite.item_page",
    "gpudesk.ui.places.onsite.decisions",
    "gpudesk.ui.places.onsite.picture_scan",
    "gpudesk.ui.places.onsite.scanning",
    "gpudesk.ui.places.onsite.onsite_place",
)
"""Modules of the other places, in parts of the same size; each place itself is created on request."""
MAKE_PLACES = ""
"""Part that loads nothing: places are created in advance there."""
PARTS = (*LAYERS, *OF_A_PROJECT, MAKE_PLACES, *LAYERS_OF_PLACES, *OF_PLACES)
"""Everything in its order."""
READ = {
    "gpudesk.operations.run.run": "all_operations",
    "gpudesk.derived.draw.power_purposes": "purposes",
    "gpudesk.sizing.systems.balance": "balance_table",
    "gpudesk.sizing.rules_of_thumb.rules_of_thumb_audit": "memory_rules",
    "gpudesk.monitor.readings.metrics": "metrics",
    "gpudesk.monitor.health.alarms": "usual_rules",
    "gpudesk.onsite.known_items": "shipped_checklist",
    "gpudesk.sizing.workloads.offered_models": "read_tables",
}
"""Functions of modules without Qt that read what the first use would read otherwise."""
_LOADED: set[str] = set()
"""Modules without Qt that were made ready; another window of the program waits for none of them."""
PARTS_BETWEEN_FREEZES = 8
"""After this number of parts their objects are excluded from later collections: all at the end would take as long as many parts."""
LAYERS_PER_JOB = 15
"""Modules without Qt loaded by one job: each job waits for the readers, which are busy for long while a large project is checked."""
LATER_MS = 50
"""Delay that lets the first frame be drawn before."""


def make_ready_later(window: "WindowPlaces") -> None:
    """Load and create what a project needs soon after the first frame, and then what other places need."""
    QTimer.singleShot(LATER_MS, window, lambda: _load(window, list(PARTS)))


def _load(window: "WindowPlaces", parts: list[str]) -> None:
    """Load modules without Qt on a reading thread, and the others one part between two events."""
    if _has_gone(window):
        return
    while parts and (parts[0] in _LOADED or (_is_of_interface(parts[0]) and parts[0] in sys.modules)):
        parts = parts[1:]
    if not parts:
        window.loaded.emit()
        return
    layers = _first_layers(parts)
    if layers:
        others = parts[len(layers) :]

        def go_on(_: object) -> None:
            if not _has_gone(window):
                window.part_loaded.emit()
                _load(window, others)

        window.session.jobs.read(lambda progress: _load_layers(layers, progress), go_on, go_on)
        return
    if len(parts) % PARTS_BETWEEN_FREEZES == 0:
        window.part_loaded.emit()
    name, others = parts[0], parts[1:]
    if name == MAKE_PLACES:
        window.make_ahead()
    else:
        import_module(name)
    QTimer.singleShot(0, window, lambda: _load(window, others))


def _first_layers(parts: list[str]) -> list[str]:
    """The modules without Qt at the beginning of a list, as many as one job loads."""
    count = 0
    while count < min(len(parts), LAYERS_PER_JOB) and parts[count] != MAKE_PLACES and not _is_of_interface(parts[count]):
        count += 1
    return parts[:count]


def _is_of_interface(name: str) -> bool:
    return name.startswith("gpudesk.ui.")


def _has_gone(window: "WindowPlaces") -> bool:
    """Whether preloading is obsolete: the program ends, or another window has replaced this one."""
    return not isValid(window) or window.session.jobs.closed


def _load_layers(names: list[str], progress: Progress) -> None:
    """Called on a reading thread.

    Raises:
        Cancelled: the program ends.
    """
    for done, name in enumerate(names):
        progress.step(done, len(names))
        if name not in _LOADED:
            _load_layer(name)


def _load_layer(name: str) -> None:
    """Called on a reading thread. A table with errors, such as a price file of the user, is reported where it is first used."""
    module = import_module(name)
    if name in READ:
        with suppress(DeskError):
            getattr(module, READ[name])()
    _LOADED.add(name)
