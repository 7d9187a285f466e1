"""States by arithmetic over columns: the same as by walking from target to target."""

import numpy as np

from gpudesk.core.checklist.checklist_progress import State, Touched, counts, counts_by_rack, counts_by_stage, states_of
from gpudesk.core.checklist.items import Checklist, Evidence, FieldKind, Item, Scope, Stage
from gpudesk.core.checklist.layout import Layout, owners

FIELDS = (Evidence("ok", FieldKind.YES_NO, "Fine", "Bien"),)


def item(key: str, scope: Scope, *needs: str, every: str = "") -> Item:
    texts = ("Text",) * 6
    return Item(key, "ready", scope, *texts, "m.ok", FIELDS, needs, every=every)


def layout() -> Layout:
    """Two racks in one hall: devices 10 and 11 in the first, 12 in the second; a cable from 10 to 12, and one from 10 to 11.

    Device 12 has two trays, and the first cable ends at the second of them.
    """
    none = np.zeros(0, np.int64)
    devices = np.array([0, 0, 1])
    cables = (np.array([0, 1, 0, 1]), np.array([0, 0, 2, 1]))
    one = np.zeros(1, np.int64)
    return Layout(
        ids={
            **dict.fromkeys(Scope, none),
            Scope.SITE: one,
            Scope.CLUSTER: one,
            Scope.HALL: np.array([1]),
            Scope.RACK: np.array([1, 2]),
            Scope.DEVICE: np.array([10, 11, 12]),
            Scope.TRAY: np.array([12_001, 12_002]),
            Scope.CABLE: np.array([5, 6]),
        },
        rack_of={Scope.RACK: np.array([0, 1]), Scope.DEVICE: devices, Scope.TRAY: np.array([1, 1]), Scope.CABLE: np.array([0, 0])},
        racks={
            **dict.fromkeys((Scope.FEED, Scope.WORKSTATION), (none, none)),
            Scope.HALL: (np.array([0, 0]), np.array([0, 1])),
            Scope.DEVICE: owners(devices),
            Scope.TRAY: (np.array([0, 1]), np.array([1, 1])),
            Scope.CABLE: (cables[0], devices[cables[1]]),
        },
        halls={
            **dict.fromkeys((Scope.FEED, Scope.WORKSTATION), (none, none)),
            Scope.RACK: (np.array([0, 1]), np.array([0, 0])),
            Scope.DEVICE: (np.array([0, 1, 2]), np.zeros(3, np.int64)),
            Scope.TRAY: (np.array([0, 1]), np.zeros(2, np.int64)),
            Scope.CABLE: (cables[0], np.zeros(4, np.int64)),
        },
        devices={Scope.TRAY: (np.array([0, 1]), np.array([2, 2])), Scope.CABLE: cables, Scope.WORKSTATION: (none, none)},
        trays={Scope.CABLE: (np.array([0]), np.array([1]))},
    )


def checklist(*items: Item) -> Checklist:
    return Checklist({"ready": Stage("ready", "install", "Ready", "Listo")}, {listed.key: listed for listed in items}, {})


def done(*places: int, state: State = State.PASSED, overridden: tuple[int, ...] = ()) -> Touched:
    return Touched(np.array(places, np.int64), np.full(len(places), state, np.int8), np.array(overridden, np.int64))


def derived_states(items: Checklist, touched: dict[str, Touched], **applies: list[bool]) -> dict[str, list[State]]:
    where = layout()
    masks = {
        key: np.array(applies.get(key.replace("-", "_"), [True] * where.count(listed.scope)), bool) for key, listed in items.items.items()
    }
    return {key: [State(value) for value in values] for key, values in states_of(items, where, masks, touched).items()}


OPEN, BLOCKED, PASSED, NONE = State.OPEN, State.BLOCKED, State.PASSED, State.NOT_APPLICABLE


def test_a_need_of_what_holds_it_blocks_until_it_has_passed() -> None:
    items = checklist(item("RCK-010", Scope.RACK), item("DEV-010", Scope.DEVICE, "RCK-010"))
    assert derived_states(items, {})["DEV-010"] == [BLOCKED, BLOCKED, BLOCKED]
    assert derived_states(items, {"RCK-010": done(0)})["DEV-010"] == [OPEN, OPEN, BLOCKED]
    assert derived_states(items, {"RCK-010": done(0, state=State.STALE)})["DEV-010"] == [BLOCKED, BLOCKED, BLOCKED]
    assert derived_states(items, {"RCK-010": done(0, 1, state=State.WAIVED)})["DEV-010"] == [OPEN, OPEN, OPEN]


