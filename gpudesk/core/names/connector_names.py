"""Connectors of a module in the port of a host: "OSFP1P2", as NVIDIA's manuals call the second connector of the first twin-port cage."""

import re

_CONNECTOR = re.compile(r"(.*[0-9])[pP/]([1-9])\Z")


def connector_name(port: str, cage: str, number: int) -> str:
    """The name of a connector, counted from 1.

    A port with a name other than that of its cage has its number set apart: "eth1/2".
    """
    return f"{port}P{number}" if port == cage else f"{port}/{number}"


def named_connector(name: str) -> tuple[str, int] | None:
    """The port and the number of the connector, from "OSFP1P2" or "OSFP1/2"; None for other names."""
    match = _CONNECTOR.match(name.strip())
    return None if match is None else (match[1], int(match[2]))


def names_same_port(one: object, other: object) -> bool:
    """Whether two names mean one port: earlier versions call "dgx-001 OSFP1P2" "dgx-001 OSFP1", or "dgx-001 OSFP1/2" on paper."""
    if one == other or not isinstance(one, str) or not isinstance(other, str):
        return one == other
    first, second = named_connector(one), named_connector(other)
    if first is None or second is None:
        named, bare = (second, one) if first is None else (first, other)
        return named is not None and named[0] == bare
    return first == second
