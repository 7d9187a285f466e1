"""The actions of the View menu: faces, zoom, colours, panels, theme, language, units."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QDockWidget

from gpudesk.ui import theme

if TYPE_CHECKING:
    from gpudesk.ui.main_window import MainWindow
    from gpudesk.ui.panes.rack_place import RackPlace


class ViewCommands(QObject):
    """How things are shown."""

    def __init__(self, window: "MainWindow") -> None:
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
        from gpudesk.core.hardware import Face
        from gpudesk.ui.panes.rack_canvas import Mode

        registry = self._window.registry
        for key, face in (("front", Face.FRONT), ("rear", Face.REAR), ("both", Face.BOTH)):
            registry.connect_action(f"view.{key}", partial(rack.set_faces, face))
        registry.connect_action("view.zoom-in", partial(rack.canvas.zoom_by, 1.25))
        registry.connect_action("view.zoom-out", partial(rack.canvas.zoom_by, 0.8))
        registry.connect_action("view.zoom-fit", rack.fit)
        self._connect_map(rack)
        for mode in (Mode.SELECT, Mode.RESERVE):
            registry.connect_action(f"tool.{mode.value}", partial(rack.set_mode, mode))
        rack.set_mode(Mode.SELECT)
        for spec in registry.specs():
            prefix, _, key = spec.id.rpartition(".")
            if prefix == "view.colour-by":
                registry.connect_action(spec.id, partial(rack.set_colour_by, key))
            elif prefix == "view.panel":
                self._connect_panel(spec.id, rack.docks[key])
        self._connect_fold(rack)

    def _connect_fold(self, rack: "RackPlace") -> None:
        registry, dock = self._window.registry, rack.catalog_dock

        def fold(folded: bool) -> None:
            if folded:
                dock.set_folded(True)
                if dock.part.hasFocus():
                    rack.canvas.setFocus(Qt.FocusReason.OtherFocusReason)
            else:
                dock.show()
                dock.unfold()

        registry.connect_switch("view.fold-catalog", fold)
        dock.folded_changed.connect(lambda folded: registry.set_checked("view.fold-catalog", folded))
        registry.set_checked("view.fold-catalog", dock.folded)

    def set_theme(self, chosen: str) -> None:
        """Show another theme from now on, and at the next start."""
        self._window.settings.theme = chosen
        theme.set_theme(chosen)
        self._window.home.theme_choice.set_current(chosen)
        self._window.commands.update()

    def _connect_map(self, rack: "RackPlace") -> None:
        registry, settings = self._window.registry, self._window.settings

        def show(wanted: bool) -> None:
            rack.canvas.map.set_wanted(wanted)
            settings.set_text("minimap", "" if wanted else "off")

        registry.connect_switch("view.minimap", show)
        rack.canvas.map.set_wanted(settings.text("minimap") != "off")
        registry.set_checked("view.minimap", rack.canvas.map.wanted)

    def _connect_panel(self, action_id: str, dock: QDockWidget) -> None:
        registry = self._window.registry
        registry.connect_switch(action_id, dock.setVisible)
        dock.visibilityChanged.connect(lambda _: registry.set_checked(action_id, not dock.isHidden()))
