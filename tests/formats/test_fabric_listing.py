"""What ibnetdiscover and iblinkinfo print in each of their forms: the same links, and the same warnings next to them."""

import os
from pathlib import Path

import pytest

from gpudesk.formats.fabric.fabric_listing import read_fabric_listing
from gpudesk.formats.fabric.ibnetdiscover import LONGEST_LINE
from gpudesk.formats.fabric.port_report import is_port_report
from gpudesk.formats.fabric.seen_links import SeenLinks
from gpudesk.formats.tables.table_faults import UnreadableTable

LISTINGS = Path(__file__).with_name("fabric_listings")
A_PORT = "CA     3  1 0x98039b0300a1b2c3 4x NDR - SW     7 12 0x98039b0300d4e5f6 ( 'dgx-001 mlx5_0' - 'leaf-01' )"
CHIP = "MT4129 ConnectX7   Mellanox Technologies"
LINKS = {
    ("dgx-001 mlx5_0", 1, "MF0;leaf-1:MQM9700/U1", 1, "4xSDR"),
    (CHIP, 1, "MF0;leaf-1:MQM9700/U1", 2, "4xSDR"),
    ("ufm-1 mlx5_0", 2, "Quantum-2 Mellanox Technologies", 3, "2xSDR"),
    ("MF0;leaf-1:MQM9700/U1", 4, "Quantum-2 Mellanox Technologies", 4, "4xSDR"),
}


def links(seen: SeenLinks) -> set[tuple[str, int, str, int, str]]:
    """Each link, the end at an adapter first, of two switches that whose name comes first."""
    found = set()
    columns = (
        seen.a_node.tolist(),
        seen.a_port.tolist(),
        seen.b_node.tolist(),
        seen.b_port.tolist(),
        seen.width.tolist(),
        seen.speed.tolist(),
    )
    for a, a_port, b, b_port, width, speed in zip(*columns, strict=True):
        ends = sorted(((seen.nodes[a], a_port), (seen.nodes[b], b_port)), key=lambda end: (end[0].switch, end[0].description))
        (first, first_port), (second, second_port) = ends
        found.add((first.description, first_port, second.description, second_port, f"{width}x{speed}"))
    return found


@pytest.mark.parametrize("name", sorted(path.name for path in LISTINGS.glob("*.txt")))
def test_all_forms_tell_the_same_links(name: str) -> None:
    seen = read_fabric_listing(LISTINGS / name)
    assert links(seen) == LINKS
    assert {node.description: node.switch for node in seen.nodes} == {
        "dgx-001 mlx5_0": False,
        CHIP: False,
        "ufm-1 mlx5_0": False,
        "MF0;leaf-1:MQM9700/U1": True,
        "Quantum-2 Mellanox Technologies": True,
    }
    assert {node.ports for node in seen.nodes if node.switch} == {4}
    assert seen.warnings == 0


@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="the system has no names for open pipes")
@pytest.mark.parametrize("name", ["topology.txt", "iblinkinfo.txt"])
def test_a_listing_comes_through_a_pipe(name: str) -> None:
    reading, writing = os.pipe()
    try:
        os.write(writing, (LISTINGS / name).read_bytes())
        os.close(writing)
        assert links(read_fabric_listing(Path(f"/dev/fd/{reading}"))) == LINKS
    finally:
        os.close(reading)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-8-sig"])
