"""Projects of window tests: each is built once in this process, and copied wherever a test wants one of its own.

To build one takes some hundredths of a second and waits for the disk; what making a project does is tested where that is the point
(`test_session.py`, `test_main_window_files.py`).
"""

import tempfile
from collections.abc import Callable
from pathlib import Path

from gpudesk.catalog.catalog import user_catalog_dir
from gpudesk.core.plan.plan import Plan
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document

Step = Callable[[Document], object]
"""Edits that follow the plan, as steps of the history: a function of a module, so that its name tells it from others."""

_contents: dict[tuple[str, ...], bytes] = {}


def put_built(path: Path, plan: Plan, *steps: Step) -> None:
    """Put a project at `path` that was built from a plan and edited by `steps`."""
    if user_catalog_dir().exists():
        # What the person has of a type goes into the project: it is the test's own.
        path.write_bytes(_content(plan, *steps))
        return
    key = (repr(plan), *(f"{step.__module__}.{step.__qualname__}" for step in steps))
    assert not any("<" in name for name in key[1:]), key[1:]
    if key not in _contents:
        _contents[key] = _content(plan, *steps)
    path.write_bytes(_contents[key])


def _content(plan: Plan, *steps: Step) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "built.gpudesk"
        with Document.create(path, fill=lambda document: run(document, build, plan)) as document:
            for step in steps:
                step(document)
        return path.read_bytes()
