"""Faults are planted where they are meant to be, and the lines of a source are noted by block."""

import pytest

from gpudesk.core.power.electrical import single_phase_va
from tests.mutants.blocks import PACKAGE, block_of_line
from tests.mutants.faults import faults
from tests.mutants.planting import Functions

SOURCE = b'''"""Of a module."""

LIMIT = 3


def rest(given: int) -> int:
    """Docstring."""
    if given > LIMIT:
        return given - LIMIT
    kept = given
    for each in range(kept):
        if each == LIMIT:
            break
        kept += each
    return kept
'''


def test_a_block_ends_where_the_function_may_be_left() -> None:
    assert block_of_line(SOURCE.decode()) == {8: 8, 9: 9, 10: 10, 11: 10, 12: 12, 13: 13, 14: 14, 15: 15}


def test_faults_change_one_value_each() -> None:
    changed = [each.said(SOURCE).split("-> ")[1] for each in faults(SOURCE) if each.line in {3, 8, 9}]
    assert changed == ["LIMIT = 4", "if given >= LIMIT:", "if given < LIMIT:", "return given + LIMIT"]
    assert {each.function for each in faults(SOURCE)} == {0, 6}


def test_a_function_that_others_have_imported_runs_the_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """V · I becomes V ÷ I; the object stays the one that was imported."""
    monkeypatch.setattr(single_phase_va, "__code__", single_phase_va.__code__)
    module, first = "core/power/electrical.py", single_phase_va.__code__.co_firstlineno
    (fault,) = [each for each in faults((PACKAGE / module).read_bytes()) if each.sort == "arithmetic" and each.function == first]
    assert single_phase_va(230.0, 10.0) == 2_300.0
    assert Functions([single_phase_va]).plant(module, fault)
    assert single_phase_va(230.0, 10.0) == 23.0
    assert not Functions([]).plant(module, fault)
