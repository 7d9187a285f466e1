"""The places of this program, in the order of the rail."""

from gpudesk.ui.places.catalog.place import Catalog
from gpudesk.ui.places.fabric.place import Fabric
from gpudesk.ui.places.home.place import Home
from gpudesk.ui.places.layout.floor.place import Floor
from gpudesk.ui.places.layout.racks.place import Racks
from gpudesk.ui.places.monitor.place import Monitor
from gpudesk.ui.places.onsite.place import OnSite
from gpudesk.ui.places.power.place import Power
from gpudesk.ui.places.size.place import Size
from gpudesk.ui.shell.place import AnyPlace

PLACES: tuple[AnyPlace, ...] = (Home(), Size(), Floor(), Racks(), Fabric(), Power(), OnSite(), Monitor(), Catalog())
