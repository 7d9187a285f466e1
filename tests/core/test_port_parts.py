"""The names of the parts of split ports, forth and back, and how lanes say what is split."""

import re

import numpy as np
import pytest

from gpudesk.core.cabling.port_parts import (
    Counted,
    PartNames,
    host_port_name,
    lanes_at,
    link_gbps,
    named_part,
    part_name,
    parts_name,
    parts_of_ports,
)
from gpudesk.core.hardware.hardware import Port

KNOWN = (
    PartNames("Cumulus Linux", re.compile(r"swp\d+", re.IGNORECASE), Counted.FROM_ZERO, "s", "test"),
    PartNames("NVOS", re.compile(r"sw\d+p\d+", re.IGNORECASE), Counted.FROM_ONE, "s", "test"),
    PartNames("MLNX-OS", re.compile(r"(?:\d+/)*\d+", re.IGNORECASE), Counted.FROM_ONE, "/", "test"),
    PartNames("Arista EOS", re.compile(r"Ethernet\d+/1", re.IGNORECASE), Counted.LANE, "/", "test"),
)
SPLIT = [
    # name, part, parts, lanes of the port, name of the part
    ("swp2", 0, 2, 8, "swp2s0"),
    ("swp2", 1, 2, 8, "swp2s1"),
    ("swp35", 7, 8, 8, "swp35s7"),
    ("sw1p1", 0, 2, 4, "sw1p1s1"),
    ("1/2", 1, 2, 4, "1/2/2"),
    ("Ethernet5/1", 0, 2, 8, "Ethernet5/1"),
    ("Ethernet5/1", 1, 2, 8, "Ethernet5/5"),
]


@pytest.mark.parametrize(("name", "part", "parts", "lanes", "said"), SPLIT)
def test_what_a_part_is_called(name: str, part: int, parts: int, lanes: int, said: str) -> None:
    assert part_name(name, part, parts, lanes, KNOWN) == said


@pytest.mark.parametrize(("name", "part", "parts", "lanes", "said"), SPLIT)
def test_the_name_of_a_part_is_read_back(name: str, part: int, parts: int, lanes: int, said: str) -> None:
    found = named_part(said.upper(), KNOWN)
    assert found is not None
    assert (found.port, found.number) == (name.casefold(), part * lanes // parts if found.is_lane else part)


@pytest.mark.parametrize(
    ("name", "first", "last", "parts", "said"),
    [
        ("swp35", 0, 3, 8, "swp35s0-3"),
        ("swp35", 4, 7, 8, "swp35s4-7"),
        ("swp35", 0, 7, 8, "swp35"),
        ("swp37", 1, 1, 8, "swp37s1"),
        ("1/2", 0, 1, 2, "1/2"),
        ("Ethernet5/1", 0, 1, 4, "Ethernet5/1-3"),
        ("OSFP1", 0, 0, 2, "OSFP1"),
        ("swp1", 0, 0, 1, "swp1"),
    ],
)
def test_what_a_plug_with_several_legs_takes(name: str, first: int, last: int, parts: int, said: str) -> None:
    assert parts_name(name, first, last, parts, 8, KNOWN) == said


def test_what_no_system_names_keeps_the_label_of_the_port() -> None:
    assert part_name("OSFP1", 1, 2, 4, KNOWN) == "OSFP1"
    assert named_part("OSFP1s1", KNOWN) is None
    assert part_name("swp2", 0, 1, 8, KNOWN) == "swp2"


def test_a_host_names_its_port_by_the_protocol() -> None:
    """DGX H100/H200 User Guide, Table 5."""
    both = Port(0, "S1P2", "S1P2", 0, "in_band", 4, interface="ibp170s0f1", ethernet="enp170s0f1np1")
    assert [host_port_name(both, infiniband) for infiniband in (True, False)] == ["ibp170s0f1", "enp170s0f1np1"]
    fixed = Port(0, "S3P1", "S3P1", 0, "management", 4, interface="ens6f0")
    assert host_port_name(fixed, False) == "ens6f0"
    half = Port(0, "CX1", "CX1", 0, "compute", 4, interface="ibp3s0")
    assert [host_port_name(half, infiniband) for infiniband in (True, False)] == ["ibp3s0", "CX1"]
    assert host_port_name(Port(0, "BMC", "BMC", 0, "bmc", 1), False) == "BMC"


@pytest.mark.parametrize(
    ("lanes", "a", "b", "gbps", "taken"),
    [
        # lanes of the link; rate and lanes of both ports; what the link carries; lanes at both ends
        (2, (800, 4), (800, 8), 400, (2, 4)),  # ConnectX-8 with lanes of 200 Gb/s on a switch with lanes of 100 Gb/s
        (4, (200, 4), (800, 8), 200, (4, 4)),  # HDR, 50 Gb/s a lane
        (1, (100, 4), (800, 8), 100, (4, 1)),  # QSFP28 on one wavelength
        (4, (400, 4), (400, 4), 400, (4, 4)),
        (2, (200, 4), (400, 4), 200, (4, 2)),
        (0, (1, 1), (1, 1), 1, (1, 1)),
    ],
)
def test_lanes_and_rates(lanes: int, a: tuple[int, int], b: tuple[int, int], gbps: int, taken: tuple[int, int]) -> None:
    of = np.array([lanes], np.int32)
    ends = [(np.array([float(rate)]), np.array([wide], np.int32)) for rate, wide in (a, b)]
    carried = link_gbps(of, *ends[0], *ends[1])
    assert carried.tolist() == [gbps]
    assert tuple(int(lanes_at(of, carried, *end)[0]) for end in ends) == taken


def test_a_port_is_split_for_its_narrowest_link() -> None:
    """Ports 7 and 9 of 8 lanes each: two links of 4 lanes; one of 1 lane and one of 4."""
    port = np.array([7, 7, 9, 9, 11], np.int64)
    lane, lanes = np.array([0, 4, 0, 4, 0], np.int32), np.array([4, 4, 1, 4, 8], np.int32)
    part, parts = parts_of_ports(port, lane, lanes, np.full(5, 8, np.int32))
    assert part.tolist() == [0, 1, 0, 4, 0]
    assert parts.tolist() == [2, 2, 8, 8, 1]
