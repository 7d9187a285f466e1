"""Results are as they were recorded: numbers and sentences of small projects, sizings, comparisons, readings and checklists.

A change that is meant is written with `make golden`; the commit says why each group of numbers moved. See docs/golden-results.md.
"""

from pathlib import Path

import pytest

from gpudesk.operations.run.run import all_operations
from tests.golden.records import Records, differences, lines_of, read_lines
from tests.golden.results import CASES, worked_out
from tests.golden.write_recorded import NUMBERS, RECORDED, SENTENCES

MOST_BYTES = 10_000_000


@pytest.mark.parametrize("case", CASES)
def test_results_are_as_recorded(case: str, tmp_path: Path) -> None:
    found = worked_out(case, tmp_path)
    said = []
    for suffix, kept in ((NUMBERS, found.numbers), (SENTENCES, found.sentences)):
        recorded = read_lines((RECORDED / f"{case}{suffix}").read_text(encoding="utf-8"))
        changed = differences(recorded, kept)
        if changed:
            said.append(f"{case}{suffix}:\n{changed}")
    if said:
        pytest.fail("\n".join(said), pytrace=False)


def test_every_file_belongs_to_a_case_and_all_are_small() -> None:
    files = list(RECORDED.iterdir())
    assert {path.name for path in files} == {f"{case}{suffix}" for case in CASES for suffix in (NUMBERS, SENTENCES)}
    assert sum(path.stat().st_size for path in files) < MOST_BYTES


def test_nearly_every_operation_has_an_effect_that_is_recorded() -> None:
    """The others were refused or changed nothing with the arguments drawn; tests of their own have their results."""
    keys = {line.partition("\t")[0] for path in RECORDED.glob("operations-*") for line in path.read_text(encoding="utf-8").splitlines()}
    effective = {key.partition("/")[0] for key in keys if not key.endswith("/refused")}
    assert effective <= set(all_operations())
    assert len(effective) > 0.9 * len(all_operations())


def test_another_wording_changes_no_number_and_another_number_is_named() -> None:
    first, reworded, moved = Records(), Records(), Records()
    for records, title, load in (
        (first, "Load of a rack", 40_800.0),
        (reworded, "What a rack draws", 40_800.0),
        (moved, "Load of a rack", 40_900.0),
    ):
        records.document("info", {"title": title, "key": "load", "figures": [{"name": "a", "w": load, "share": 1 / 3}]})
    assert differences(first.numbers, reworded.numbers) == ""
    assert "Load of a rack" in differences(first.sentences, reworded.sentences)
    assert differences(first.numbers, moved.numbers).split() == [
        *("info/figures/a:", "was", '{"name":"a","share":0.333333333,"w":40800}'),
        *("is", '{"name":"a","share":0.333333333,"w":40900}'),
    ]
    assert read_lines(lines_of(first.numbers)) == first.numbers


def test_what_went_and_what_came_is_said() -> None:
    assert differences({"a": "1", "b": "2"}, {"b": "2", "c": "3"}) == "a: is missing; was 1\nc: is new: 3"
