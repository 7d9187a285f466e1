"""Templates without what a test plans itself."""

from dataclasses import replace
from typing import Any

from gpudesk.catalog.templates import load_template
from gpudesk.core.plan.plan import Plan


def without_networks(name: str, chosen: dict[str, Any] | None = None) -> Plan:
    """The plan of a template without its networks."""
    return replace(load_template(name, chosen), networks=(), stages=())
