"""Trays of rack-scale systems in NetBox: child devices in the bays of their system, with separate types without interfaces.

The cables of a tray end at the ports of its system, so a tray has no interfaces; on import it is identified by a keyword in its
comment.
"""

from collections.abc import Collection, Mapping
from typing import Any

from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.hardware.hardware_trays import Tray
from gpudesk.core.names.text_limits import slug_of
from gpudesk.formats.netbox.netbox_stated import LONGEST_SLUG

TRAY = "tray"
"""Keyword in a comment."""
_MOST_MODEL = 100
_IN = " in "


def in_bays(kind: HardwareType) -> tuple[Tray, ...]:
    """The trays of a type that sit in its bays."""
    return tuple(tray for tray in kind.trays if tray.bay)


def document_of_tray(system: HardwareType, tray: Tray) -> dict[str, Any]:
    """Return the NetBox document of a tray type in a system: zero height, as NetBox requires for child devices."""
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
    """Return the path of its type in a set."""
    return f"02-types/device-types/{slug_of(str(document['manufacturer']))}/{document['slug']}.yaml"
