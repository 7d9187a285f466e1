"""What was read of the files of NetBox."""

from dataclasses import dataclass, field

from gpudesk.formats.cable_list import CableList
from gpudesk.formats.device_list import DeviceList


@dataclass(slots=True)
class NetboxTables:
    """Racks and devices, and cables, of one instance.

    Attributes:
        devices: racks and devices.
        cables: None where no file holds cables.
        answers: key of a question to the answer that a person gave.
    """

    devices: DeviceList = field(default_factory=DeviceList)
    cables: CableList | None = None
    answers: dict[str, str] = field(default_factory=dict)

    @property
    def sites(self) -> frozenset[str]:
        """The sites that the rows name."""
        records = [*self.devices.records, *(self.cables.records if self.cables is not None else ())]
        return frozenset(site for record in records if record.origin is not None for site in record.origin.site if site)
