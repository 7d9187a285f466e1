"""A real subnet manager routes the planned fabrics: exported, booted in a simulator, routed as a fat tree, discovered again."""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from benchmarks.generated_fabric import superpod_file
from benchmarks.subnet_simulator import is_routed, simulated, tools_are_there
from gpudesk.cli import main

NO_TOOLS = "ibsim, OpenSM and ibnetdiscover are not installed"
"""The reason of a skip, named in tests/allowed_skips.txt."""
REQUIRED = "GPUDESK_SUBNET_TOOLS"
"""The environment variable with which a missing tool is a failure, not a skip."""


def demand_tools() -> None:
    """Skip the test where the tools are not installed, or fail where they must be."""
    if not tools_are_there():
        if os.environ.get(REQUIRED):
            pytest.fail(NO_TOOLS)
        pytest.skip(NO_TOOLS)


@pytest.mark.parametrize(
    ("units", "nodes", "switches", "links", "ranks"),
    [
        (4, 1024, 48, 2048, 2),
        pytest.param(16, 4096, 320, 12288, 3, marks=pytest.mark.soak),
        pytest.param(64, 16384, 1280, 49152, 3, marks=pytest.mark.soak),
    ],
)
def test_a_superpod_is_routed_as_a_fat_tree(
    units: int, nodes: int, switches: int, links: int, ranks: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    demand_tools()
    project = superpod_file(tmp_path / "pod.gpudesk", units)
    net = tmp_path / "pod.net"
    assert main(["export", str(project), "ibsim", str(net)]) == 0
    text = net.read_text(encoding="utf-8")
    assert text.count("\nCa\t") == nodes
    assert text.count("\nSwitch\t") == switches
    assert text.count("\n[") == 2 * links
    with simulated(net, nodes + switches + 1, switches + 1, nodes + 65 * switches + 1) as subnet:
        log = subnet.routed(limit_s=1200)
        assert is_routed(log)
        assert f"FatTree rank (roots to leaf switches): {ranks}" in log
        assert f"Fabric has {nodes} CAs, {nodes} CA ports ({nodes} of them CNs), {switches} switches" in log
        found = subnet.discovered(limit_s=1200)
    # The ibsim of Debian 12 (0.10) does not know NDR: all its links are slower than planned.
    capsys.readouterr()
    assert main(["verify", str(project), "--ibnetdiscover", str(found), "--ignore", "degraded", "--json"]) == 0
    body = json.loads(capsys.readouterr().out)
    assert (body["planned"], body["discovered"], body["other_subnets"], body["differences"]) == (links, links, 0, [])


def template_file(name: str, folder: Path) -> tuple[Path, Path]:
    """A cabled template, and its InfiniBand as ibsim reads it."""
    project, net = folder / "site.gpudesk", folder / "site.net"
    assert main(["new", str(project), "--template", name]) == 0
    assert main(["cable", str(project)]) == 0
    assert main(["export", str(project), "ibsim", str(net)]) == 0
    return project, net


def verified(project: Path, found: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """What `verify` says of a discovered subnet; ibsim knows neither NDR nor XDR."""
    capsys.readouterr()
    assert main(["verify", str(project), "--ibnetdiscover", str(found), "--ignore", "degraded", "--json"]) == 0
    body: dict[str, Any] = json.loads(capsys.readouterr().out)
    return body


@pytest.mark.parametrize(
    ("name", "links", "elsewhere", "fat_tree"),
    [
        # The hosts of rack-scale systems are their trays: no other template is of this kind.
        ("gb200-nvl72-superpod", 1156, 0, True),
        ("dgx-h100-superpod", 2044, 506, True),
        ("small-pod", 314, 0, True),
        # Of the same kind as one of these: a fat tree of as many links, or with as few layers.
        pytest.param("dgx-b300-xdr-superpod", 1156, 0, True, marks=pytest.mark.soak),
        pytest.param("dgx-b200-superpod", 2044, 464, True, marks=pytest.mark.soak),
        pytest.param("hgx-pod", 384, 0, True, marks=pytest.mark.soak),
        ("dgx-basepod", 48, 0, False),
        ("one-rack", 32, 0, False),
    ],
)
def test_the_compute_fabric_of_a_template_comes_up(
    name: str, links: int, elsewhere: int, fat_tree: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those with spines are routed as fat trees; one switch, and two joined to each other, are none."""
    demand_tools()
    project, net = template_file(name, tmp_path)
    with simulated(net, *_room(net)) as subnet:
        log = subnet.routed(limit_s=120)
        assert is_routed(log) is fat_tree
        assert "SUBNET UP" in log
        body = verified(project, subnet.discovered(limit_s=120), capsys)
    assert (body["planned"], body["discovered"], body["other_subnets"], body["differences"]) == (links, links, elsewhere, [])


def test_the_storage_fabric_of_the_superpod_is_routed_up_and_down(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its leaves of storage targets have other numbers of uplinks than those of systems, so that it is no fat tree to OpenSM."""
    demand_tools()
    project, net = template_file("dgx-h100-superpod", tmp_path)
    (node, *_) = re.findall(r'^Ca\t\d+ "([^"]+)".*\n\[1\]\([0-9a-f]+\) .*storage-leaf', net.read_text(encoding="utf-8"), re.MULTILINE)
    with simulated(net, *_room(net)) as subnet:
        subnet.run_at(node)
        assert not is_routed(subnet.routed(limit_s=120))
        log = subnet.routed(limit_s=120, engine="updn")
        assert "updn tables configured on all switches" in log
        assert "SUBNET UP" in log
        body = verified(project, subnet.discovered(limit_s=120), capsys)
    assert (body["planned"], body["discovered"], body["other_subnets"], body["differences"]) == (506, 506, 2044, [])


def _room(net: Path) -> tuple[int, int, int]:
    """Room for the nodes, switches and ports of a file."""
    text = net.read_text(encoding="utf-8")
    nodes, switches = text.count("\nCa\t"), text.count("\nSwitch\t")
    return nodes + switches + 1, switches + 1, 2 * nodes + 145 * switches + 1
