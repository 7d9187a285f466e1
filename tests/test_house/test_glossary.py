"""docs/glossary.md: one row a term, stems and older names that the source has, Spanish that the window has, a source for each term."""

import re
from collections import Counter
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
AREAS = ("Racks and floor", "Power", "Cooling", "Fabric", "Cabling", "Sizing and engines", "On site", "Monitor", "Checks and the project")
CODE = re.compile(r"`([^`]+)`")


SOURCES = PAGE.partition("\n## Sources\n")[2]
OWN = re.compile(r"own term: .{12,}")


def rows(area: str, page: str = PAGE) -> list[list[str]]:
    table = re.split(r"\n##+ ", page.partition(f"## {area}\n")[2], maxsplit=1)[0]
    lines = [line for line in table.splitlines() if line.startswith("| ")][1:]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


TERMS = [row for area in AREAS for row in rows(area)]
DOCUMENTS = dict(rows("Documents", SOURCES))


def documents(cell: str) -> list[str]:
    """The short names of the documents in a cell: "name, section; name, section"."""
    return [part.partition(", ")[0] for part in re.split(r"; (?=[^)]*(?:\(|$))", cell)]


@cache
def source() -> str:
    folders = ("gpudesk", "db")
    files = [path for folder in folders for path in sorted((ROOT / folder).rglob("*")) if path.suffix in {".py", ".sql"}]
    return "\n".join(path.read_text(encoding="utf-8").lower() for path in files)


def test_each_term_has_its_five_cells_and_one_row() -> None:
    assert [row[0] for row in TERMS if len(row) != 5 or not all(row)] == []
    assert len(TERMS) > 120
    # A cable tray is a tray of a rack in no other way than by its name; an inlet takes in power or air.
    assert [term for term, count in Counter(row[0] for row in TERMS).items() if count > 1] == []
    assert {stem for stem, count in Counter(row[2] for row in TERMS).items() if count > 1} == {"`tray`", "`inlet`"}


def test_the_source_has_each_stem_and_each_older_name() -> None:
    parts = set(re.findall(r"[a-z0-9]+", source()))
    text = re.sub(r"[^a-z0-9]+", " ", source())
    missing = []
    for term, _definition, stems, _spanish, older in TERMS:
        for name in CODE.findall(stems) + CODE.findall(older):
            words = re.sub(r"[^a-z0-9]+", " ", name.lower())
            if words not in parts and f" {words} " not in text and f" {words}s " not in text:
                missing.append((term, name))
    assert missing == []


def test_the_window_has_each_spanish_term() -> None:
    shown = (ROOT / "resources" / "translations" / "gpudesk_es.ts").read_text(encoding="utf-8").lower()
    assert [(row[0], row[3]) for row in TERMS if row[3] != "–" and row[3].lower() not in shown] == []


def test_each_term_has_a_source_or_is_an_own_term_with_its_reason() -> None:
    for area in AREAS:
        found = rows(area, SOURCES)
        assert [row[0] for row in found] == [row[0] for row in rows(area)], area
        assert [row[0] for row in found if len(row) != 3 or not all(row)] == []
        assert [row for row in found if row[1].startswith("own term") and (not OWN.fullmatch(row[1]) or row[2] != "–")] == []


def test_each_source_names_a_listed_document_and_a_section() -> None:
    spanish = {row[0] for row in TERMS if row[3] != "–"}
    named = set()
    for term, english, in_spanish in (row for area in AREAS for row in rows(area, SOURCES)):
        assert in_spanish == "–" or term in spanish, term
        cells = [cell for cell in (english, in_spanish) if cell != "–" and not OWN.fullmatch(cell)]
        for cell in cells:
            assert ", " in cell, (term, cell)
            named.update(documents(cell))
    assert named == set(DOCUMENTS)
    assert [line for line in SOURCES.splitlines() if len(line) > 150] == []
