"""Which named power of a device counts for which purpose: `resources/rules/power_purposes.yaml`."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from gpudesk.core.hardware.hardware import Confidence
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import Ids
from gpudesk.locate import resource
from gpudesk.project.site_sheet import SiteSheet
from gpudesk.project.types import Types

AS_LIMITS = "limits"
"""In the site sheet: the power that it names for limits."""


@dataclass(frozen=True, slots=True)
class Purpose:
    """A purpose and the power values it uses: the value chosen in the site sheet under `site`, then the first known one of `powers`."""

    key: str
    title: str
    title_es: str
    site: str
    powers: tuple[str, ...]
    source: str
    source_es: str
    confidence: Confidence

    def names(self, sheet: SiteSheet) -> tuple[str, ...]:
        """The named powers in their order, each once."""
        site_power = sheet.text(self.site)
        if site_power == AS_LIMITS:
            return (sheet.text("power_for_limits"),)
        return tuple(dict.fromkeys((site_power, *self.powers)))

    def watts(self, types: Types, type_ids: Ids, sheet: SiteSheet) -> Reals:
        """The applicable value of each type, in W, NaN if none of the powers is known, shape (n,)."""
        return types.first_number([f"power_{name}_w" for name in self.names(sheet)], type_ids)


def counting_for(name: str, sheet: SiteSheet) -> tuple[Purpose, ...]:
    """The purposes for which a named power counts first at a site."""
    return tuple(purpose for purpose in purposes().values() if purpose.names(sheet)[0] == name)


@cache
def purposes() -> Mapping[str, Purpose]:
    """The purposes by key, in the order in which they are shown."""
    import yaml

    with resource("rules", "power_purposes.yaml").open("rb") as file:
        body: dict[str, Any] = yaml.load(file, Loader=yaml.CSafeLoader)
    return {
        key: Purpose(
            key,
            purpose_body["title"],
            purpose_body["title_es"],
            purpose_body["site"],
            tuple(purpose_body["else"]),
            purpose_body["source"],
            purpose_body["source_es"],
            Confidence(purpose_body["confidence"]),
        )
        for key, purpose_body in body.items()
    }
