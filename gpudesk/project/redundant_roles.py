"""The roles of a project with the number of devices that each requires, so that one may fail: rows of the table `setting`."""

from collections.abc import Mapping
from types import MappingProxyType

from gpudesk.core.plan.plan_domains import REDUNDANT_DEVICES
from gpudesk.project.snapshot import Snapshot, made_from

REDUNDANT_PREFIX = "redundant/"
"""Prefix of the keys of these settings; the role follows. The value is the number of devices."""
REDUNDANT_PLAN_PREFIX = "redundant_plan/"
"""Prefix of the keys of the plans that require the devices; the role follows. The value is the name of the template or plan."""


@made_from({"setting": ()}, settings=(REDUNDANT_PREFIX,))
def redundant_roles(snapshot: Snapshot) -> Mapping[str, int]:
    """Role → the number of devices that it requires, by role (use `snapshot.cached(redundant_roles)`).

    Invalid values of other programs are skipped.
    """
    settings = snapshot["setting"]
    found: dict[str, int] = {}
    for key, text in zip(settings["key"].tolist(), settings["value"].tolist(), strict=True):
        role, count = key.removeprefix(REDUNDANT_PREFIX), redundant_count(text)
        if key.startswith(REDUNDANT_PREFIX) and role and count is not None:
            found[role] = count
    return MappingProxyType(dict(sorted(found.items())))


def redundant_plans(snapshot: Snapshot) -> Mapping[str, str]:
    """Role → the name of the template or plan that requires its devices; roles whose number was set in the project have none."""
    settings = snapshot["setting"]
    rows = zip(settings["key"].tolist(), settings["value"].tolist(), strict=True)
    return {key.removeprefix(REDUNDANT_PLAN_PREFIX): name for key, name in rows if key.startswith(REDUNDANT_PLAN_PREFIX)}


def redundant_count(text: str) -> int | None:
    """The value of a setting, None if invalid."""
    low, high = REDUNDANT_DEVICES
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(high))):
        return None
    return int(text) if low <= int(text) <= high else None
