"""Thousands of generated types with every oddity: none lost, none silently changed, each oddity one line, written back equal."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from gpudesk.catalog.catalog import open_catalog
from gpudesk.catalog.loader import Loaded, _check_type
from gpudesk.catalog.plain_yaml import Document
from gpudesk.core.hardware.hardware_reader import parse_type
from gpudesk.formats.netbox.netbox import LibraryImport, Mappings, Verdict, document_of, read_library
from gpudesk.formats.netbox.netbox_kept import same
from gpudesk.formats.netbox.netbox_remarks import TEXTS
from tests.examples import example_count
from tests.formats.netbox_generator import ODDITIES, Made, generated

COUNT = example_count(5000)


@pytest.fixture(scope="module")
def library() -> list[Made]:
    return generated(COUNT)


@pytest.fixture(scope="module")
def read(library: list[Made], tmp_path_factory: pytest.TempPathFactory) -> LibraryImport:
    folder = tmp_path_factory.mktemp("library")
    for made in library:
        path = folder / made.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(made.text)
    return read_library(folder)


def test_none_is_lost(library: list[Made], read: LibraryImport) -> None:
    assert read.report.count(Verdict.REFUSED) == read.report.count(Verdict.IGNORED) == 0
    assert len(read.types) == sum(len(made.documents) for made in library) >= COUNT
    assert len({found.key for found in read.types}) == len(read.types)
    assert sorted(report.file for report in read.report.files) == sorted(made.file for made in library)
    assert {key for report in read.report.files for key in report.keys} == {found.key for found in read.types}


def test_each_oddity_is_told_in_one_line(library: list[Made], read: LibraryImport) -> None:
    expected = {made.file: sorted(made.codes) for made in library}
    told = {report.file: sorted(remark.code for remark in report.remarks) for report in read.report.files}
    wrong = {file: (codes, told[file]) for file, codes in expected.items() if told[file] != codes}
    assert wrong == {}
    for report in read.report.files:
        assert report.verdict is (Verdict.REMARKS if report.remarks else Verdict.ACCEPTED)
        for line in report.lines():
            assert line.startswith(f"{report.file}: ")
            assert "\n" not in line


def test_every_oddity_was_there(library: list[Made]) -> None:
    assert {odd.code for odd in ODDITIES} <= {code for made in library for code in made.codes}
    # Every panel of the generator says its ways; tests/operations/test_netbox_cases.py has one that does not.
    rare = {"ports-too-many", "mapping-missing"}
    assert set(TEXTS) - {code for made in library for code in made.codes} == rare


def test_every_document_is_written_back_equal(library: list[Made], read: LibraryImport) -> None:
    by_file: dict[str, list[dict[str, Any]]] = {made.file: list(yaml.load_all(made.text, Loader=_AsRead)) for made in library}
    for report in read.report.files:
        bodies = [found.body for found in read.types if found.key in report.keys] if len(report.keys) > 1 else []
        if bodies:
            written = {document_of(body, Mappings.AS_READ)["model"]: document_of(body, Mappings.AS_READ) for body in bodies}
            for original in by_file[report.file]:
                assert same(written[original["model"]], original), report.file
    for found in read.types:
        originals = by_file[found.file]
        if len(originals) == 1:
            assert same(document_of(found.body, Mappings.AS_READ), originals[0]), found.file


class _AsRead(yaml.CSafeLoader):
    """Leaves dates as texts, as the import does and says."""


_AsRead.yaml_implicit_resolvers = {
    letter: [pair for pair in pairs if not pair[0].endswith("timestamp")]
    for letter, pairs in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}


def test_both_styles_are_written_unless_asked_otherwise(read: LibraryImport) -> None:
    panels = [found.body for found in read.types if found.body.get("passages")]
    assert len(panels) > 100
    for body in panels[:100]:
        document = document_of(body)
        told = {(way["front_port"], way["rear_port"], way.get("rear_port_position", 1)) for way in document["port-mappings"]}
        assert told >= {
            (item["name"], item["rear_port"], item.get("rear_port_position", 1))
            for item in document["front-ports"]
            if item.get("rear_port", "nowhere") != "nowhere"
        }
        assert len(body["passages"]) <= len(told)


def test_imported_entries_may_be_copied_as_own_ones(read: LibraryImport) -> None:
    """What the catalog asks of an own entry holds: facts within limits, areas inside the face and apart from each other."""
    definitions = open_catalog().facts
    document, loaded = Document("imported"), Loaded()
    for found in read.types[::7]:
        _check_type(document, "types[0]", parse_type(found.body), definitions)
    assert Counter(fault.message.plain() for fault in document.faults) == {}
    assert not loaded.faults


def test_what_is_said_is_in_the_facts(library: list[Made], read: LibraryImport) -> None:
    by_key = {found.key: found for found in read.types}
    kilograms = {"kg": 1, "lb": 0.45359237, "g": 0.001, "oz": 0.028349523125}
    checked = 0
    for made in library:
        document = made.documents[0]
        key = next(report.keys[0] for report in [r for r in read.report.files if r.file == made.file][:1])
        if made.codes or len(made.documents) > 1 or "weight" not in document or "form_factor" in document:
            continue
        checked += 1
        kind = parse_type(by_key[key].body)
        assert kind.number("weight_kg") == pytest.approx(document["weight"] * kilograms[document["weight_unit"]], abs=1e-6)
        assert kind.facts["weight_kg"].source == f"NetBox device-type library, {made.file}"
        assert len([port for group in kind.port_groups if group.role == "network" for port in group.ports]) == len(
            document.get("interfaces", [])
        )
        if checked > 200:
            break
    assert checked > 200


def test_a_library_folder_or_archive_is_read_alike(read: LibraryImport, library: list[Made], tmp_path: Path) -> None:
    import zipfile

    few = library[:160]
    keys = set()
    with zipfile.ZipFile(tmp_path / "few.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for made in few:
            archive.writestr(f"devicetype-library-abc123/{made.file}", made.text)
            (tmp_path / "few" / made.file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "few" / made.file).write_bytes(made.text)
    from_archive, from_folder = read_library(tmp_path / "few.zip"), read_library(tmp_path / "few")
    assert from_archive == from_folder
    keys = {found.key for found in from_archive.types}
    assert len(keys) == 160
