"""What ibnetdiscover prints, read: forms seen on real clusters, and every fault at once."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.running.progress import Progress
from gpudesk.formats.fabric import ibnetdiscover
from gpudesk.formats.fabric.ibnetdiscover import ibnetdiscover_links, read_ibnetdiscover
from gpudesk.formats.tables.table_faults import UnreadableTable

FABRIC = """\
#
# Topology file: generated on Wed Aug  6 16:11:23 2025
#
vendid=0x2c9
devid=0xd2f2
sysimgguid=0xa0
switchguid=0xa0(a0)
Switch\t65 "S-00000000000000a0"\t\t# "MF0;leaf:MQM9700/U1" enhanced port 0 lid 7 lmc 0
[1]\t"H-00000000000000b0"[1](b1) \t\t# "node mlx5_0" lid 3 4xNDR
[2][ext 2]\t"S-00000000000000c0"[40]\t\t# "spine" lid 9 2xHDR
[3]\t"H-00000000000000d0"[2](d2) \t\t# "old mlx5_1" lid 383
caguid=0xb0
Ca\t1 "H-00000000000000b0"\t\t# "node mlx5_0"
[1](b1) \t"S-00000000000000a0"[1]\t\t# lid 3 lmc 0 "MF0;leaf:MQM9700/U1" lid 7 4xNDR s=1 w=2
rtguid=0xe0
Rt\t2 "R-00000000000000e0"\t\t# "router"
"""
FAULTY = """\
what is this
Ca\tmany "H-1"
[1]\t"S-00000000000000a0"[9]
Ca\t1 "H-00000000000000b0"\t# "again"
Switch 2 "S-1" # "tiny"
[3] "H-00000000000000b0"[1]
[1] "H-00000000000000b0"[1]
[1] "H-00000000000000f0"[1]
[x] nothing"""


def test_each_link_is_read_once_with_what_is_said_of_it() -> None:
    found = ibnetdiscover_links(FABRIC, "seen.txt")
    names = [node.description for node in found.nodes]
    assert names == ["MF0;leaf:MQM9700/U1", "node mlx5_0", "spine", "old mlx5_1", "router"]
    assert [node.ports for node in found.nodes] == [65, 1, 0, 0, 2]
    rows = zip(found.a_node, found.a_port, found.b_node, found.b_port, found.width, found.speed, found.line, strict=True)
    assert [tuple(row) for row in rows] == [(0, 1, 1, 1, 4, "NDR", 9), (0, 2, 2, 40, 2, "HDR", 10), (0, 3, 3, 2, 0, "", 11)]


def test_windows_line_ends_and_descriptions_with_anything_in_them() -> None:
    text = FABRIC.replace("node mlx5_0", 'a "quoted" # name  HCA-1').replace("\n", "\r\n")
    found = ibnetdiscover_links(text, "seen.txt")
    assert found.nodes[1].description == 'a "quoted" # name  HCA-1'
    assert found.speed.tolist() == ["NDR", "HDR", ""]


def test_every_fault_is_told_with_its_line() -> None:
    with pytest.raises(UnreadableTable) as caught:
        ibnetdiscover_links(FABRIC + FAULTY, "seen.txt")
    said = {fault.place: fault.what.plain() for fault in caught.value.faults}
    assert said == {
        "seen.txt, 17": "the line is not from ibnetdiscover: what is this",
        "seen.txt, 18": (
            'the start of a node was expected, such as Switch 65 "S-0002c903a1b2c3d4" # "name", but the line contains: Ca\tmany "H-1"'
        ),
        "seen.txt, 19": "the port line does not belong to a node.",
        "seen.txt, 20": "the node H-00000000000000b0 appears twice.",
        "seen.txt, 22": "a node with 2 ports has no port 3.",
        "seen.txt, 23": "the other end of the link, on line 14, does not match.",
        "seen.txt, 24": "the port 1 is already described on line 23.",
        "seen.txt, 25": (
            'a port was expected, such as [1] "S-0002c903a1b2c3d4"[33] # "name" lid 7 4xNDR, but the line contains: [x] nothing'
        ),
    }


def test_what_is_no_such_file_or_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnreadableTable, match="cannot be read"):
        read_ibnetdiscover(tmp_path / "none")
    (tmp_path / "empty").write_bytes(b"\n")
    with pytest.raises(UnreadableTable, match="the file has no node"):
        read_ibnetdiscover(tmp_path / "empty")
    (tmp_path / "noise").write_bytes(bytes(range(256)) * 4000)
    with pytest.raises(UnreadableTable):
        read_ibnetdiscover(tmp_path / "noise")
    monkeypatch.setattr(ibnetdiscover, "MOST_BYTES", 10)
    (tmp_path / "large").write_text(FABRIC, encoding="utf-8")
    with pytest.raises(UnreadableTable, match="larger than 0 MiB"):
        read_ibnetdiscover(tmp_path / "large")
    monkeypatch.undo()
    monkeypatch.setattr(ibnetdiscover, "MOST_LINKS", 1)
    with pytest.raises(UnreadableTable, match="more than 1 links"):
        read_ibnetdiscover(tmp_path / "large")


def test_a_file_of_nothing_but_faults_ends_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ibnetdiscover, "_MOST_FAULTS", 10)
    with pytest.raises(UnreadableTable) as caught:
        ibnetdiscover_links(FABRIC + "nonsense\n" * 9, "seen.txt")
    assert len(caught.value.faults) == 9
    with pytest.raises(UnreadableTable) as caught:
        ibnetdiscover_links(FABRIC + "nonsense\n" * 100, "seen.txt")
    assert len(caught.value.faults) == 10


def test_of_a_file_of_another_kind_one_thing_is_said(tmp_path: Path) -> None:
    path = tmp_path / "hosts"
    path.write_text("# hosts\n\n127.0.0.1 localhost\n" * 2000, encoding="utf-8")
    with pytest.raises(UnreadableTable) as caught:
        read_ibnetdiscover(path)
    (fault,) = caught.value.faults
    assert fault.place == "hosts, 3"
    assert fault.what.plain().startswith("this is not ibnetdiscover output. No line is the start of a node, such as")
    assert fault.what.plain().endswith("127.0.0.1 localhost")


def test_a_line_without_an_end_is_not_kept_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ibnetdiscover, "PIECE_BYTES", 100)
    path = tmp_path / "long"
    path.write_text(FABRIC + '[2] "' * 5000 + "\n" + "[x]", encoding="utf-8")
    with pytest.raises(UnreadableTable) as caught:
        read_ibnetdiscover(path)
    assert [fault.cell for fault in caught.value.faults] == ["17", "18"]
    assert caught.value.faults[0].what.plain() == "the line has more than 2000 characters."


@pytest.mark.parametrize("piece", [1, 7, 1000])
def test_a_file_is_the_same_in_whatever_pieces_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, piece: int) -> None:
    path = tmp_path / "seen"
    path.write_text(FABRIC.replace("node mlx5_0", "nodo Ñandú mlx5_0"), encoding="utf-8")
    monkeypatch.setattr(ibnetdiscover, "PIECE_BYTES", piece)
    steps: list[tuple[int, int]] = []
    found = read_ibnetdiscover(path, Progress(lambda done, total: steps.append((done, total))))
    assert [node.description for node in found.nodes][1] == "nodo Ñandú mlx5_0"
    assert (found.line.tolist(), found.width.tolist()) == ([9, 10, 11], [4, 2, 0])
    size = path.stat().st_size
    assert steps[-1] == (size, size)


@given(st.lists(st.sampled_from(FABRIC.splitlines()), max_size=30), st.text(max_size=40))
def test_lines_in_any_order_are_read_or_refused(lines: list[str], noise: str) -> None:
    try:
        found = ibnetdiscover_links("\n".join([*lines, noise]), "seen.txt")
    except UnreadableTable:
        return
    assert len(found.line) == len(found.speed) == len(found)
