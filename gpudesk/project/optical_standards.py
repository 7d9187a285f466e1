"""What optical standards allow on each grade of fiber; they are data (`resources/rules/optical_standards.yaml`)."""

from collections.abc import Mapping
from functools import cache

from gpudesk.core.cabling.link_parts import StandardLimit
from gpudesk.core.hardware.hardware import Confidence
from gpudesk.locate import resource


@cache
def optical_standards() -> Mapping[tuple[str, str], StandardLimit]:
    """Standard ("400GBASE-SR4") and grade ("OM4") → reach and loss of the channel."""
    import yaml

    with resource("rules", "optical_standards.yaml").open("rb") as file:
        body = yaml.load(file, Loader=yaml.CSafeLoader)
    limits: dict[tuple[str, str], StandardLimit] = {}
    for row in body["standards"]:
        loss = row.get("loss_db")
        limit = StandardLimit(
            float(row["reach_m"]), None if loss is None else float(loss), body["sources"][row["source"]], Confidence(row["confidence"])
        )
        limits.update({(name, row["grade"]): limit for name in row["names"]})
    return limits
