"""The actions of the View menu: faces, zoom, colors, panels, theme, language, units."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QDockWidget

from gpudesk.ui.toolkit.theme import theme

if TYPE_CHECKING:
    from gpudesk.ui.app.window_places import WindowPlaces
    from gpudesk.ui.places.layout.floor.panes.floor_place import FloorPlace
    from gpudesk.ui.places.layout.racks.panes.rack_place import RackPlace


class ViewCommands(QObject):
    """Display options."""

    def __init__(self, window: "WindowPlaces") -> None:
        super().__init__(window)
        self._window = window
        registry = window.registry
        for spec in registry.specs():
            prefix, _, key = spec.id.rpartition(".")
            if prefix == "view.theme":
                registry.connect_action(spec.id, partial(self.set_theme, key))
            elif prefix == "view.language":
                registry.connect_action(spec.id, partial(window.language_chosen.emit, key))
            elif prefix == "view.units":
                registry.connect_action(spec.id, partial(window.units_chosen.emit, key))

    def furnish(self, rack: "RackPlace") -> None:
        """Connect what shows the place of racks otherwise."""
        from gpudesk.core.hardware.hardware import Face
        from gpudesk.ui.places.layout.racks.panes.rack_canvas import Mode

        registry = self._window.registry
        for key, face in (("front", Face.FRONT), ("rear", Face.REAR), ("both", Face.BOTH)):
            registry.connect_action(f"view.{key}", partial(rack.set_faces, face))
        registry.connect_action("view.zoom-in", partial(self._zoom, 1.25))
        registry.connect_action("view.zoom-out", partial(self._zoom, 0.8))
        registry.connect_action("view.zoom-fit", self._fit)
        self._connect_map(rack)
        self._connect_work()
        for mode in (Mode.SELECT, Mode.RESERVE):
            registry.connect_action(f"tool.{mode.value}", partial(rack.set_mode, mode))
        rack.set_mode(Mode.SELECT)
        for spec in registry.specs():
            prefix, _, key = spec.id.rpartition(".")
            if prefix == "view.colour-by":
                registry.connect_action(spec.id, partial(rack.set_colour_by, key))
            elif prefix == "view.panel":
                self._connect_panel(spec.id, key, rack.docks[key])
        registry.connect_switch("view.fold-catalog", self._fold)
        self._connect_fold(rack)

    def furnish_floor(self, floor: "FloorPlace") -> None:
        """Connect the switches of panels and map to the floor while it is shown."""
        self._connect_fold(floor)
        for dock in floor.docks.values():
            dock.visibilityChanged.connect(self._tell_panels)
        floor.canvas.map.set_wanted(self._window.settings.text("minimap") != "off")

    def show_state(self) -> None:
        """Show the switches of panels as they are in the place that is shown."""
        if self._window.place in {"floor", "rack"}:
            self._tell_panels()
            self._window.registry.set_checked("view.fold-catalog", self._window.drawing.catalog_dock.folded)

    def _connect_fold(self, place: "RackPlace | FloorPlace") -> None:
        """Connect the switch of the catalog to the shown place."""
        place.catalog_dock.folded_changed.connect(self._tell_fold)
        self._tell_fold()

    def _tell_fold(self) -> None:
        """Show the state of the catalog switch for the shown place."""
        self._window.registry.set_checked("view.fold-catalog", self._window.drawing.catalog_dock.folded)

    def _fold(self, folded: bool) -> None:
        place = self._window.drawing
        dock = place.catalog_dock
        if folded:
            dock.set_folded(True)
            if dock.part.hasFocus():
                place.canvas.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            dock.show()
            dock.unfold()

    def set_theme(self, chosen: str) -> None:
        """Show another theme from now on, and at the next start."""
        self._window.settings.theme = chosen
        theme.set_theme(chosen)
        self._window.home.theme_choice.set_current(chosen)
        self._window.update_actions()

    def _connect_map(self, rack: "RackPlace") -> None:
        registry, settings = self._window.registry, self._window.settings

        def show(wanted: bool) -> None:
            rack.canvas.map.set_wanted(wanted)
            if (floor := self._window.shown_floor) is not None:
                floor.canvas.map.set_wanted(wanted)
            settings.set_text("minimap", "" if wanted else "off")

        registry.connect_switch("view.minimap", show)
        rack.canvas.map.set_wanted(settings.text("minimap") != "off")
        registry.set_checked("view.minimap", rack.canvas.map.wanted)

    def _connect_work(self) -> None:
        registry, settings = self._window.registry, self._window.settings
        # Home is seen before the checklists are loaded.
        from gpudesk.ui.toolkit.work_progress import WorkProgress

        work = WorkProgress.of(self._window.session)

        def show(wanted: bool) -> None:
            work.want(wanted)
            settings.set_text("work-progress", "on" if wanted else "")

        registry.connect_switch("view.work-progress", show)
        work.want(settings.text("work-progress") == "on")
        registry.set_checked("view.work-progress", work.wanted)

    def _connect_panel(self, action_id: str, key: str, dock: QDockWidget) -> None:
        self._window.registry.connect_switch(action_id, partial(self._show_panel, key))
        dock.visibilityChanged.connect(self._tell_panels)

    def _zoom(self, factor: float) -> None:
        self._window.drawing.canvas.zoom_by(factor)

    def _fit(self) -> None:
        self._window.drawing.fit()

    def _show_panel(self, key: str, shown: bool) -> None:
        """Show or hide a panel of the place that is shown."""
        self._window.drawing.docks[key].setVisible(shown)

    def _tell_panels(self) -> None:
        """Show the switches of panels as the docks of the place that is shown."""
        for key, dock in self._window.drawing.docks.items():
            self._window.registry.set_checked(f"view.panel.{key}", not dock.isHidden())
