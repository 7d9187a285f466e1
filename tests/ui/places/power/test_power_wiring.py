"""Racks are wired from the palette; what found no outlet is said, and one step takes it all back."""

from PySide6.QtCore import Qt

from gpudesk.operations.racks.device_operations import place_device, place_on_floor
from tests.ui.hand import CTRL, Hand

PDU = "generic.pdu-0u-415v-60a"


def do(hand: Hand, words: str) -> None:
    hand.press(Qt.Key.Key_K, CTRL)
    hand.type(words)
    hand.press(Qt.Key.Key_Return)
    hand.rest()


def count(hand: Hand) -> tuple[int, int]:
    snapshot = hand.desk.session.snapshot
    return snapshot["power_node"].rows, snapshot["power_cord"].rows


def strips(hand: Hand, rack: str) -> None:
    snapshot = hand.desk.session.snapshot
    rack_id = int(snapshot["rack"].where("name", rack)[0])
    for side in (0, 1):
        hand.desk.session.do(place_device, PDU, rack_id, 0, 1, side)
        hand.rest()


def test_a_rack_is_wired_and_unwired_in_one_step(hand: Hand) -> None:
    strips(hand, "A01")
    hand.click(hand.on("dgx-001"))
    before = count(hand)
    do(hand, "wire power")
    feeds, cords = count(hand)
    assert feeds == before[0] + 2
    assert cords > before[1] + 2
    bar = hand.desk.window.message_bar
    assert bar.isVisible()
    assert "2 feeds" in bar.accessibleName()
    assert "have no outlet within reach of a suitable cord" not in bar.accessibleName()
    wired = hand.desk.session.snapshot
    system = int(wired["device"].where("name", "dgx-001")[0])
    assert (wired["power_cord"]["device_id"] == system).sum() == 6
    do(hand, "rewire power")
    assert count(hand) == (feeds, cords)
    hand.desk.session.undo()
    hand.rest()
    hand.desk.session.undo()
    hand.rest()
    assert count(hand) == before


def test_what_finds_no_outlet_is_named(hand: Hand) -> None:
    hand.click(hand.on("leaf-1"))
    do(hand, "wire power")
    said = hand.desk.window.message_bar.accessibleName()
    assert "leaf-1" in said
    assert "2 power supplies have no outlet within reach" in said


def test_a_whole_rack_on_the_floor_is_wired_when_all_is(hand: Hand) -> None:
    """With nothing selected everything is wired: a feed for each of its eight shelves."""
    session = hand.desk.session
    hall = int(session.snapshot["hall"].ids[0])
    session.do(place_on_floor, "nvidia.gb200-nvl72", hall, 100, 100)
    hand.rest()
    session.select([])
    do(hand, "wire power")
    sides = session.snapshot["power_node"]["feed_side"].tolist()
    assert (sides.count("A"), sides.count("B")) == (4, 4)
