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
