"""Columns patched from slices or element by element: what came, changed and went."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.values import columns as columns_module
from gpudesk.core.values import patched_column
from gpudesk.core.values.columns import ABSENT, Columns, plain_list


def table(values: dict[int, int]) -> Columns:
    """A table whose rows hold their value as a whole number, a real and a text."""
    ids = sorted(values)
    texts = np.empty(len(ids), object)
    texts[:] = [f"text {values[row_id]}" for row_id in ids]
    numbers = np.array([values[row_id] for row_id in ids], np.int64)
    return Columns({"id": np.array(ids, np.int64), "number": numbers, "real": numbers / 4, "text": texts})


IDS = st.integers(1, 40)
NO_IDS = np.empty(0, np.int64)


@given(st.dictionaries(IDS, st.integers()), st.sets(IDS), st.dictionaries(IDS, st.integers()))
@pytest.mark.parametrize("most_pieces", [0, 64])
def test_patched_equals_made_anew(most_pieces: int, before: Any, gone: Any, fresh: Any) -> None:
    before, fresh = ({row_id: number % 1000 for row_id, number in part.items()} for part in (before, fresh))
    gone = gone & before.keys() - fresh.keys()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(columns_module, "MOST_PIECES", most_pieces)
        patched = table(before).patched(np.array(sorted(gone), np.int64), table(fresh))
    expected = table({**{row_id: number for row_id, number in before.items() if row_id not in gone}, **fresh})
    assert patched.equals(expected)
    assert all(patched[name].dtype == expected[name].dtype for name in expected)
    assert all(not patched[name].flags.writeable for name in patched)


def test_columns_that_do_not_change_are_shared() -> None:
    before = table({1: 10, 2: 20, 3: 30})
    fresh = Columns({**table({2: 20}), "text": np.array(["other"], object)})
    patched = before.patched(np.empty(0, np.int64), fresh)
    assert patched["number"] is before["number"]
    assert patched["text"].tolist() == ["text 10", "other", "text 30"]


@pytest.mark.parametrize(
    ("name", "values", "expected"),
    [
        ("phase", np.array([1, ABSENT, 3]), [1, None, 3]),
        ("x_mm", np.array([1, -1, 3]), [1, -1, 3]),
        ("share", np.array([0.5, np.nan]), [0.5, None]),
        ("name", np.array(["a", ""], object), ["a", ""]),
    ],
)
def test_a_column_as_plain_values(name: str, values: Any, expected: list[Any]) -> None:
    assert plain_list(name, values) == expected


@given(st.sets(IDS), st.lists(st.integers(ABSENT, 45)))
def test_places_of_ids(present: Any, asked: Any) -> None:
    ids = sorted(present)
    found = table(dict.fromkeys(ids, 0)).positions(np.array(asked, np.int64))
    assert found.dtype == np.int64
    assert found.tolist() == [ids.index(row_id) if row_id in present else ABSENT for row_id in asked]


@given(st.lists(st.integers(-1, 5), max_size=30), st.lists(st.integers(-1, 6), max_size=5))
def test_rows_among_values(column: list[int], values: list[int]) -> None:
    table = Columns({"id": np.arange(len(column), dtype=np.int64), "kind": np.array(column, np.int64)})
    for _ in range(2):
        assert table.among("kind", np.array(values, np.int64)).tolist() == [place for place, value in enumerate(column) if value in values]


@given(st.data())
def test_rows_among_values_after_rows_came_went_and_changed(data: st.DataObject) -> None:
    numbers = st.integers(-1, 3)
    rows = data.draw(st.dictionaries(st.integers(1, 30), numbers, max_size=12))
    table = Columns({"id": np.array(sorted(rows), np.int64), "of": np.array([rows[key] for key in sorted(rows)], np.int64)})
    for _ in range(3):
        if data.draw(st.booleans()):
            table.among("of", np.array([1]))
        gone = [key for key in sorted(rows) if data.draw(st.integers(0, 4)) == 0]
        fresh = {
            key: value for key, value in data.draw(st.dictionaries(st.integers(1, 40), numbers, max_size=5)).items() if key not in gone
        }
        rows = {key: value for key, value in rows.items() if key not in gone} | fresh
        columns = {"id": np.array(sorted(fresh), np.int64), "of": np.array([fresh[key] for key in sorted(fresh)], np.int64)}
        table = table.patched(np.array(gone, np.int64), columns)
        wanted = np.array(data.draw(st.lists(numbers, max_size=3)), np.int64)
        assert table.ids[table.among("of", wanted)].tolist() == [key for key in sorted(rows) if rows[key] in wanted]


def test_columns_of_a_large_table_that_do_not_change_are_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columns_module, "LARGE_ROWS", 0)
    before = table({1: 10, 2: 20, 3: 30})
    texts = before.patched(NO_IDS, Columns({**table({2: 20}), "text": np.array(["other"], object)}))
    assert texts.shares(before, ["id", "number", "real"])
    assert not texts.shares(before, ["text"])
    numbers = texts.patched(NO_IDS, Columns({**table({2: 20, 3: 40}), "text": np.array(["other", "text 30"], object)}))
    assert numbers.shares(texts, ["id", "text"])
    assert not numbers.shares(texts, ["number"])
    assert numbers["text"] is texts["text"]
    assert numbers["number"].tolist() == [10, 20, 40]
    assert not numbers.patched(np.array([1]), table({})).shares(numbers, ["id"])


@given(st.data(), st.sampled_from([0, 2, 256]))
def test_a_large_table_patched_time_and_again_equals_one_made_anew(data: st.DataObject, most: int) -> None:
    """Whatever is read in between, and however many layers are over the table."""
    rows = data.draw(st.dictionaries(IDS, st.integers(0, 5), min_size=1))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(columns_module, "LARGE_ROWS", 0)
        patch.setattr(columns_module, "MOST_LAID_OVER", most)
        patch.setattr(columns_module, "MOST_CAME", most)
        patch.setattr(patched_column, "_MANY", 0)
        patch.setattr(patched_column, "_ONE_BY_ONE", data.draw(st.sampled_from([0, 8])))
        patched, states = table(rows), []
        for _ in range(data.draw(st.integers(1, 5))):
            fresh = data.draw(st.dictionaries(IDS, st.integers(0, 5), max_size=5))
            gone = {row_id for row_id in data.draw(st.sets(IDS, max_size=5)) if row_id in rows and row_id not in fresh}
            for name in data.draw(st.sets(st.sampled_from(["id", "number", "real", "text"]))):
                assert len(patched[name]) == patched.rows
            if data.draw(st.booleans()):
                patched.among("number", np.array([1]))
            states.append((patched, rows))
            patched = patched.patched(np.array(sorted(gone), np.int64), table(fresh))
            rows = {row_id: number for row_id, number in {**rows, **fresh}.items() if row_id not in gone}
            demand_same(data, patched, rows)
    for earlier, held in states:
        assert earlier.equals(table(held))


def demand_same(data: st.DataObject, patched: Columns, rows: dict[int, int]) -> None:
    """That a patched table answers as one that is made of `rows`, before and after its columns are made."""
    expected = table(rows)
    asked = np.array(data.draw(st.lists(st.integers(ABSENT, 45), max_size=6)), np.int64)
    numbers = np.array(data.draw(st.lists(st.integers(0, 6), max_size=3)), np.int64)
    places = np.array(data.draw(st.lists(st.integers(-len(rows), len(rows) - 1), max_size=6)) if rows else [], np.int64)
    for _ in range(2):
        assert patched.rows == expected.rows
        assert patched.positions(asked).tolist() == expected.positions(asked).tolist()
        assert [patched.has(row_id) for row_id in asked.tolist()] == [row_id in rows for row_id in asked.tolist()]
        assert patched.among("number", numbers).tolist() == expected.among("number", numbers).tolist()
        assert [patched.row(row_id) for row_id in sorted(rows)] == [expected.row(row_id) for row_id in sorted(rows)]
        assert [patched.holds("number", number) for number in range(7)] == [number in rows.values() for number in range(7)]
        for number in (0, 3):
            assert patched.where("number", number).tolist() == expected.where("number", number).tolist()
            assert patched.where("text", f"text {number}").tolist() == expected.where("number", number).tolist()
        for stem in ("text ", "tex", "other"):
            greatest = max(rows.values(), default=0) if stem == "text " else 0
            assert patched.greatest_number("text", stem) == expected.greatest_number("text", stem) == greatest
        for name in expected:
            assert patched.at(name, places).tolist() == expected[name][places].tolist()
            assert patched.at(name, places).dtype == expected[name].dtype
        if data.draw(st.booleans()):
            break
        assert patched.equals(expected)
        assert all(patched[name].dtype == expected[name].dtype and not patched[name].flags.writeable for name in expected)


def test_places_outside_of_a_patched_table_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columns_module, "LARGE_ROWS", 0)
    monkeypatch.setattr(patched_column, "_MANY", 0)
    patched = table({1: 10, 2: 20, 3: 30}).patched(np.array([2]), table({}))
    assert patched.at("number", np.array([ABSENT, 1, 0])).tolist() == [30, 30, 10]
    for places in ([2], [-3], [0] * 9 + [2], [0] * 9 + [-3]):
        with pytest.raises(IndexError):
            patched.at("number", np.array(places))
    with pytest.raises(KeyError):
        patched.row(2)


def test_the_greatest_number_of_a_series_is_that_of_a_row_that_is_still_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columns_module, "LARGE_ROWS", 0)
    whole = table({1: 12, 2: 7, 3: 9})
    assert whole.greatest_number("text", "text ") == 12
    without = whole.patched(np.array([1]), table({}))
    assert without.greatest_number("text", "text ") == 9
    assert without.patched(NO_IDS, table({4: 31})).greatest_number("text", "text ") == 31
    assert without.patched(NO_IDS, table({4: 8})).greatest_number("text", "text ") == 9
    assert without.patched(NO_IDS, table({3: 1})).greatest_number("text", "text ") == 7
    assert without.patched(NO_IDS, table({4: 31})).patched(np.array([4]), table({})).greatest_number("text", "text ") == 9
    # "text 7" is "te" and no number.
    assert [without.greatest_number("text", stem) for stem in ("te", "text", "other ", "text 1")] == [0, 0, 0, 0]
    assert whole.greatest_number("text", "text 1") == 2
