"""Connectors of a module in the port of a host: "OSFP1P2", as NVIDIA's manuals call the second connector of the first twin-port cage."""

import re

_CONNECTOR = re.compile(r"(?P<port>.*[0-9])(?P<mark>[pP/])(?P<number>[1-9])\Z")


def connector_name(port: str, cage: str, number: int) -> str:
    """The name of a connector, counted from 1.

    A port with a name other than that of its cage has its number set apart: "eth1/2".
    """
    return f"{port}P{number}" if port == cage else f"{port}/{number}"


def named_connector(name: str) -> tuple[str, int] | None:
    """The port and the number of the connector, from "OSFP1P2" or "OSFP1/2"; None for other names."""
    match = _CONNECTOR.match(name.strip())
    return None if match is None else (match["port"], int(match["number"]))


def names_same_port(one: object, other: object) -> bool:
    """Whether two names mean one port: earlier versions call "dgx-001 OSFP1P2" "dgx-001 OSFP1", or "dgx-001 OSFP1/2" on paper.

    One of them is written with "P": a switch port before and after a split ("Ethernet1", "Ethernet1/3") is not the same port.
    """
    if one == other or not isinstance(one, str) or not isinstance(other, str):
        return one == other
    first, second = (_CONNECTOR.match(name.strip()) for name in (one, other))
    if not any(match is not None and match["mark"] in "pP" for match in (first, second)):
        return False
    if first is None or second is None:
        named, bare = (second, one) if first is None else (first, other)
        return named is not None and named["port"] == bare.strip()
    return (first["port"], first["number"]) == (second["port"], second["number"])
