"""Chains of entries: what they find, and what only a printed end finds."""

from dataclasses import replace

import pytest

from gpudesk.core.checklist.entries import ENTRY_FIELDS, Breach, ChainEnd, Entry, chain_ends, chain_faults

Chain = list[tuple[Entry, str]]


def entry(writer: str, number: int, previous: str, **values: object) -> Entry:
    texts = dict.fromkeys(ENTRY_FIELDS, "") | {"target": 0, "revision": 0, "writer": writer, "number": number, "previous": previous}
    return Entry(**{**texts, **values})  # type: ignore[arg-type]


def chain(writer: str, *values: str) -> Chain:
    result: Chain = []
    for number, value in enumerate(values, 1):
        made = entry(writer, number, result[-1][1] if result else "", value=value)
        result.append((made, made.digest()))
    return result


def breaches(entries: Chain, expected: dict[str, ChainEnd] | None = None) -> list[tuple[str, int, Breach]]:
    return [(fault.writer, fault.number, fault.breach) for fault in chain_faults(entries, expected)]


def test_whole_chains_have_no_faults_in_whatever_order_writers_alternate() -> None:
    a, b = chain("a", "1", "2", "3"), chain("b", "1", "2")
    assert breaches([a[0], b[0], a[1], a[2], b[1]]) == []
    assert chain_ends([*a, *b]) == {"a": ChainEnd(3, a[2][1]), "b": ChainEnd(2, b[1][1])}


@pytest.mark.parametrize("name", [name for name in ENTRY_FIELDS if name not in ("number", "writer")])
def test_every_value_is_covered_by_the_digest(name: str) -> None:
    a = chain("a", "1", "2")
    value = getattr(a[1][0], name)
    altered = replace(a[1][0], **{name: value + 1 if isinstance(value, int) else value + "x"})  # type: ignore[arg-type]
    assert ("a", 2, Breach.ALTERED) in breaches([a[0], (altered, a[1][1])])


def test_an_entry_whose_digest_was_made_again_breaks_the_next_one() -> None:
    a = chain("a", "1", "2", "3")
    altered = replace(a[1][0], value="20")
    assert breaches([a[0], (altered, altered.digest()), a[2]]) == [("a", 3, Breach.UNLINKED)]


def test_an_entry_that_is_missing_leaves_a_gap() -> None:
    a = chain("a", "1", "2", "3")
    assert breaches([a[0], a[2]]) == [("a", 2, Breach.MISSING)]
    assert breaches(a[1:]) == [("a", 1, Breach.MISSING)]


def test_a_fork_of_a_copied_file_is_told_and_both_branches_count() -> None:
    a = chain("a", "1", "2", "3")
    other = entry("a", 3, a[1][1], value="other")
    assert breaches([*a, (other, other.digest())]) == [("a", 3, Breach.FORK)]


def test_a_cut_off_end_is_found_by_what_was_printed() -> None:
    a = chain("a", "1", "2", "3")
    printed = chain_ends(a)
    assert breaches(a[:2]) == []
    assert breaches(a[:2], printed) == [("a", 3, Breach.CUT_OFF)]
    assert breaches([], printed) == [("a", 3, Breach.CUT_OFF)]
    assert breaches([*a, *chain("b", "1")], printed) == []


def test_a_chain_that_was_written_again_is_found_by_what_was_printed() -> None:
    assert breaches(chain("a", "1", "2", "30"), chain_ends(chain("a", "1", "2", "3"))) == [("a", 3, Breach.CUT_OFF)]
