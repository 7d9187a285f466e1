"""How far the work is on each rack and device, as the drawings show it."""

from datetime import date

import numpy as np
import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.core.checklist.checklist_progress import State
from gpudesk.core.checklist.entries import Recorder
from gpudesk.derived.checklist.targets import layout
from gpudesk.onsite.checklist import states
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.work_shares import work_shares_on
from gpudesk.operations.onsite.record_site_work import add_person, record_value, waive_item
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from tests.project.sample import Clock

ANA, DAY = Recorder("Ana", "0123456789abcdef", "+00:00"), date(2026, 3, 1)


def test_shares_are_those_of_the_states() -> None:
    with Document.scratch(Clock()) as document:
        run(document, build, load_template("one-rack"))
        for name in ("Ana", "Ben"):
            run(document, add_person, name)
        before = document.snapshot.cached(work_shares_on(DAY))
        assert before.devices.done.tolist() == [0.0] * document.snapshot["device"].rows
        run(document, waive_item, ANA, "RCV-050", 1, "No cords needed", "Ben")
        run(document, record_value, ANA, "RCV-030", 1, "part", "another")
        snapshot = document.snapshot
        shares, known, targets = snapshot.cached(work_shares_on(DAY)), snapshot.cached(states), snapshot.cached(layout)
        of_first = [
            known[item.key][targets.place(item.scope, 1)] for item in checklist_of(snapshot).items.values() if item.scope == "device"
        ]
        asked = sum(state != State.NOT_APPLICABLE for state in of_first)
        place = snapshot["device"].position(1)
        assert shares.devices.done[place] == pytest.approx(1 / asked)
        assert shares.devices.failed[place] == pytest.approx(1 / asked)
        assert np.delete(shares.devices.done, place).sum() == 0
        assert 0 < shares.racks.done[0] == shares.racks.failed[0] < shares.devices.done[place]
        assert shares.racks.asked.tolist() == [True]
