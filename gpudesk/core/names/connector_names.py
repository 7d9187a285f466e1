"""Connectors of a module in the port of a host: "OSFP1P2", as NVIDIA's manuals call the second connector of the first twin-port cage."""

import re
from collections.abc import Iterator

_CONNECTOR = re.compile(r"(?P<port>.*\S)(?P<mark>[pP/])(?P<number>[1-9])\Z")


def connector_name(port: str, cage: str, number: int) -> str:
    """The name of a connector, counted from 1.

    A port with a name other than that of its cage has its number set apart: "eth1/2".
    """
    return f"{port}P{number}" if port == cage else f"{port}/{number}"


def named_connector(name: str) -> tuple[str, int] | None:
    """The port and the number of the connector, from "OSFP1P2", "A e6aP2" or "OSFP1/2"; None for other names.

    Whole ports may be named so too: "OSFP1" is the connector 1 of a port "OSF", unless the ports of the device say otherwise.
    """
    match = _CONNECTOR.match(name.strip())
    return None if match is None else (match["port"], int(match["number"]))


def names_with_port(device: str, port: str) -> Iterator[tuple[str, str]]:
    """What a node description can mean whose port consists of several words: ("netapp", "A e6aP4") of ("netapp A", "e6aP4").

    The shortest port comes first. The description as it is, with a port of one word, is not included.
    """
    while " " in device:
        device, _, word = device.rpartition(" ")
        port = f"{word} {port}"
        yield device, port


def names_same_port(one: object, other: object) -> bool:
    """Whether two names mean one port: earlier versions call "dgx-001 OSFP1P2" "dgx-001 OSFP1", or "dgx-001 OSFP1/2" on paper.

    One of them is written with "P": a switch port before and after a split ("Ethernet1", "Ethernet1/3") is not the same port.
    """
    if one == other or not isinstance(one, str) or not isinstance(other, str):
        return one == other
    first, second = (_CONNECTOR.match(name.strip()) for name in (one, other))
    for match, bare in ((first, other), (second, one)):
        if match is not None and match["mark"] in "pP" and match["port"] == bare.strip():
            return True
    if first is None or second is None or not any(match["mark"] in "pP" for match in (first, second)):
        return False
    return (first["port"], first["number"]) == (second["port"], second["number"])
