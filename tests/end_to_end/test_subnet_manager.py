"""A real subnet manager routes the planned fabrics: exported, booted in a simulator, routed as a fat tree, discovered again."""

import json
import os
from pathlib import Path

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


@pytest.mark.parametrize(("units", "nodes", "switches", "links", "ranks"), [(4, 1024, 48, 2048, 2), (16, 4096, 320, 12288, 3)])
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
        log = subnet.routed(limit_s=120)
        assert is_routed(log)
        assert f"FatTree rank (roots to leaf switches): {ranks}" in log
        assert f"Fabric has {nodes} CAs, {nodes} CA ports ({nodes} of them CNs), {switches} switches" in log
        found = subnet.discovered(limit_s=120)
    # The ibsim of Debian 12 (0.10) does not know NDR: all its links are slower than planned.
    capsys.readouterr()
    assert main(["verify", str(project), "--ibnetdiscover", str(found), "--ignore", "degraded", "--json"]) == 0
    body = json.loads(capsys.readouterr().out)
    assert (body["planned"], body["seen"], body["elsewhere"], body["differences"]) == (links, links, 0, [])
