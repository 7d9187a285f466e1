"""Data read from NetBox files."""

from dataclasses import dataclass, field

from gpudesk.formats.fabric.cable_list import CableList
from gpudesk.formats.netbox.netbox_lists import NetboxLists
from gpudesk.formats.netbox.netbox_power_table import PowerTables
from gpudesk.formats.tables.device_list import DeviceList, Record


@dataclass(slots=True)
class NetboxTables:
    """Racks and devices, and cables, of one instance.

    Attributes:
        devices: racks and devices.
        cables: None if no file contains cables.
        modules: rows of modules, which have no name.
        power: panels and feeds.
        lists: data of the instance besides the objects of a site.
        answers: question key → the user's answer.
    """

    devices: DeviceList = field(default_factory=DeviceList)
    cables: CableList | None = None
    modules: list[Record] = field(default_factory=list)
    power: PowerTables = field(default_factory=PowerTables)
    lists: NetboxLists = field(default_factory=NetboxLists)
    answers: dict[str, str] = field(default_factory=dict)

    @property
    def sites(self) -> frozenset[str]:
        """The sites that the rows name."""
        records = [*self.devices.records, *(self.cables.records if self.cables is not None else ())]
        named = {site for record in records if record.origin is not None for site in record.origin.site}
        named |= {panel.site for panel in self.power.panels} | {feed.site for feed in self.power.feeds}
        return frozenset(site for site in named if site)
