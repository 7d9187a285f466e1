"""What was altered or made up is refused, and leaves the project as it is; what is good is taken."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import pytest

from gpudesk.core.checklist.checklist_progress import State
from gpudesk.core.checklist.package import Wait
from gpudesk.core.checklist.package_body import read_package
from gpudesk.core.messages.errors import InvalidData, Refused
from gpudesk.formats.onsite.work_files import work_of
from gpudesk.onsite.package_work import PackageWork
from gpudesk.onsite.record_log import entries, log_faults, standing_of
from gpudesk.project.document import Document
from tests.operations.hostile_results import CASES, COPY, KINDS, PHOTO, Hostile, package_parts, result_parts
from tests.operations.work_packages import build_site, handed_out, merge, packed
from tests.project.sample import Clock


@dataclass(frozen=True)
class Site:
    """A project, and a package that it handed out."""

    document: Document
    package: bytes


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with Document.scratch(Clock()) as document:
        build_site(document)
        yield Site(document, handed_out(document))


def test_there_are_three_of_each_kind_and_sixty_in_all() -> None:
    kinds = Counter(case.name.partition(":")[0] for case in CASES)
    assert len({case.name for case in CASES}) == len(CASES) >= 60
    assert {kind for kind in KINDS if kinds[kind] < 3} == set()
    assert sum(".gpuwork" in case.name for case in CASES) >= 12


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_it_is_refused(site: Site, case: Hostile) -> None:
    before = site.document.snapshot
    content = case.make(site.package)
    with pytest.raises((Refused, InvalidData), match=KINDS[case.name.partition(":")[0]]):
        merge(site.document, work_of(content, "a.gpuwork"))
    assert site.document.snapshot is before


def test_a_refusal_says_which_entry_it_is_and_that_nothing_was_imported(site: Site) -> None:
    (case,) = [case for case in CASES if case.name == "altered files: none"]
    with pytest.raises(Refused) as refusal:
        merge(site.document, work_of(case.make(site.package), "a.gpuwork"))
    assert str(refusal.value) == (
        "The photos or files of RCK-070 were altered: they do not match the value. This is entry 3 of the page, RCK-070. Nothing in the "
        "file was imported, because later entries depend on it: save the result on the page again, and merge that file."
    )


def test_a_good_result_is_taken() -> None:
    with Document.scratch(Clock()) as document:
        build_site(document)
        package = handed_out(document)
        work = work_of(packed(result_parts(package)), "a.gpuwork")
        merged = merge(document, work)
        assert (merged.added, merged.photos, dict(merged.flags)) == (3, 1, {})
        writers = {entry.writer for entry, _ in entries(document.snapshot)}
        assert work.writer in writers
        assert COPY not in writers
        waived = standing_of(document.snapshot, "RCV-050", 1)
        assert waived is not None
        assert waived.state is State.WAIVED
        assert document.snapshot["attachment"]["size"].tolist() == [len(PHOTO)]
        assert not log_faults(document.snapshot)
        assert merge(document, work).added == 0


def test_a_good_package_is_taken() -> None:
    with Document.scratch(Clock()) as document:
        build_site(document)
        package = handed_out(document)
        assert merge(document, work_of(packed(package_parts(package)), "a.gpuwork")).added == 3


def altered(package: bytes, change: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    """What a package says, with something changed in it."""
    body: dict[str, Any] = json.loads(package)
    change(body)
    return body


@pytest.mark.parametrize("lists", [5, None, True, "ab", {}, [], [[]], [[1], 5], [[1], ["A", "B"]]])
def test_lists_of_values_that_are_none_are_refused(site: Site, lists: object) -> None:
    with pytest.raises(InvalidData, match="lookups"):
        read_package(altered(site.package, lambda body: body.update(lookups={"d.other_serials": lists})))


def wait_in_a_circle(body: dict[str, Any]) -> None:
    one, other = body["rows"][:2]
    one["waits"], other["waits"] = ([[row["item"], False, [row["target"]], 0]] for row in (other, one))


def test_rows_that_wait_for_each_other_are_refused(site: Site) -> None:
    read_package(json.loads(site.package))
    with pytest.raises(InvalidData, match="waits"):
        read_package(altered(site.package, wait_in_a_circle))


def test_many_rows_that_all_wait_for_the_ones_before_have_their_state_at_once(site: Site) -> None:
    package = read_package(json.loads(site.package))
    rows = package.rows[:24]
    assert len(rows) == 24
    chained = tuple(
        replace(row, state="open", waits=(Wait(before.item, False, (before.target,), 0),) * 3) for before, row in pairwise(rows)
    )
    work = PackageWork(replace(package, rows=(replace(rows[0], state="open", waits=()), *chained)), COPY)
    states = [work.state(row) for row in work.package.rows]
    assert states == [State.OPEN] + [State.BLOCKED] * 23