@pytest.mark.parametrize("name", ["topology.txt", "iblinkinfo.txt"])
def test_a_listing_that_windows_saved_is_read(name: str, encoding: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes((LISTINGS / name).read_text(encoding="utf-8").replace("\n", "\r\n").encode(encoding))
    assert links(read_fabric_listing(path)) == LINKS


def test_guids_are_told_as_far_as_the_form_has_them() -> None:
    leaf = {
        path.name: next(node.guid for node in read_fabric_listing(path).nodes if "leaf" in node.description)
        for path in LISTINGS.glob("*.txt")
    }
    assert set(leaf.values()) == {0x98039B0300000001}
    host = {
        path.name: next(node for node in read_fabric_listing(path).nodes if "dgx" in node.description) for path in LISTINGS.glob("*.txt")
    }
    assert host["topology.txt"].guid == host["topology.txt"].system == 0x98039B0300000010
    assert host["ports-p.txt"].guid == host["iblinkinfo.txt"].guid == host["iblinkinfo-l.txt"].guid == 0x98039B0300000011
    assert host["iblinkinfo-switches-only.txt"].guid == 0


@pytest.mark.parametrize("name", ["topology.txt", "topology-g.txt", "ports-p.txt", "iblinkinfo.txt", "iblinkinfo-l.txt"])
def test_warnings_of_the_tools_are_passed_over_and_counted(name: str, tmp_path: Path) -> None:
    lines = (LISTINGS / name).read_text(encoding="utf-8").splitlines()
    warnings = [
        "ibwarn: [4711] mad_rpc: _do_madrpc failed; dport (DR path slid 0; dlid 0; 0,1,2)",
        "src/query_smp.c:228; umad (DR path slid 0; dlid 0; 0,1,27 Attr 0x11:0) bad status 110; Connection timed out",
        "/var/tmp/build/src/ibnetdisc.c:817; Failed to discover fabric",
    ]
    path = tmp_path / name
    path.write_text("\r\n".join([warnings[0], *lines[:9], warnings[1], *lines[9:], warnings[2]]) + "\r\n", encoding="utf-8")
    seen = read_fabric_listing(path)
    assert (links(seen), seen.warnings) == (LINKS, 3)


def test_chassis_and_their_ports_outside_are_read(tmp_path: Path) -> None:
    text = (LISTINGS / "topology-g.txt").read_text(encoding="utf-8")
    head = "\nChassis 1 (guid 0x98039b0300000099)\nHostname: director-1\n\n# Spine Nodes\n"
    text = text.replace("\nNon-Chassis Nodes\n", head, 1).replace(
        '[4]\t"S-98039b0300000001"[4]', '[4][ext A12]\t"S-98039b0300000001"[4][ext 3]'
    )
    (tmp_path / "grouped").write_text(f"{text}\nChassis 2\n", encoding="utf-8")
    assert links(read_fabric_listing(tmp_path / "grouped")) == LINKS


@pytest.mark.parametrize(
    ("printed", "rate"),
    [
        ("4X          106.25 Gbps Active/  LinkUp", (4, "NDR")),
        ("4X           212.5 Gbps Active/  LinkUp", (4, "XDR")),
        ("4X          53.125 Gbps Initialize/  LinkUp", (4, "HDR")),
        ("4X        25.78125 Gbps Active/  LinkUp", (4, "EDR")),
        ("2X    10.0 Gbps (FDR10) Active/  LinkUp", (2, "FDR10")),
        ("1X         14.0625 Gbps Active/  LinkUp", (1, "FDR")),
        ("4X      undefined (77) Active/  LinkUp", (0, "")),
    ],
)
def test_the_speed_of_a_lane_names_the_generation(printed: str, rate: tuple[int, str], tmp_path: Path) -> None:
    path = tmp_path / "seen"
    path.write_text(
        f'Switch: 0x00000000000000a0 leaf-1:\n          7    1[  ] ==( {printed})==>       8    1[ 2] "a "quoted" name" (Could be 4X )\n',
        encoding="utf-8",
    )
    seen = read_fabric_listing(path)
    assert (int(seen.width[0]), str(seen.speed[0])) == rate
    assert [node.description for node in seen.nodes] == ["leaf-1", 'a "quoted" name']


def test_what_cannot_be_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "seen"
    text = (LISTINGS / "iblinkinfo.txt").read_text(encoding="utf-8")
    path.write_text(f"{text}nonsense\n", encoding="utf-8")
    with pytest.raises(UnreadableTable, match="seen, 17: a port was expected") as caught:
        read_fabric_listing(path)
    assert len(caught.value.faults) == 1
    path.write_text(text.replace("77    4[  ] ==( 4X", "77    3[  ] ==( 4X"), encoding="utf-8")
    with pytest.raises(UnreadableTable, match="the port 3 is already described on line"):
        read_fabric_listing(path)
    path.write_text(text.replace("      75    1", "       0    1"), encoding="utf-8")
    with pytest.raises(UnreadableTable, match="start the subnet manager, or use iblinkinfo -l"):
        read_fabric_listing(path)
    path.write_text("SW     7 300 0x98039b0300000002 4x SDR - CA    79  2 0x98039b0300000032 ( 'a' - 'b' )\n", encoding="utf-8")
    with pytest.raises(UnreadableTable, match="a node with 254 ports has no port 300"):
        read_fabric_listing(path)
    with pytest.raises(UnreadableTable, match="cannot be read"):
        read_fabric_listing(tmp_path / "none")


@pytest.mark.parametrize(("spaces", "known"), [(LONGEST_LINE - len(A_PORT), True), (LONGEST_LINE - len(A_PORT) + 1, False)])
def test_a_line_that_is_too_long_to_read_is_no_sign_of_a_form(spaces: int, known: bool) -> None:
    """Else a line of hundreds of thousands of spaces is looked through from each of them."""
    assert is_port_report([A_PORT + spaces * " "]) is known
