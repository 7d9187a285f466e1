"""The head of the strip of ports: which device, which side, how many ports are in use."""

from PySide6.QtCore import QObject, Signal

from gpudesk.core.hardware.hardware import Face
from gpudesk.derived.cabling.port_trial import port_name
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.canvas.faces.ports_layout import SHOWN_ROLES
from gpudesk.ui.places.fabric.canvas.port_labels import kind_words
from gpudesk.ui.places.fabric.canvas.ports_view import PortKey
from gpudesk.ui.toolkit.actions import ActionRegistry
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.type_name import tr_type_name
from gpudesk.ui.toolkit.widgets.dock_header import DockHeader
from gpudesk.ui.toolkit.widgets.segmented import Segment, SegmentedControl
from gpudesk.ui.toolkit.widgets.tag import Tag

tr = text_context("PortsHead")

_CABLED = ("network", "panel")


class PortsHead(QObject):
    """Title, side and counts.

    Signals:
        turn_wanted(): the other side shall be shown.
    """

    turn_wanted = Signal()

    def __init__(self, registry: ActionRegistry) -> None:
        super().__init__()
        self.header = DockHeader(tr("Ports"))
        sides = [Segment("first", tr("Port side")), Segment("second", tr("Other side"))]
        self.sides = SegmentedControl(tr("Side of the device"), sides)
        self.sides.chosen.connect(lambda _: self.turn_wanted.emit())
        self.header.add_control(self.sides)
        self.used, self.free = Tag(""), Tag("")
        for tag in (self.used, self.free):
            tag.setContentsMargins(6, 0, 0, 0)
            self.header.add_control(tag)
        self.pin = self.header.add_button("pin", registry.action("ports.pin").text(), checkable=True)
        self.pin.setDefaultAction(registry.action("ports.pin"))
        self._caption = ""
        self.say_nothing()

    def say_nothing(self, caption: str = "") -> None:
        """No ports are shown."""
        self._caption = caption
        self.header.set_title(tr("Ports"), caption)
        for part in (self.sides, self.used, self.free):
            part.hide()

    def say(self, snapshot: Snapshot, device_id: int, face: Face, *, turned: bool, sides: int, used: int) -> None:
        """The ports of a device on one of its sides are shown."""
        kind = snapshot.types[int(snapshot["device"].row(device_id)["type_id"])]
        ports = sum(len(group.ports) for group in kind.port_groups if group.face is face and group.role in _CABLED)
        self._caption = device_words(snapshot, device_id, face)
        self.header.set_title(tr("Ports"), self._caption)
        self.sides.setVisible(sides > 1)
        self.sides.set_current("second" if turned else "first")
        self.used.set_text(tr("{count} used").format(count=format_number(used)))
        self.free.set_text(tr("{count} free").format(count=format_number(max(ports - used, 0))))
        for tag in (self.used, self.free):
            tag.show()

    def say_laying(self, snapshot: Snapshot | None, source: PortKey | None) -> None:
        """A cable is being connected from a port, or no longer."""
        caption = self._caption
        if source is not None and snapshot is not None:
            name = port_name(snapshot, source.device_id, source.port)
            caption = tr("From {port}: choose the other port and press Enter; Esc: cancel").format(port=name)
        self.header.set_title(tr("Ports"), caption)

    def show_pinned(self, pinned: bool) -> None:
        """Whether a device is kept in sight."""
        self.pin.setChecked(pinned)


def device_words(snapshot: Snapshot, device_id: int, face: Face) -> str:
    """A device, its model and its largest group of ports: "leaf-4 · QM9700 · 64 × OSFP 400 Gb/s"."""
    row = snapshot["device"].row(device_id)
    kind = snapshot.types[int(row["type_id"])]
    groups = [group for group in kind.port_groups if group.role in SHOWN_ROLES and group.face is face]
    parts = [str(row["name"]), tr_type_name(kind.model)]
    if groups:
        most = max(groups, key=lambda group: (group.role in _CABLED, len(group.ports), group.rate_gbps or 0.0))
        count = sum(len(group.ports) for group in groups if kind_words(group) == kind_words(most))
        parts.append(f"{format_number(count)} × {kind_words(most)}")
    return " · ".join(parts)
