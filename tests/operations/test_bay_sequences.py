"""Devices go in and out of bays and halves in any order: undone it is gone, and what is kept step by step equals what is made again."""

from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.operations.test_any_sequence import SLOW, undone_and_redone

IN_BAYS = (
    "place_in_bay",
    "move_to_bay",
    "fill_bays",
    "duplicate_up",
    "take_out",
    "delete_objects",
    "place_device",
    "move_device",
    "flip_devices",
    "fill_rack",
    "update_types",
    "paste",
    "undo",
    "redo",
)


@given(data=st.data(), names=st.lists(st.sampled_from(IN_BAYS), max_size=14))
@examples(30, least=10, suppress_health_check=SLOW)
def test_any_sequence_of_bays_and_halves(data: st.DataObject, names: list[str]) -> None:
    undone_and_redone(data, names)
