"""Trays of rack-scale systems as NetBox has them: child devices in the bays of their system, of types of their own without interfaces.

The cables of a tray end at the ports of its system, so a tray brings no interfaces; what is read back knows it by a word in its comment.
"""

from collections.abc import Collection, Mapping
from typing import Any

from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.hardware.hardware_trays import Tray
from gpudesk.core.names.text_limits import slug_of
from gpudesk.formats.netbox.netbox_stated import LONGEST_SLUG

TRAY = "tray"
"""The word in a comment."""
_MOST_MODEL = 100
_IN = " in "


def in_bays(kind: HardwareType) -> tuple[Tray, ...]:
    """The trays of a type that sit in its bays."""
    return tuple(tray for tray in kind.trays if tray.bay)


def document_of_tray(system: HardwareType, tray: Tray) -> dict[str, Any]:
    """The NetBox document of the type of a tray in a system: of no height, as NetBox wants children."""
    catalog = open_catalog()
    known = catalog.get(tray.key) if tray.key in catalog else None
    own = tray.key.rpartition(".")[2] if known is None else known.model
    vendor = system.vendor if known is None else known.vendor
    model = f"{own}{_IN}{system.model}"[:_MOST_MODEL]
    slug = slug_of(f"{vendor} {model}")[:LONGEST_SLUG].strip("-")
    return {"manufacturer": vendor, "model": model, "slug": slug, "u_height": 0, "is_full_depth": False, "subdevice_role": "child"}


def is_tray(cells: Mapping[str, str], systems: Collection[str]) -> bool:
    """Whether a line of a list of devices is a tray of a set of ours: its type ends with that of a system there (`document_of_tray`).

    Args:
        systems: the types of all devices of the list.
    """
    own, within, system = cells.get("type", "").strip().rpartition(_IN)
    return bool(own and within) and system in systems


def file_of_tray(document: Mapping[str, Any]) -> str:
    """Where its type lies among those of a set."""
    return f"02-types/device-types/{slug_of(str(document['manufacturer']))}/{document['slug']}.yaml"
