"""What the page of a work package marks in its drawings of racks."""

import json
import re
import shutil
import subprocess

import pytest

from gpudesk.core.checklist.items import Scope
from gpudesk.core.checklist.tray_targets import tray_target
from tests.onsite.javascript import NO_NODE, page_source

SYSTEM, SWITCH, IN_RACK = 12, 13, 14
TRAY = tray_target(SYSTEM, 2)
# The id of the second rack is that of the system.
TARGETS = {
    "tray": (Scope.TRAY, TRAY),
    "system": (Scope.DEVICE, SYSTEM),
    "device": (Scope.DEVICE, IN_RACK),
    "workstation": (Scope.WORKSTATION, IN_RACK),
    "cable": (Scope.CABLE, 7),
    "rack": (Scope.RACK, SYSTEM),
    "site": (Scope.SITE, 0),
}
STUBS = f"""
const made = () => ({{ append() {{}} }});
const element = made, say = (text) => text;
let drawn = [];
const face = (rack, side, marked, whole) => {{ drawn.push([rack.of, rack.id, side, marked, whole]); return null; }};
const rack = (id, device) => ({{ of: "rack", id, front: [[device]], rear: [] }});
const system = {{ of: "system", id: {SYSTEM}, front: [[{TRAY}]] }};
const ends = {{ 7: [{{ device_id: {SYSTEM}, tray: {TRAY} }}, {{ device_id: {SWITCH}, tray: -1 }}] }};
const more = {{ ends, racks: [rack(1, {SWITCH}), rack({SYSTEM}, {IN_RACK}), system] }};
"""


def drawings() -> str:
    """The function of the page that draws where something is."""
    found = re.search(r"^  function drawingsOf\(.*?^  }$", page_source("page"), re.DOTALL | re.MULTILINE)
    assert found is not None
    return found.group()


def both(rack: int, marked: list[int]) -> list[object]:
    """What is drawn of a rack."""
    return [["rack", rack, side, marked, False] for side in ("front", "rear")]


def test_a_page_marks_trays_in_their_system_and_devices_in_their_rack() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip(NO_NODE)
    items = json.dumps([[name, {"scope": scope}] for name, (scope, _) in TARGETS.items()])
    program = f"""{STUBS}
const ITEMS = new Map({items});
{drawings()}
const found = {{}};
for (const [item, [, target]] of Object.entries({json.dumps(TARGETS)})) {{
  drawn = [];
  drawingsOf({{ item, target }});
  found[item] = drawn;
}}
console.log(JSON.stringify(found));
"""
    done = subprocess.run([node, "-"], input=program, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
    marked_ends = [SYSTEM, SWITCH]
    assert json.loads(done.stdout) == {
        "tray": [["system", SYSTEM, "front", [TRAY], False]],
        "system": [["system", SYSTEM, "front", [], True]],
        "device": both(SYSTEM, [IN_RACK]),
        "workstation": both(SYSTEM, [IN_RACK]),
        "cable": [*both(1, marked_ends), ["system", SYSTEM, "front", [TRAY, -1], False]],
        "rack": both(SYSTEM, []),
        "site": [],
    }
