"""What a plan uses of the things in stock."""

from gpudesk.derived.cost.project_stock import in_use, pieces_in_use
from tests.project.complete import complete


def test_pieces_of_one_type_are_those_among_all() -> None:
    with complete() as document:
        snapshot = document.snapshot
        every = in_use(snapshot)
        assert len(every) > 10
        assert {key: pieces_in_use(snapshot, key) for key in every} == dict(every)
        assert pieces_in_use(snapshot, ("nobody.knows", None)) == 0
