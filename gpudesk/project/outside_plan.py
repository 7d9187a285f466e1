"""The domains outside the plan of a project, each with its reason."""

from collections.abc import Mapping
from types import MappingProxyType

from gpudesk.core.plan.plan_domains import Domain
from gpudesk.project.snapshot import Snapshot, made_from

OUTSIDE_PREFIX = "outside/"
"""Prefix of the keys of these settings; the domain follows. The value is the reason."""


@made_from({"setting": ()})
def outside_plan(snapshot: Snapshot) -> Mapping[Domain, str]:
    """Domain → why it is not in this plan, in the order of the domains (use `snapshot.cached(outside_plan)`)."""
    settings = snapshot["setting"]
    stored = {
        key.removeprefix(OUTSIDE_PREFIX): value
        for key, value in zip(settings["key"].tolist(), settings["value"].tolist(), strict=True)
        if key.startswith(OUTSIDE_PREFIX)
    }
    # A file may hold a word that is no domain: a later version of the program may know it.
    return MappingProxyType({domain: stored[domain] for domain in Domain if domain in stored})