def test_a_need_of_what_is_inside_blocks_until_all_have_passed() -> None:
    items = checklist(item("DEV-010", Scope.DEVICE), item("RCK-010", Scope.RACK, "DEV-010"), item("CLU-010", Scope.CLUSTER, "RCK-010"))
    assert derived_states(items, {"DEV-010": done(0)})["RCK-010"] == [BLOCKED, BLOCKED]
    assert derived_states(items, {"DEV-010": done(0, 1)})["RCK-010"] == [OPEN, BLOCKED]
    assert derived_states(items, {"DEV-010": done(2), "RCK-010": done(0, 1)})["CLU-010"] == [OPEN]
    assert derived_states(items, {"RCK-010": done(0)})["CLU-010"] == [BLOCKED]


def test_a_cable_needs_both_of_its_ends() -> None:
    items = checklist(item("DEV-010", Scope.DEVICE), item("CAB-010", Scope.CABLE, "DEV-010"), item("RCK-010", Scope.RACK, "CAB-010"))
    assert derived_states(items, {"DEV-010": done(0, 1)})["CAB-010"] == [BLOCKED, OPEN]
    assert derived_states(items, {"DEV-010": done(0, 1, 2)})["CAB-010"] == [OPEN, OPEN]
    assert derived_states(items, {"CAB-010": done(1)})["RCK-010"] == [BLOCKED, BLOCKED]
    assert derived_states(items, {"CAB-010": done(0)})["RCK-010"] == [BLOCKED, OPEN]


def test_what_does_not_apply_passes_on_what_it_waits_for() -> None:
    items = checklist(item("RCK-010", Scope.RACK), item("DEV-010", Scope.DEVICE, "RCK-010"), item("DEV-020", Scope.DEVICE, "DEV-010"))
    states = derived_states(items, {"RCK-010": done(1)}, DEV_010=[False, True, False])
    assert states["DEV-010"] == [NONE, BLOCKED, NONE]
    assert states["DEV-020"] == [BLOCKED, BLOCKED, OPEN]


def test_an_override_lets_work_go_on_where_it_was_given() -> None:
    items = checklist(item("RCK-010", Scope.RACK), item("DEV-010", Scope.DEVICE, "RCK-010"))
    assert derived_states(items, {"DEV-010": done(1, state=State.OPEN, overridden=(1,))})["DEV-010"] == [BLOCKED, OPEN, BLOCKED]


def test_what_follows_an_event_asks_for_nothing() -> None:
    items = checklist(item("OPR-010", Scope.DEVICE, every="on-event"))
    assert derived_states(items, {"OPR-010": done(2)})["OPR-010"] == [NONE, NONE, PASSED]


def test_counts_are_sums_over_the_columns() -> None:
    items = checklist(item("RCK-010", Scope.RACK), item("DEV-010", Scope.DEVICE, "RCK-010"), item("CAB-010", Scope.CABLE))
    where = layout()
    masks = {key: np.ones(where.count(listed.scope), bool) for key, listed in items.items.items()}
    states = states_of(items, where, masks, {"RCK-010": done(0)})
    assert counts(states["DEV-010"])[[OPEN, BLOCKED]].tolist() == [2, 1]
    by_rack = counts_by_rack(items, where, states)
    assert by_rack[:, [OPEN, BLOCKED, PASSED]].tolist() == [[4, 0, 1], [1, 1, 0]]
    assert counts_by_stage(items, states)["ready"].sum() == 7


def test_what_few_targets_have_to_do_with_is_what_columns_say() -> None:
    where = layout()
    for of in Scope:
        for to in Scope:
            for place in range(where.count(of)):
                marked = np.zeros(where.count(of), bool)
                marked[place] = True
                expected = np.flatnonzero(where.lifted(marked, of, to)).tolist()
                assert where.related(np.array([place]), of, to).tolist() == expected, (of, to, place)
