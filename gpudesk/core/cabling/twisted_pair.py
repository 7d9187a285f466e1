"""The rate at which two twisted-pair sockets agree: one rule for cabling and for the verdict on a link."""

SOCKET = "rj45"
_TRIPLE_GBPS = 1.0
"""A socket of 1000BASE-T also runs 100BASE-TX and 10BASE-T (IEEE 802.3, clauses 28 and 40, from memory): 10/100/1000."""


def agreed_gbps(one_gbps: float, other_gbps: float) -> float | None:
    """The highest common rate of two sockets, as determined by auto-negotiation; None if it is not known that they have one.

    Faster sockets (2.5GBASE-T to 10GBASE-T) support rates down to 1 Gb/s; support of 100BASE-TX depends on the product.
    """
    slow, fast = sorted((one_gbps, other_gbps))
    return slow if slow >= _TRIPLE_GBPS or fast <= _TRIPLE_GBPS else None
