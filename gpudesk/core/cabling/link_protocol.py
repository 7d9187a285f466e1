"""Protocols of links, and the InfiniBand names of widths and speeds."""

from enum import IntEnum


class Protocol(IntEnum):
    """The protocol of a link."""

    ETHERNET = 0
    INFINIBAND = 1


LANE_GBPS: dict[str, float] = {"SDR": 2.5, "DDR": 5, "QDR": 10, "FDR10": 10.3, "FDR": 14, "EDR": 25, "HDR": 50, "NDR": 100, "XDR": 200}
"""Speed of InfiniBand → nominal Gb/s of one lane, as the tools of its subnet managers name them (rdma-core, infiniband-diags)."""
WIDTHS = (1, 2, 4, 8, 12)
"""The lanes that a link of InfiniBand can have."""


def infiniband_link(rate_gbps: float, lanes: int) -> tuple[int, str]:
    """Width and speed of a link: 400 Gb/s over 4 lanes are (4, "NDR"); (lanes, "") where no speed fits."""
    width = max((link_width for link_width in WIDTHS if link_width <= max(lanes, 1)), default=1)
    for speed, gbps in LANE_GBPS.items():
        if abs(rate_gbps / width - gbps) < gbps * 0.02:
            return width, speed
    return width, ""
