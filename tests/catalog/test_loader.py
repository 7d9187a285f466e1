"""Catalog files to types: all faults of all files, each at its line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk import locate
from gpudesk.catalog.definitions import fact_definitions
from gpudesk.catalog.loader import Loaded, catalog_rows, contents_version, load_shipped, load_user, read_contents
from tests.catalog.samples import TYPE, facts_file
from tests.examples import examples


def load(content: bytes, **more: bytes) -> Loaded:
    files = {f"{name}.yaml": body for name, body in more.items()}
    return load_shipped({"_facts.yaml": facts_file(), "thing.yaml": content, **files})


def faults(loaded: Loaded) -> list[tuple[str, int, str]]:
    return [(fault.file, fault.line, fault.message.plain()) for fault in loaded.faults]


def test_sources_are_written_out() -> None:
    loaded = load(TYPE)
    assert not loaded.faults
    assert loaded.types["maker.thing"].facts["weight_kg"].source == "Data sheet of the maker"


@pytest.mark.parametrize(
    ("old", "new", "line", "part"),
    [
        (b"value: 12.5, source: sheet", b"value: 12.5, source: shet", 13, "the source shet is not among"),
        (b"weight_kg: {value: 12.5", b"wieght_kg: {value: 12.5", 13, "did you mean weight_kg"),
        (b"value: 12.5", b"value: heavy", 13, "weight_kg must be a number"),
        (b"value: 12.5", b"value: -1", 13, "must be between 0 and"),
        (b"    model: Thing\n", b"    model: Thing\n    modell: X\n", 8, "unknown name 'modell'"),
        (b"    description_es: una cosa\n", b"", 4, "description_es is missing"),
        (b"key: maker.thing", b"key: Maker_Thing", 4, "must have the form vendor.model: lowercase letters, digits, dots and hyphens"),
        (b"area: [10, 10, 40, 20]", b"area: [470, 10, 40, 20]", 15, "outside the face of 482.6 mm"),
        (b"confidence: read}\n    ports", b"confidence: rumour}\n    ports", 13, "'rumour' is not one of"),
        (b"    facts:", b"    colour: green\n    facts:", 11, "#rrggbb"),
        (b"    facts:", b"    contains: [{key: no.such, count: 1}]\n    facts:", 4, "contains no.such"),
        (b"value: 12.5, source: sheet, ", b"value: 12.5, note: en, source: sheet, ", 13, "one language only"),
        (b"types:\n", b"types:\n  - 3\n", 4, "an entry must be a mapping"),
        (b"sources:\n  sheet: Data sheet of the maker\n", b"sources: [a]\n", 1, "short names"),
        (b"types:", b"kinds:", 1, "a list named types is missing"),
    ],
)
def test_a_fault_has_file_and_line(old: bytes, new: bytes, line: int, part: str) -> None:
    assert TYPE.count(old) == 1
    found = faults(load(TYPE.replace(old, new)))
    assert any(file == "thing.yaml" and at == line and part in text for file, at, text in found), found


def test_faults_of_all_files_come_together() -> None:
    second = TYPE.replace(b"maker.thing", b"maker.other").replace(b"value: 12.5", b"value: -3").replace(b"model: Thing", b"model: ''")
    found = faults(load(TYPE.replace(b"value: 12.5", b"value: true"), second=second))
    assert {(file, line) for file, line, _ in found} >= {("thing.yaml", 13), ("second.yaml", 7)}


def test_the_same_key_twice_and_overlapping_ports() -> None:
    again = load(TYPE, thong=TYPE)
    assert "appears twice" in faults(again)[0][2]
    line = b"      - {group: more, kind: usb, face: front, area: [30, 10, 30, 20], count: 1, name: u, source: sheet, confidence: read}\n"
    assert "overlaps" in faults(load(TYPE + line))[0][2]
    assert not load(TYPE + line.replace(b"face: front", b"face: rear")).faults


def test_kinds_of_facts() -> None:
    def with_fact(fact: bytes) -> list[str]:
        line = b"      " + fact + b"\n    ports:"
        return [text for _file, _line, text in faults(load(TYPE.replace(b"    ports:", line)))]

    assert with_fact(b"colour_name: {value: red, source: sheet, confidence: read}") == []
    assert "one of red" in with_fact(b"colour_name: {value: blue, source: sheet, confidence: read}")[0]
    assert "true or false" in with_fact(b"heavy: {value: 1, source: sheet, confidence: read}")[0]
    assert "put it in quotes" in with_fact(b"remark: {value: 7, source: sheet, confidence: read}")[0]
    others = b"others: [{value: -4, source: sheet, confidence: memory}]"
    assert "must be between" in with_fact(b"weight_kg: {value: 3, source: sheet, confidence: read, " + others + b"}")[-1]


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        (b"kind: flag", b"kind: boolean", "must be one of"),
        (b"kind: flag, group: size", b"kind: flag, group: extent", "there is no group extent"),
        (b"title_es: Pesado", b"title_ca: Pesat", "unknown name title_ca"),
        (b", choices: {red: {title: red, title_es: rojo}}", b"", "choices require the kind choice"),
        (b"title: red, ", b"", "red.title is missing"),
        (b"  gpu: {title: GPUs, title_es: GPU, singular: GPU, singular_es: GPU}\n", b"", "the family gpu"),
        (b"minimum: 0.5", b"minimum: low", "a limit must be a number"),
        (b"minimum: 0.5", b"plain_decimals: 1.5", "plain_decimals must be 0, 1, 2 or 3"),
        (b"facts:", b"fact:", "unknown name fact"),
    ],
)
def test_definitions_are_checked(old: bytes, new: bytes, part: str) -> None:
    loaded = load_shipped({"_facts.yaml": facts_file().replace(old, new, 1), "thing.yaml": TYPE})
    assert any(part in text for _file, _line, text in faults(loaded)), faults(loaded)


def test_a_missing_definitions_file_is_a_fault() -> None:
    assert faults(load_shipped({"thing.yaml": TYPE}))[0][:2] == ("_facts.yaml", 1)


def test_a_person_may_write_the_source_out() -> None:
    definitions = fact_definitions(load(TYPE).definitions["fact"])
    plain = TYPE.replace(b"sources:\n  sheet: Data sheet of the maker\n", b"").replace(b"source: sheet", b"source: the plate on the device")
    assert not load_user({"mine.yaml": plain}, definitions, ()).faults
    named = TYPE.replace(b"value: 12.5, source: sheet", b"value: 12.5, source: shet")
    assert load_user({"mine.yaml": named}, definitions, ()).faults


def test_equal_files_give_equal_rows_and_versions() -> None:
    first, second = load(TYPE), load(TYPE)
    assert catalog_rows(first, "v") == catalog_rows(second, "v")
    assert contents_version({"a": b"1", "b": b"2"}) == contents_version({"b": b"2", "a": b"1"})
    assert contents_version({"a": b"1"}) != contents_version({"a": b"2"})
    assert contents_version({"a": b"1"}) != contents_version({"a": b"1"}, "parent")


SHIPPED = read_contents(locate.resource("catalog"))
LINES = SHIPPED["pdu.yaml"].splitlines(keepends=True)


@examples(40)
@given(
    line=st.integers(0, len(LINES) - 1),
    column=st.integers(0, 60),
    put=st.sampled_from([b"", b" ", b"\t", b"{", b"]", b":", b"'", b"- ", b"&a ", b"*a", b"\xff", b"-1", b"key", b"\n", b"null"]),
    drop=st.integers(0, 8),
)
def test_a_damaged_file_is_reported_at_one_of_its_lines(line: int, column: int, put: bytes, drop: int) -> None:
    """Anything may stand anywhere: the answer is the types or faults with lines, and the untouched types stay."""
    spoilt = list(LINES)
    spoilt[line] = spoilt[line][:column] + put + spoilt[line][column + drop :]
    content = b"".join(spoilt)
    loaded = load_shipped({"_facts.yaml": SHIPPED["_facts.yaml"], "pdu.yaml": content})
    assert loaded.faults or loaded.types
    for fault in loaded.faults:
        assert 1 <= fault.line <= content.count(b"\n") + 2
        assert fault.plain().startswith(f"{fault.file}:{fault.line}: ")
