"""Published and worked figures, each through a public door of the program and within the tolerance of its table."""

from pathlib import Path

import pytest

from tests.golden.figures import FIGURES, OWN_FIGURES, Figure
from tests.golden.rows import DOMAINS, HERE, SHARED, Row, rows_of

TABLES = {"oracles.csv": FIGURES, "own.csv": OWN_FIGURES}
NOT_USED: dict[str, str] = {}
"""Ids of the shared table that stand in no test, each with the reason."""
CASES = [pytest.param(row, figures.get(row.id), id=row.id) for name, figures in TABLES.items() for row in rows_of(HERE / name).values()]


@pytest.mark.parametrize(("row", "figure"), CASES)
def test_figure(row: Row, figure: Figure | None) -> None:
    assert row.source
    assert figure is not None, "no function comes to this figure"
    found = figure()
    if isinstance(found, str):
        assert found == row.expected
    else:
        assert found == pytest.approx(float(row.expected), abs=row.tolerance or 1e-9)


def missing(shared: Path, own: Path) -> dict[str, str]:
    """What the shared table holds of these domains that is in no test, or otherwise there, and why that is wrong."""
    theirs, ours = rows_of(shared), rows_of(own)
    faults = {name: "neither used nor listed with a reason" for name in theirs if name not in ours and not NOT_USED.get(name)}
    for name in theirs.keys() & ours.keys():
        if (theirs[name].expected, theirs[name].unit, theirs[name].tolerance) != (
            ours[name].expected,
            ours[name].unit,
            ours[name].tolerance,
        ):
            faults[name] = "another figure than in the shared table"
    return faults


@pytest.mark.parametrize(("name", "figures"), TABLES.items())
def test_every_function_has_a_row(name: str, figures: dict[str, Figure]) -> None:
    assert figures.keys() == rows_of(HERE / name).keys()


def test_every_row_of_the_shared_table_is_used() -> None:
    if not SHARED.is_file():
        pytest.skip("the shared table of worked figures is not beside the checkout")
    assert missing(SHARED, HERE / "oracles.csv") == {}


def test_an_unused_row_is_found(tmp_path: Path) -> None:
    text = (HERE / "oracles.csv").read_text(encoding="utf-8")
    changed = text.replace("\nP22,power,NEC continuous load min breaker,30,", "\nP22,power,NEC continuous load min breaker,31,")
    new = [f"{domain}-new,{domain},a new row,1,-,0,derived,somebody," for domain in sorted(DOMAINS)]
    shared = tmp_path / "oracles.csv"
    shared.write_text(changed + "\n".join([*new, "X99,nccl,a row of another family,1,-,0,derived,somebody,"]), encoding="utf-8")
    found = missing(shared, HERE / "oracles.csv")
    assert sorted(found) == sorted([*(f"{domain}-new" for domain in DOMAINS), "P22"])
