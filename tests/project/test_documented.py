"""docs/project-file.md lists what there is."""

import re

import pytest

from gpudesk.store import store_errors, undo
from gpudesk.store.schema import Kind
from tests.project.documented import DOCUMENT, LISTS, listed

TEXT = DOCUMENT.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(LISTS))
def test_the_lists_are_those_of_the_program(name: str) -> None:
    assert listed(name) == LISTS[name](), "python -m tests.project.documented brings the document up to date"


def test_every_kind_of_table_is_explained() -> None:
    for kind in Kind:
        assert f"| {kind} |" in TEXT


def test_figures_are_those_of_the_program() -> None:
    assert f"{undo.HISTORY_BYTES // 1024**2} MiB" in TEXT


def test_every_answer_of_the_store_is_explained() -> None:
    kinds = [kind for kind in vars(store_errors).values() if isinstance(kind, type) and issubclass(kind, store_errors.StoreError)]
    named = {"Missing": "missing", "NotAProject": "not a project", "NewerVersion": "later version", "Damaged": "damaged",
             "NoPermission": "no permission", "DiskFull": "disk full", "FileGone": "gone", "Held": "held", "ReadOnly": "read-only",
             "DiskError": "disk error", "Closed": "closed", "StoreError": "invalid"}  # fmt: skip
    assert {kind.__name__ for kind in kinds} == set(named)
    for kind in kinds:
        assert re.search(rf"^\| ([^|]+, )?{named[kind.__name__]}(,[^|]+)? \|", TEXT, re.MULTILINE)
