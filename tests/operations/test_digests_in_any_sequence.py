"""Whatever people do in whatever order, no verification takes it for damage, and what was settled is verified as a whole."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from gpudesk.core.messages.errors import DeskError
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import REGISTRY, redo, run, undo
from gpudesk.project import edit
from gpudesk.project.document import Document
from gpudesk.store import bare_table
from tests.examples import examples
from tests.operations.chooser import ARGUMENTS, Chooser, start_plan
from tests.project.flips import damaged, unverified
from tests.project.sample import Clock

names_of_steps = st.lists(st.sampled_from([*sorted(REGISTRY), "undo", "undo", "redo", "slice", "slice", "settle"]), max_size=15)


def one_step(data: st.DataObject, document: Document, name: str) -> None:
    if name == "undo":
        undo(document)
    elif name == "redo":
        redo(document)
    elif name == "slice":
        document.take_digests(0.0)
    elif name == "settle":
        assert document.settle()
        assert unverified(document) == ()
    else:
        args, values = ARGUMENTS[name](Chooser(data.draw, document))
        try:
            run(document, REGISTRY[name], *args, **values)
        except DeskError:
            return  # refused, and nothing was changed: the digests say so


@given(data=st.data(), names=names_of_steps)
@examples(30, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_no_sequence_of_steps_is_taken_for_damage(data: st.DataObject, names: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder:
        if data.draw(st.booleans()):
            patch.setattr(bare_table, "BARE_ROWS", 1)
            patch.setattr(edit, "BULK_ROWS", 2)
        path = Path(folder) / "any.gpudesk"
        with Document.create(path, Clock(), fill=lambda document: run(document, build, start_plan())) as document:
            document.settle()
            for name in names:
                one_step(data, document, name)
                assert damaged(document) == ()
        with Document.open(path, write=False) as document:
            assert (damaged(document), unverified(document)) == ((), ())
