"""Which named power of a device counts for which purpose: `resources/rules/power_purposes.yaml`."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from gpudesk.core.columns import Ids
from gpudesk.core.hardware import Confidence
from gpudesk.core.placement import Reals
from gpudesk.locate import resource
from gpudesk.project.site_sheet import SiteSheet
from gpudesk.project.types import Types

SITE = "site"
"""In the data: the power that the site sheet names for limits."""


@dataclass(frozen=True, slots=True)
class Purpose:
    """A purpose and the named powers that count for it, the first that is known."""

    key: str
    title: str
    title_es: str
    powers: tuple[str, ...]
    source: str
    source_es: str
    confidence: Confidence

    def names(self, sheet: SiteSheet) -> tuple[str, ...]:
        """The named powers in their order, each once."""
        named = [sheet.text("power_for_limits") if name == SITE else name for name in self.powers]
        return tuple(dict.fromkeys(named))

    def watts(self, types: Types, type_ids: Ids, sheet: SiteSheet) -> Reals:
        """What counts for each type, in W, NaN where none of the powers is known, shape (n,)."""
        found = np.full(len(type_ids), np.nan)
        for name in self.names(sheet):
            found = np.where(np.isnan(found), types.numbers(f"power_{name}_w", type_ids), found)
        return found


@cache
def purposes() -> Mapping[str, Purpose]:
    """The purposes by key, in the order in which they are shown."""
    import yaml

    with resource("rules", "power_purposes.yaml").open("rb") as file:
        body: dict[str, Any] = yaml.load(file, Loader=yaml.CSafeLoader)
    return {
        key: Purpose(
            key,
            each["title"],
            each["title_es"],
            tuple(each["powers"]),
            each["source"],
            each["source_es"],
            Confidence(each["confidence"]),
        )
        for key, each in body.items()
    }
