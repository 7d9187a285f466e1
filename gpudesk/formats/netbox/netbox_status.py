"""Statuses in NetBox, and what of status and phase an export adds to a comment."""

from collections.abc import Mapping
from typing import Any

from gpudesk.core.hardware.hardware import Status

DEVICE_STATUS: Mapping[Status, str] = {
    Status.PLANNED: "planned",
    Status.ORDERED: "planned",
    Status.DELIVERED: "inventory",
    Status.INSTALLED: "staged",
    Status.LIVE: "active",
    Status.RETIRED: "decommissioning",
}
MODULE_STATUS: Mapping[Status, str] = {**DEVICE_STATUS, Status.DELIVERED: "planned"}
"""A module has no status "inventory"."""
RACK_STATUS: Mapping[Status, str] = {
    Status.PLANNED: "planned",
    Status.ORDERED: "planned",
    Status.DELIVERED: "available",
    Status.INSTALLED: "available",
    Status.LIVE: "active",
    Status.RETIRED: "deprecated",
}


def status_of(row: Mapping[str, Any], words: Mapping[Status, str]) -> dict[str, int]:
    """Return the status, if the NetBox value also represents an earlier one."""
    status = Status(row["status"])
    first = next(each for each in Status if words[each] == words[status])
    return {} if status is first else {"status": int(status)}


def phase_of(row: Mapping[str, Any], usual: int) -> int | None:
    """Return the build phase, None if it is the usual one."""
    return None if row["phase"] == usual else int(row["phase"])
