"""Text of ports: their kind and the destination of their cables."""

from PySide6.QtCore import QCoreApplication

from gpudesk.core.hardware.hardware import Port, PortGroup
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.values.columns import ABSENT
from gpudesk.ui.panels.inspector.port_states import PortState
from gpudesk.ui.toolkit.quantities import format_number, format_quantity
from gpudesk.ui.toolkit.widgets.severity_marks import severity_name


def port_tip(group: PortGroup, port: Port, state: PortState | None) -> str:
    """Tooltip of a port, one line per property."""
    lines = [f"{port.name} · {kind_words(group)}", *_beside(port)]
    if state is None:
        lines.append(_said(QT_TRANSLATE_NOOP("Ports", "free")))
        return "\n".join(lines)
    lines.append(f"→ {state.peer} {state.peer_port}")
    cable = [_said(QT_TRANSLATE_NOOP("Ports", "cable {number}")).format(number=state.cable_id)]
    cable += [state.medium] if state.medium else []
    cable += [format_quantity(state.length_mm / 1000, "m")] if state.length_mm is not None else []
    lines.append(" · ".join(cable))
    if state.legs > 1:
        lines.append(_said(QT_TRANSLATE_NOOP("Ports", "legs of a splitter: {count}")).format(count=state.legs))
    if state.severity:
        lines.append(severity_name(state.severity))
    return "\n".join(lines)


def spoken_port(group: PortGroup, port: Port, state: PortState | None) -> str:
    """Screen reader text of a port."""
    return port_tip(group, port, state).replace("\n", ", ")


def kind_words(group: PortGroup) -> str:
    """The kind of cage and the rate of a port."""
    rate = "" if group.rate_gbps is None else f" {format_number(group.rate_gbps)} Gb/s"
    return f"{group.kind.upper()}{rate}"


def _beside(port: Port) -> list[str]:
    parts = (
        [] if port.rail is None or port.rail == ABSENT else [_said(QT_TRANSLATE_NOOP("Ports", "rail {number}")).format(number=port.rail)]
    )
    parts += [] if port.gpu is None else [f"GPU {port.gpu}"]
    parts += [name for name in (port.rdma, port.interface) if name]
    return [" · ".join(parts)] if parts else []


def _said(text: str) -> str:
    return QCoreApplication.translate("Ports", text)
