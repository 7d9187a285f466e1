"""Ten thousand edits of one project, with restarts between: what is kept step by step equals what is made again."""

from pathlib import Path
from random import Random

import pytest

from gpudesk.checks.engine.check_engine import check_all, findings_of
from gpudesk.core.messages.errors import DeskError
from gpudesk.derived.totals.totals import totals
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from tests.operations.random_edits import chosen_edit, make, start_plan
from tests.project.sample import Clock

STEPS, RESTART_EVERY, TOTALS_EVERY = 10_000, 500, 25


@pytest.mark.soak
def test_a_long_walk(tmp_path: Path) -> None:
    random, path = Random(20260301), tmp_path / "walk.gpudesk"
    clock = Clock()
    document = Document.create(path, clock)
    run(document, build, start_plan())
    refused = 0
    for step in range(STEPS):
        before, steps = document.snapshot, document.steps
        try:
            make(document, chosen_edit(random, document.snapshot))
        except DeskError:
            refused += 1
            assert document.snapshot is before
            assert document.steps == steps
        kept = document.snapshot
        assert kept is before or findings_of(kept) == check_all(document.fresh_snapshot())
        if step % TOTALS_EVERY == 0:
            fresh = document.fresh_snapshot()
            assert kept.equals(fresh)
            assert totals(kept, "project", None) == totals(fresh, "project", None)
        if step % RESTART_EVERY == RESTART_EVERY - 1:
            document.quick_check()
            steps = document.steps
            document.close()
            document = Document.open(path, clock=clock)
            assert document.snapshot.equals(kept)
            assert document.steps == steps
            findings_of(document.snapshot)
    document.close()
    assert refused < STEPS / 2
