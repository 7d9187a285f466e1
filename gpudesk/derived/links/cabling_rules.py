"""Limits of links that do not come from the parts: optical standards, and the cabling settings of the site sheet."""

from gpudesk.core.cabling.link_parts import CablingRules, Limit
from gpudesk.project.optical_standards import optical_standards
from gpudesk.project.site_sheet import SiteSheet, site_sheet
from gpudesk.project.snapshot import Snapshot, made_from

LIMITS = (
    "multi_mode_link_max_m",
    "single_mode_link_max_m",
    "single_mode_splitter_max_m",
    "duplex_link_max_m",
    "mpo_mating_db",
    "lc_mating_db",
    "fire_class",
)
"""The values of the site sheet that the verdict on a link uses."""


@made_from({"site_value": ()})
def cabling_rules(snapshot: Snapshot) -> CablingRules:
    """The rules of a project (use `snapshot.cached(cabling_rules)`)."""
    sheet = snapshot.cached(site_sheet)
    multi, single, split, duplex, mpo, lc = (_limit(sheet, key) for key in LIMITS[:-1])
    return CablingRules(optical_standards(), multi, single, split, duplex, mpo, lc, sheet.text("fire_class").strip())


def _limit(sheet: SiteSheet, key: str) -> Limit:
    definition = sheet.definitions.values[key]
    return Limit(sheet.limit(key), definition.source, definition.confidence)
