"""Names with the placeholder of NetBox: a module type names its ports with `{module}`, and a device type gives its bays positions.

NetBox replaces `{module}` by the position of the bay in which it installs a module (dcim/utils.py, resolve_module_placeholder of 4.6.8).
"""

from collections.abc import Mapping
from typing import Any

from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.formats.netbox.netbox_read_ports import MODULE_TOKEN
from gpudesk.formats.netbox.netbox_text import MAPPINGS, MODULE_BAYS, PORT_LISTS

JOINT = "-"
"""Between the position of a bay and the name of a port."""
_MOST_POSITION = 30
"""Characters of the position of a bay in NetBox."""
_NAMES = ("name", "front_port", "rear_port", "power_port")
"""Keys whose value is the name of a port of the type."""
Document = Mapping[str, Any]


def port_template(kind: HardwareType, name: str) -> str:
    """How the module type of NetBox names a port; types that came from a library keep the names that they have there."""
    if MODULE_TOKEN in name or "netbox" in kind.body:
        return name
    return f"{MODULE_TOKEN}{JOINT}{name}"


def with_placeholders(kind: HardwareType, document: Document) -> dict[str, Any]:
    """The document of a module type with its ports named after the bay."""

    def renamed(item: Mapping[str, Any]) -> dict[str, Any]:
        return {key: port_template(kind, value) if key in _NAMES and isinstance(value, str) else value for key, value in item.items()}

    return {
        key: [renamed(item) for item in value] if key in (*PORT_LISTS, MAPPINGS) and isinstance(value, list) else value
        for key, value in document.items()
    }


def with_positions(document: Document) -> dict[str, Any]:
    """The document of a device type in which each module bay has a position: without one, NetBox installs no module with placeholders."""
    if MODULE_BAYS not in document:
        return dict(document)
    bays = [{**bay, "position": bay.get("position") or str(bay["name"])[:_MOST_POSITION]} for bay in document[MODULE_BAYS]]
    return {**document, MODULE_BAYS: bays}
