"""YAML to plain data: what is understood, with lines, and what is refused."""

import pytest

from gpudesk.catalog import plain_yaml
from gpudesk.catalog.plain_yaml import LONGEST_NAME, read_document


def test_values_have_their_plain_types_and_lines() -> None:
    document = read_document(
        "a.yaml", b"one:\n  - {text: no, number: 7, real: 1.5e3, yes: true, nothing: ~}\n  - 'quoted 7'\ntwo: 2024-01-01\n"
    )
    assert document.data == {
        "one": [{"text": "no", "number": 7, "real": 1500.0, "yes": True, "nothing": None}, "quoted 7"],
        "two": "2024-01-01",
    }
    assert not document.faults
    assert document.lines["one[1]"] == 3
    assert document.line_of("one[0].number.deeper.still") == 2
    assert document.line_of("nowhere") == 1


@pytest.mark.parametrize(
    ("content", "line", "part"),
    [
        (b"a: 1\nb: [1, 2\n", 3, "invalid YAML"),
        (b"a: 1\nb: &x {c: 1}\nd: *x\n", 2, "anchors and aliases"),
        (b"a: 1\n\nb: !!python/object:os.system {}\n", 3, "tags"),
        (b"a: 1\na: 2\n", 2, "appears twice"),
        (b"a: 1\n---\nb: 2\n", 2, "one document"),
        (b"a:\n  ? [1, 2]\n  : 3\n", 2, "plain text"),
        (b"a: 1\nb: \xff\xfe\n", 2, "UTF-8"),
        (b"a: " + b"[" * 40 + b"]" * 40, 1, "nested too deeply"),
        (b"a:\tb\n\t- c\n", 2, "invalid YAML"),
        (b"a: 1\n? " + b"n" * (LONGEST_NAME + 1) + b"\n: [1,1]", 2, "at most 100 characters"),
    ],
)
def test_a_fault_has_its_line(content: bytes, line: int, part: str) -> None:
    document = read_document("a.yaml", content)
    assert [(fault.file, fault.line) for fault in document.faults] == [("a.yaml", line)]
    assert part in document.faults[0].plain()


def test_an_alias_bomb_and_a_large_file_are_refused() -> None:
    bomb = b"a: &a [x, x]\n" + b"".join(b"%c: &%c [*%c, *%c]\n" % (c, c, c - 1, c - 1) for c in b"bcdefghijklmnopqrstuvwxyz")
    assert read_document("bomb.yaml", bomb).faults


def test_what_is_as_large_as_may_be_is_read_and_nothing_larger(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (plain_yaml.MAXIMUM_BYTES, plain_yaml.MAXIMUM_VALUES) == (1 << 20, 100_000)
    monkeypatch.setattr(plain_yaml, "MAXIMUM_BYTES", 1000)
    assert read_document("large.yaml", b"#" * 1000).faults == []
    assert "larger than 1000 bytes" in read_document("large.yaml", b"#" * 1001).faults[0].plain()
    monkeypatch.setattr(plain_yaml, "MAXIMUM_VALUES", 10)
    assert read_document("many.yaml", b"[1,1,1,1,1,1,1,1,1]").data == [1] * 9
    assert "too many values" in read_document("many.yaml", b"[1,1,1,1,1,1,1,1,1,1]").faults[0].plain()
    assert read_document("name.yaml", b"n" * LONGEST_NAME + b": 1").faults == []


def test_an_empty_file_has_no_data() -> None:
    assert read_document("empty.yaml", b"").data is None
    assert read_document("comment.yaml", b"# nothing here\n").faults == []


def test_a_number_that_no_float_holds_stays_a_text() -> None:
    assert read_document("a.yaml", b"[1e999, 123456789012345678901234567890]").data == ["1e999", 1.2345678901234568e29]
