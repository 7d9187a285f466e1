"""The actions on networks."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from gpudesk.operations.cabling.cabling_operations import Cabled
from gpudesk.operations.cabling.propose_networks import propose_networks
from gpudesk.operations.cabling.structure_cabling import Structured
from gpudesk.ui.canvas.camera import Bounds
from gpudesk.ui.canvas.drawing_picture import PICTURES, NoPicture, save_drawing
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.parts.file_dialog import file_dialog
from gpudesk.ui.toolkit.places_on_disk import documents_folder
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import filled_text, tr_message

if TYPE_CHECKING:
    from gpudesk.ui.places.fabric.panes.fabric_place import FabricPlace
    from gpudesk.ui.shell.shell import Shell

tr_fabric_commands = text_context("FabricCommands")
tr_fabric_place_commands = text_context("FabricPlaceCommands")

_PICTURE = (2400.0, 1000.0)


class _ShowsWays(Protocol):
    """Interface of the floor for this module."""

    def show_way(self, cables: Sequence[int]) -> bool:
        """Bring the route of cables into view; returns whether any of it is in a hall."""
        ...


class FabricCommands(QObject):
    """Commands for networks, available everywhere."""

    def __init__(self, window: "Shell") -> None:
        super().__init__(window)
        self._window = window
        self._session = window.session
        for action, slot in (
            ("fabric.cable", self.cable),
            ("cables.panels", self.panels),
            ("cables.trace", self.trace),
            ("cables.show-way", self.show_way),
            ("fabric.networks", self.networks),
            ("fabric.colours", self.colours),
            ("fabric.name-hosts", self.name_hosts),
            ("fabric.plan", self.plan),
        ):
            window.registry.connect_action(action, slot)

    def cable(self) -> None:
        """Ask for the networks to cable, and preview the result."""
        from gpudesk.ui.places.fabric.dialogs.cable_project import CableProjectDialog

        dialog = CableProjectDialog(self._session, (), self._window)
        dialog.networks_wanted.connect(self.networks)
        dialog.site_wanted.connect(self._window.registry.action("project.site").trigger)
        dialog.panels_wanted.connect(self.panels)
        dialog.cabled.connect(self._told)
        dialog.open()

    def panels(self) -> None:
        """Ask for the panel positions, and preview the links routed over them."""
        from gpudesk.ui.places.fabric.dialogs.structured_cabling_dialog import StructuredCablingDialog

        dialog = StructuredCablingDialog(self._session, self._window)
        dialog.led.connect(self._led)
        dialog.open()

    def trace(self) -> None:
        """List the sections of the link that contains the selected cable."""
        from gpudesk.ui.places.fabric.dialogs.trace_cable import TraceCableDialog

        for cable_id in self._session.selected("cable")[:1]:
            TraceCableDialog(self._session, cable_id, self._window).open()

    def show_way(self) -> None:
        """Show on the floor how the selected cables run."""
        cables = self._session.selected("cable")
        self._window.go("floor")
        if cables and not cast("_ShowsWays", self._window.view("floor")).show_way(cables):
            self._window.message_bar.show_message(
                "info", tr_fabric_commands("The location of the ends of these cables is not known."), "", passing=True
            )

    def networks(self) -> None:
        """Show the networks and their settings."""
        from gpudesk.ui.places.fabric.dialogs.networks_dialog import NetworksDialog

        NetworksDialog(self._session, self._window).open()

    def colours(self) -> None:
        """Show the colors of networks and rails."""
        from gpudesk.ui.places.fabric.dialogs.network_colours import NetworkColoursDialog

        NetworkColoursDialog(self._session, self._window).open()

    def name_hosts(self) -> None:
        """Ask for the name pattern of hosts and switches."""
        from gpudesk.ui.places.fabric.dialogs.name_hosts import NameHostsDialog

        NameHostsDialog(self._session, self._window).open()

    def plan(self) -> None:
        """Plan the networks that are missing, and show them."""
        self._session.do(propose_networks, done=lambda _: self._window.go("fabric"))

    def _told(self, cabled: Cabled) -> None:
        self._window.go("fabric")
        counts = {name: format_number(getattr(cabled, name)) for name in ("added", "removed", "kept")}
        text = tr_fabric_commands("Cabled: {added} added, {removed} removed, {kept} kept.").format(**counts)
        why = ""
        if cabled.without:
            why = filled_text(tr_fabric_commands("{count} {count|link has|links have} no cable type."), count=format_number(cabled.without))
        self._window.message_bar.show_message("warning" if why else "ok", text, why, passing=True)

    def _led(self, led: Structured) -> None:
        self._window.go("fabric")
        counts = {"links": led.links, "trunks": led.trunks, "panels": len(led.panels)}
        numbers = {name: format_number(count) for name, count in counts.items()}
        text = filled_text(
            tr_fabric_commands(
                "{links} {links|link|links} routed through panels: {panels} new {panels|panel|panels}, {trunks} {trunks|trunk|trunks}."
            ),
            **numbers,
        )
        why = tr_message(led.left[0][1]) if led.left else ""
        self._window.message_bar.show_message("warning" if why else "ok", text, why, passing=True)


class FabricPlaceCommands(QObject):
    """The actions of the place of networks, which is created on request."""

    def __init__(self, window: "Shell", place: "FabricPlace") -> None:
        super().__init__(window)
        self._window = window
        self._place = place
        for action, slot in (
            ("fabric.topology", lambda: place.set_view("topology")),
            ("fabric.matrix", lambda: place.set_view("matrix")),
            ("fabric.judgement", lambda: place.set_view("judgement")),
            ("fabric.open-unit", place.open_unit),
            ("fabric.show-all", place.view.fit),
            ("fabric.show-rack", self.show_rack),
            ("fabric.save-picture", self.ask_picture),
        ):
            window.registry.connect_action(action, slot)
        place.chosen.connect(window.update_actions)

    def show_rack(self) -> None:
        """Go to the location of the selected device."""
        devices = self._window.session.selected("device")
        if devices:
            self._window.show_object(ObjectRef("device", devices[-1]))

    def ask_picture(self) -> None:
        """Ask for the path of the network picture, and write it."""
        document = self._window.session.document
        if document is None:
            return
        self._place.set_view("topology")
        kinds = ";;".join(f"{suffix[1:].upper()} (*{suffix})" for suffix in reversed(PICTURES))
        dialog = file_dialog(self._window, tr_fabric_place_commands("Save the network drawing"), str(documents_folder()), kinds)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(PICTURES[-1][1:])
        dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix(chosen.split()[0].lower()))
        name = tr_fabric_place_commands("{project} network").format(project=document.path.stem)
        dialog.selectFile(f"{name}{PICTURES[-1]}".replace("/", "-"))
        dialog.fileSelected.connect(lambda chosen: self.save_picture(Path(chosen)))
        dialog.open()

    def save_picture(self, path: Path) -> None:
        """Write the current content of the drawing, in sheet width."""
        session = self._window.session

        def done(written: Path) -> None:
            self._window.message_bar.show_message("ok", tr_fabric_place_commands("Picture saved to {path}.").format(path=written), "")

        seen = self._place.view.camera.seen
        wide = max(seen.width, 1.0)
        # Tiers are as high as the sheet whatever is seen: only its shape is said here.
        bounds = Bounds(seen.left, 0.0, seen.right, wide * _PICTURE[1] / _PICTURE[0])
        try:
            save_drawing(session.jobs, self._place.view, bounds, round(_PICTURE[0]), path, done, session.failed.emit)
        except NoPicture as error:
            session.failed.emit(error)
