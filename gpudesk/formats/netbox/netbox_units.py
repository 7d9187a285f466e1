"""How NetBox counts the units of a rack: the number of the first unit, and whether it is the highest.

NetBox 4.6 (netbox/dcim/models/racks.py): `starting_unit` is the least number of a rack, `desc_units` puts it at the top. The position of a
device is the least number that it takes. A rack takes both from its rack type if it has one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.formats.netbox.netbox_write import document_of_type

DESCENDING = "desc_units"
FIRST = "starting_unit"


@dataclass(frozen=True, slots=True)
class Numbering:
    """Unit numbering of a rack.

    Attributes:
        first: the lowest number.
        descending: whether it is the number of the highest unit.
        stated: whether it is specified, or only the default.
    """

    first: int = 1
    descending: bool = False
    stated: bool = False

    def counted(self, position: int, height: int, rack: HardwareType) -> int:
        """What NetBox counts, in half units above number 1.

        Args:
            position: half units above the bottom of the lowest unit.
            height: of the device, in half units.
        """
        return 2 * (self.first - 1) + self._flipped(position, height, rack)

    def placed(self, counted: int, height: int, rack: HardwareType) -> int:
        """Half units above the bottom of the lowest unit, from what NetBox counts; negative below it.

        Args:
            counted: half units above number 1.
            height: of the device, in half units.
        """
        return self._flipped(counted - 2 * (self.first - 1), height, rack)

    def _flipped(self, position: int, height: int, rack: HardwareType) -> int:
        return round(2 * (rack.number("units_u") or 0)) - position - height if self.descending else position

    def same(self, other: "Numbering") -> bool:
        """Whether both number alike."""
        return (self.first, self.descending) == (other.first, other.descending)


def numbering_of(rack: HardwareType) -> Numbering:
    """Return the unit numbering of racks of a type; from 1 at the bottom if the type does not specify it."""
    document = document_of_type(rack)
    first, descending = document.get(FIRST, 1), document.get(DESCENDING)
    is_number = isinstance(first, int) and not isinstance(first, bool) and first >= 1
    return Numbering(first if is_number else 1, descending is True, isinstance(descending, bool))


def numbered_so(rack: HardwareType, numbering: Numbering) -> Mapping[str, Any]:
    """Return a copy of the rack entry `rack` with this unit numbering: it is exported to NetBox as a separate rack type."""
    end = "top" if numbering.descending else "bottom"
    netbox_data = dict(rack.body.get("netbox") or {"kind": "rack"})
    more = {name: value for name, value in dict(netbox_data.get("more") or {}).items() if name != "slug"}
    netbox_data["more"] = {**more, DESCENDING: numbering.descending}
    others = [replacement for replacement in netbox_data.get("instead") or () if FIRST not in replacement.get("said", {})]
    netbox_data["instead"] = [*others, {"said": {FIRST: 1}, "kept": {FIRST: numbering.first}}]
    model = f"{rack.model} (U{numbering.first} at the {end})"
    return {
        **rack.body,
        "key": f"{rack.key}-u{numbering.first}-{end}",
        "model": model,
        "part_numbers": [],
        "aliases": [],
        "netbox": netbox_data,
    }
