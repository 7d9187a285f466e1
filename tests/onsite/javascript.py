"""Running the judging of the page of a work package outside of a browser."""

import json
import shutil
import subprocess
from typing import Any

import pytest

from gpudesk.locate import resource

NO_NODE = "Node.js is not installed"
"""The reason of a skip, named in tests/allowed_skips.txt: where a browser is demanded, the same table runs in it."""
JUDGE_ALL = "cases.map(({item, tree, measured, basis, today}) => Judging.judge(item, tree, measured, basis, today))"


def page_source(*names: str) -> str:
    """Scripts of the page, one after the other."""
    return "\n".join(resource("onsite_page", f"{name}.js").read_text(encoding="utf-8") for name in names)


def judged_by_node(cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the page's script says of some cases."""
    node = shutil.which("node")
    if node is None:
        pytest.skip(NO_NODE)
    program = f"{page_source('expression')}\nconst cases = {json.dumps(cases)};\nconsole.log(JSON.stringify({JUDGE_ALL}));\n"
    done = subprocess.run([node, "-"], input=program, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
    judged: list[dict[str, Any]] = json.loads(done.stdout)
    return judged
