"""When an alarm is raised and cleared: limit, hold, hysteresis, missing values, limits of the board."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.monitor.health.alarms import MOST_LOGGED, Alarms, Change, Limit, Rule, usual_rules
from gpudesk.monitor.readings.metrics import metrics
from gpudesk.monitor.readings.reading import Event, Frame, GpuFacts, Lack

GPU = GpuFacts("GPU-a", 0, slowdown_c=90.0)
HOT = Rule("hot", "temperature_c", Limit(of="slowdown_c", less=5.0), 0, 40, 3.0, 10.0, "warning", "Hot", "Caliente", "", "derived")


def frame(at_s: float, value: float | None, key: str = "temperature_c") -> Frame:
    if value is None:
        return Frame("GPU-a", at_s, 1e9 + at_s, {}, {key: Lack.FAILED})
    return Frame("GPU-a", at_s, 1e9 + at_s, {key: value})


def changes(readings: list[tuple[float, float | None]], rule: Rule = HOT) -> list[tuple[float, Change]]:
    alarms = Alarms([rule])
    found = []
    for at_s, value in readings:
        found += [(at_s, each.change) for each in alarms.take({"GPU-a": GPU}, [frame(at_s, value)])]
    return found


def test_raised_after_the_hold_and_cleared_below_the_hysteresis() -> None:
    readings: list[tuple[float, float | None]] = [
        (0, 85.0),
        (1, 85.1),
        (10.9, 86),
        (11, 86),
        (12, 82.1),
        (40, 82.1),
        (50, 82.0),
        (60, 82.0),
    ]
    assert changes(readings) == [(11, Change.RAISED), (60, Change.CLEARED)]


def test_a_dip_begins_the_hold_anew() -> None:
    assert changes([(0, 86.0), (9, 84.0), (10, 86.0), (19.9, 86.0)]) == []


def test_a_missing_value_neither_raises_nor_clears() -> None:
    assert changes([(0, 86.0), (5, None), (11, 86.0), (20, 86.0)]) == []
    assert changes([(0, 86.0), (10, 86.0), (20, None), (99, None)]) == [(10, Change.RAISED)]


def test_a_board_that_does_not_tell_its_limit_has_no_such_alarm() -> None:
    alarms = Alarms([HOT])
    bare = replace(GPU, slowdown_c=None)
    assert not alarms.take({"GPU-a": bare}, [frame(0, 200.0), frame(60, 200.0)])


def test_the_limit_of_a_metric_that_was_read_before() -> None:
    power = next(rule for rule in usual_rules() if rule.key == "power")
    alarms = Alarms([power])
    frames = [frame(0, 700.0, "power_limit_w"), frame(1, 735.1, "power_w"), frame(31, 735.1, "power_w")]
    found = alarms.take({"GPU-a": GPU}, frames)
    assert [each.change for each in found] == [Change.RAISED]
    assert found[0].limit == pytest.approx(735.0)


def test_errors_by_number_stand_in_the_log_with_their_severity() -> None:
    alarms = Alarms([])
    found = alarms.take({"GPU-a": GPU}, [], [Event("GPU-a", 5.0, 79), Event("GPU-a", 6.0, None)])
    assert [(each.rule, each.value, each.severity) for each in found] == [("xid", 79, "error")]


def test_silenced_and_acknowledged() -> None:
    alarms = Alarms([])
    alarms.silence("GPU-a", 10.0)
    alarms.take({}, [], [Event("GPU-a", 9.0, 13), Event("GPU-a", 10.0, 13)])
    assert [each.silenced for each in alarms.log] == [True, False]
    alarms.acknowledge(2)
    assert [each.acknowledged for each in alarms.log] == [False, True]


def test_a_rule_that_is_off_and_one_that_is_changed() -> None:
    alarms = Alarms([HOT])
    alarms.take({"GPU-a": GPU}, [frame(0, 86.0), frame(10, 86.0)])
    assert alarms.raised() == (("GPU-a", "hot"),)
    alarms.change_rule(replace(HOT, on=False))
    assert alarms.raised() == ()
    assert not alarms.take({"GPU-a": GPU}, [frame(20, 86.0), frame(40, 86.0)])


def test_the_number_of_a_rule_has_bounds() -> None:
    assert HOT.with_number(10.0).limit.of_board(GPU, {}) == 80.0
    with pytest.raises(ValueError, match="41"):
        HOT.with_number(41.0)


def test_the_log_does_not_grow_without_end() -> None:
    alarms = Alarms([])
    alarms.take({}, [], [Event("GPU-a", float(at), 13) for at in range(MOST_LOGGED + 5)])
    assert len(alarms.log) == MOST_LOGGED


def test_the_table_names_metrics_and_facts_that_there_are() -> None:
    for rule in usual_rules():
        assert rule.metric in metrics()
        assert not rule.limit.of or rule.limit.of in metrics() or hasattr(GPU, rule.limit.of)
        assert rule.low <= rule.number <= rule.high
        assert rule.title != rule.title_es


@given(st.lists(st.tuples(st.floats(0.05, 8.0), st.floats(82.01, 85.0)), max_size=60))
def test_it_never_flaps_within_the_hysteresis(steps: list[tuple[float, float]]) -> None:
    readings: list[tuple[float, float | None]] = [(0.0, 90.0), (10.0, 90.0)]
    at_s = 10.0
    for apart_s, value in steps:
        at_s += apart_s
        readings.append((at_s, value))
    assert changes(readings) == [(10.0, Change.RAISED)]


@given(st.lists(st.tuples(st.floats(0.05, 8.0), st.one_of(st.none(), st.floats(75.0, 95.0))), max_size=80))
def test_the_hold_is_kept_and_changes_take_turns(steps: list[tuple[float, float | None]]) -> None:
    at_s = 0.0
    readings: list[tuple[float, float | None]] = []
    for apart_s, value in steps:
        at_s += apart_s
        readings.append((at_s, value))
    found = changes(readings)
    assert [change for _, change in found] == [Change.RAISED, Change.CLEARED] * (len(found) // 2) + [Change.RAISED] * (len(found) % 2)
    for when_s, change in found:
        for read_s, value in readings:
            if when_s - HOT.hold_s <= read_s <= when_s:
                assert value is not None
                assert value > 85.0 if change is Change.RAISED else value <= 82.0
    for (before_s, _), (after_s, _) in pairwise(found):
        assert after_s - before_s >= HOT.hold_s
