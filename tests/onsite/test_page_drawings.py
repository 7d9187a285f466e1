"""What the page of a work package marks in its drawings of racks."""

import json
import re
import shutil
import subprocess

import pytest

from gpudesk.core.checklist.items import Scope
from gpudesk.core.checklist.tray_targets import tray_target
from tests.onsite.javascript import NO_NODE, page_source

SYSTEM, OTHER = 12, 13
TARGETS = {Scope.TRAY: tray_target(SYSTEM, 2), Scope.DEVICE: SYSTEM, Scope.WORKSTATION: SYSTEM, Scope.CABLE: 7, Scope.SITE: 0}
STUBS = """
const made = () => ({ append() {} });
const element = made, say = (text) => text;
let drawn = [];
const face = (rack, side, marked) => { if (side === "front") drawn.push([rack.id, marked]); return null; };
const rack = (id, device) => ({ id, front: [[device]], rear: [] });
const more = { ends: { 7: [{ device_id: 12 }, { device_id: 13 }] }, racks: [rack(1, 12), rack(2, 13)] };
"""


def drawings() -> str:
    """The function of the page that draws where something is."""
    found = re.search(r"^  function drawingsOf\(.*?^  }$", page_source("page"), re.DOTALL | re.MULTILINE)
    assert found is not None
    return found.group()


def test_a_tray_marks_its_system_as_a_device_does() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip(NO_NODE)
    items = json.dumps([[scope, {"scope": scope}] for scope in TARGETS])
    program = f"""{STUBS}
const ITEMS = new Map({items});
{drawings()}
const found = {{}};
for (const [scope, target] of Object.entries({json.dumps(TARGETS)})) {{
  drawn = [];
  drawingsOf({{ item: scope, target }});
  found[scope] = drawn;
}}
console.log(JSON.stringify(found));
"""
    done = subprocess.run([node, "-"], input=program, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout) == {
        "tray": [[1, [SYSTEM]]],
        "device": [[1, [SYSTEM]]],
        "workstation": [[1, [SYSTEM]]],
        "cable": [[1, [SYSTEM, OTHER]], [2, [SYSTEM, OTHER]]],
        "site": [],
    }
