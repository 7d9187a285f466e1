"""Plans of templates for tests that wire them by themselves."""

from dataclasses import replace

from gpudesk.catalog.templates import load_template
from gpudesk.core.plan.plan import Plan

SMALL_STRIP = "generic.pdu-0u-415v-32a"
"""Six banks of 16 A: eight supplies of a strip share them."""
LARGE_STRIP = "generic.pdu-0u-415v-60a"


def unwired(name: str, strip: str = SMALL_STRIP) -> Plan:
    """A template without feeds and cords, with strips of another type instead of the large ones."""
    plan = load_template(name)
    devices = tuple(replace(device, type=strip) if device.type == LARGE_STRIP else device for device in plan.devices)
    return replace(plan, devices=devices, power_nodes=(), power_cords=(), wirings=())
