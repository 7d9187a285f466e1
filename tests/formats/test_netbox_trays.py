"""The units of the trays of a rack-scale system, from the drawing of its front."""

from dataclasses import replace
from typing import Any, cast

import pytest

from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.hardware.hardware import Area, Bay, Face, HardwareType
from gpudesk.core.hardware.hardware_trays import Tray
from gpudesk.formats.netbox.netbox_trays import rack_document, tray_types
from gpudesk.project.types import Types

ONE, TWO, EIGHT = "generic.server-1u", "inspur.nf5288m5", "nvidia.dgx-h100"
HEIGHT_U = {ONE: 1, TWO: 2, EIGHT: 8}
UNIT_MM = 44.45
FOOT_MM = (2236 - 48 * UNIT_MM) / 2
"""Below U1 of a GB200 NVL72, which is 2,236 mm high with 48 units."""


class OneType(dict[int, HardwareType]):
    """The types of a project with one system; those of its trays are in the catalog."""

    def id_of(self, _key: str) -> None:
        return None


def units(*trays: tuple[str, int]) -> list[int | None]:
    """The units of trays with these types, whose bays are drawn from these units up."""
    bays = tuple(
        Bay(f"bay {number}", "tray", "", Face.FRONT, Area(60, FOOT_MM + (unit - 1) * UNIT_MM, 480, HEIGHT_U[key] * UNIT_MM))
        for number, (key, unit) in enumerate(trays)
    )
    listed = tuple(Tray(key, f"c{number}", f"bay {number}", "compute", 4, (), ()) for number, (key, _) in enumerate(trays))
    system = replace(open_catalog().get("nvidia.gb200-nvl72"), bays=bays, trays=listed, port_groups=())
    types: Any = OneType({1: system})
    return [tray.unit for tray in tray_types(cast(Types, types))[1]]


@pytest.mark.parametrize("key", [ONE, TWO, EIGHT])
def test_a_tray_is_at_the_lowest_unit_of_its_bay(key: str) -> None:
    """Trays of two units were one unit higher, and DGX of eight units four."""
    assert units((key, 1)) == [1]
    assert units((key, 17), (key, 49 - HEIGHT_U[key])) == [17, 49 - HEIGHT_U[key]]


def test_a_tray_takes_all_its_units() -> None:
    assert units((TWO, 10), (ONE, 11), (ONE, 12), (TWO, 9)) == [10, None, 12, None]


def test_a_tray_that_leads_out_of_the_rack_has_no_unit() -> None:
    assert units((TWO, 48), (ONE, 48), (TWO, 47)) == [None, 48, None]


@pytest.mark.parametrize(
    ("model", "slug"),
    [
        ("GB200 NVL72", "nvidia-gb200-nvl72"),
        ("Rack (48U)", "nvidia-rack-48u"),
        ("x" * 120, f"nvidia-{'x' * 93}"),
        # The hundredth character of the slug would be its hyphen.
        (f"{'x' * 92} 2", f"nvidia-{'x' * 92}"),
    ],
)
def test_the_rack_of_a_system_has_the_slug_of_its_vendor_and_model(model: str, slug: str) -> None:
    """Slugs of NetBox have at most 100 characters (dcim.RackType.slug) and no hyphen at either end."""
    found = rack_document(replace(open_catalog().get("nvidia.gb200-nvl72"), model=model), ())
    assert (found["manufacturer"], found["model"], found["slug"]) == ("NVIDIA", model[:100], slug)
