"""catalog import, export, libraries, remove-library."""

import json
import zipfile
from pathlib import Path

import pytest
import yaml

from gpudesk.catalog.catalog import open_catalog
from gpudesk.catalog.entry import Origin
from gpudesk.catalog.entry_text import entries_text
from gpudesk.catalog.imports import libraries
from gpudesk.catalog.user_entries import delete_user_entry, save_user_entries
from gpudesk.formats.tables.tables import csv_bytes, xlsx_bytes
from gpudesk.formats.tables.type_tables import one_table, type_rows
from tests.cli.conftest import Run
from tests.cli.test_documented import keys_in, section
from tests.examples import example_count
from tests.formats.netbox_generator import generated

FILES = {
    "device-types/Maker/M1.yaml": "manufacturer: Maker\nmodel: M1\nslug: maker-m1\nu_height: 1\nis_full_depth: true\n"
    "weight: 10\nweight_unit: lb\nairflow: mixed\ninterfaces:\n- {name: e0, type: 1000base-t}\n",
    "device-types/NVIDIA/QM9700.yaml": "manufacturer: Nvidia\nmodel: QM9700\nslug: nvidia-qm9700\nu_height: 1\nis_full_depth: true\n"
    "interfaces:\n- {name: e0, type: 1000base-t}\n",
    "device-types/Maker/Bad.yaml": "manufacturer: Maker\n",
}


@pytest.fixture
def library(tmp_path: Path) -> Path:
    path = tmp_path / "Device Types.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in FILES.items():
            archive.writestr(name, text)
    return path


def test_import_tells_every_unusual_thing_and_keeps_the_rest(run: Run, library: Path) -> None:
    done = run("catalog", "import", library)
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[0] == "device-types/Maker/Bad.yaml: rejected: model is missing"
    assert lines[1].startswith("device-types/Maker/M1.yaml: airflow mixed has no equivalent: kept for NetBox, shown as unknown")
    assert lines[-1] == (
        "the library device-types contains 2 types (1 visible, 1 hidden), median quality 40;"
        " files: 1 accepted, 1 with remarks, 1 refused, 0 ignored"
    )
    assert lines[-2] == "hidden by a built-in entry: nvidia.qm9700"
    assert libraries()[0].score == 40
    assert open_catalog().origin("maker.m1") is Origin.IMPORT
    assert open_catalog().origin("nvidia.qm9700") is Origin.SHIPPED
    assert run("catalog", "search", "maker m1").out.split()[0] == "maker.m1"


def test_a_dry_run_keeps_nothing(run: Run, library: Path) -> None:
    done = run("catalog", "import", library, "--dry-run")
    assert "would contain 2 types" in done.out
    assert "maker.m1" not in open_catalog()
    assert run("catalog", "libraries", "--json").json == {"libraries": []}


def test_a_library_of_one_type_is_counted_as_one(run: Run, tmp_path: Path) -> None:
    name, text = next((name, text) for name, text in FILES.items() if name.endswith("M1.yaml"))
    path = tmp_path / name
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    assert "the library one contains 1 type, median" in run("catalog", "import", tmp_path / "device-types", "--name", "one").out
    assert run("catalog", "libraries").out.split()[:3] == ["one", "1", "type"]


def test_import_as_json(run: Run, library: Path) -> None:
    body = run("catalog", "import", library, "--name", "mine", "--json").json
    assert (body["library"], body["saved"], body["types"], body["hidden"]) == ("mine", True, 2, ["nvidia.qm9700"])
    assert body["files"] == {"accepted": 1, "remarks": 1, "refused": 1, "ignored": 0, "other": 0}
    assert body["codes"] == {"airflow-without-word": 1, "no-name": 1}
    assert set(body["entries"][0]) == {"key", "file", "quality", "missing"}
    assert [report["verdict"] for report in body["reports"]] == ["refused", "remarks", "accepted"]
    listed = run("catalog", "libraries", "--json").json["libraries"]
    assert [(one["name"], one["types"], one["source"], one["version"]) for one in listed] == [
        ("mine", 2, "Device Types.zip", body["version"])
    ]


def test_what_another_library_hides_is_not_counted_as_seen(run: Run, library: Path) -> None:
    run("catalog", "import", library, "--name", "a")
    done = run("catalog", "import", library, "--name", "b")
    lines = done.out.splitlines()
    assert lines[-1].startswith("the library b contains 2 types (0 visible, 2 hidden)")
    assert "hidden by the library a: maker.m1" in lines
    body = run("catalog", "import", library, "--name", "b", "--json").json
    assert body["hidden_by"]["maker.m1"] == {"origin": "import", "library": "a"}
    assert body["hidden_by"]["nvidia.qm9700"] == {"origin": "catalog", "library": None}
    listed = {one["name"]: set(one["hidden_by"]) for one in run("catalog", "libraries", "--json").json["libraries"]}
    assert listed == {"a": {"nvidia.qm9700"}, "b": {"maker.m1", "nvidia.qm9700"}}
    assert run("catalog", "libraries").out.splitlines()[1].split()[3:5] == ["2", "hidden"]


def test_libraries_are_listed_and_forgotten(run: Run, library: Path) -> None:
    assert run("catalog", "libraries").out == "No libraries are imported.\n"
    run("catalog", "import", library, "--name", "mine")
    assert run("catalog", "libraries").out.split()[:3] == ["mine", "2", "types"]
    assert run("catalog", "remove-library", "mine").out == "the library mine was removed\n"
    assert run("catalog", "remove-library", "mine").code == 2
    assert "maker.m1" not in open_catalog()


@pytest.mark.parametrize("content", ["manufacturer: A\n", "words", ""])
def test_nothing_to_import_is_an_unreadable_input(run: Run, tmp_path: Path, content: str) -> None:
    (tmp_path / "a.yaml").write_text(content, encoding="utf-8")
    done = run("catalog", "import", tmp_path / "a.yaml")
    assert done.code == 3
    assert "contains no type that can be imported" in done.err
    assert run("catalog", "import", tmp_path / "nowhere").code == 3


def test_a_wrong_name_is_refused_before_anything_is_kept(run: Run, library: Path) -> None:
    done = run("catalog", "import", library, "--name", "../up")
    assert done.code == 3
    assert "The name of a library can have lowercase letters, digits, dots, hyphens and underscores" in done.err


def test_export_into_one_file_and_into_a_folder(run: Run, tmp_path: Path, library: Path) -> None:
    run("catalog", "import", library, "--name", "mine")
    out = tmp_path / "out.yaml"
    assert run("catalog", "export", "maker.m1", "NVIDIA QM9700", "--netbox", out).out == f"{out}\n"
    first, second = yaml.safe_load_all(out.read_bytes())
    assert first == yaml.safe_load(FILES["device-types/Maker/M1.yaml"])
    assert (second["model"], len(second["interfaces"])) == ("QM9700", 65)
    done = run("catalog", "export", "maker.m1", "nvidia.qm9700", "--netbox", tmp_path / "library")
    folder = tmp_path / "library" / "device-types"
    assert done.out.splitlines() == [str(folder / "Maker" / "M1.yaml"), str(folder / "NVIDIA" / "MQM9700-NS2F.yaml")]
    assert run("catalog", "import", tmp_path / "library", "--dry-run", "--json").json["types"] == 2


def test_export_of_what_is_not_there(run: Run, tmp_path: Path) -> None:
    assert run("catalog", "export", "nobody.knows", "--netbox", tmp_path).code == 2
    assert run("catalog", "export", "nvidia.qm9700").code == 2
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert run("catalog", "export", "nvidia.qm9700", "--netbox", tmp_path / "file" / "x").code == 3


@pytest.mark.hypothesis
def test_a_large_library_goes_in_and_comes_out_the_same(run: Run, tmp_path: Path) -> None:
    made = [
        one
        for one in generated(example_count(200), seed=7)
        if "key-taken" not in one.codes and len(one.documents) == 1 and "date-as-text" not in one.codes
    ]
    for one in made:
        path = tmp_path / "in" / one.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(one.text)
    body = run("catalog", "import", tmp_path / "in", "--name", "big", "--json").json
    keys = [entry["key"] for entry in body["entries"]]
    assert len(keys) == len(made)
    out = run("catalog", "export", *keys, "--netbox", tmp_path / "out", "--mappings", "as-read").out
    documents = (yaml.safe_load(Path(file).read_bytes()) for file in out.splitlines())
    written = {document["model"]: document for document in documents}
    assert written == {one.documents[0]["model"]: yaml.safe_load(one.text) for one in made}


def test_the_keys_of_an_import_are_documented(run: Run, library: Path) -> None:
    told = keys_in(section("catalog import, libraries, remove-library, export"))
    imported = run("catalog", "import", library, "--json").json
    listed = run("catalog", "libraries", "--json").json
    assert told == set(imported) | set(listed)
    for part in (imported["entries"][0], imported["reports"][0], imported["files"], listed["libraries"][0]):
        for key in part:
            assert f"`{key}`" in section("catalog import, libraries, remove-library, export"), key


@pytest.mark.parametrize(("written", "is_taken"), [("012", "012"), ("0x1F", "0x1F"), ("1.10", "1.10"), ("'7'", "7")])
def test_a_part_number_is_taken_as_it_is_written(run: Run, tmp_path: Path, written: str, is_taken: str) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(f"manufacturer: Maker\nmodel: {written}\nslug: a\nu_height: 1\npart_number: {written}\n", encoding="utf-8")
    run("catalog", "import", path)
    entry = run("catalog", "show", is_taken, "--json").json["entry"]
    assert (entry["model"], entry["part_numbers"]) == (is_taken, [is_taken])


def test_a_flag_for_a_model_is_told_as_one(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("manufacturer: Maker\nmodel: Yes\nslug: a\nu_height: 1\n", encoding="utf-8")
    assert "model Yes is not text: put it in quotation marks" in run("catalog", "import", path).err


def own_file(tmp_path: Path, name: str, weight_kg: float = 22) -> Path:
    """A file of one type as the interface gives it away: not of the catalog's key, so that it is new."""
    catalog = open_catalog()
    body = json.loads(catalog.body("nvidia.qm9700")) | {"key": "mine.switch", "model": "Mine"}
    body["facts"]["weight_kg"]["value"] = weight_kg
    path = tmp_path / name
    text = entries_text([body])
    if path.suffix == ".yaml":
        path.write_text(text, encoding="utf-8")
        return path
    save_user_entries(catalog, [body])
    with_it = open_catalog()
    rows = one_table(with_it, ["mine.switch"])
    path.write_bytes(csv_bytes(rows) if path.suffix == ".csv" else xlsx_bytes(dict(type_rows(with_it, ["mine.switch"]))))
    delete_user_entry("mine.switch")
    return path


@pytest.mark.parametrize("name", ["mine.yaml", "mine.csv", "mine.xlsx"])
def test_types_of_our_own_are_taken_in_as_own_entries(run: Run, tmp_path: Path, name: str) -> None:
    path = own_file(tmp_path, name)
    dry = run("catalog", "import", path, "--dry-run")
    assert dry.code == 0
    assert dry.out.splitlines()[0].split()[:2] == ["mine.switch", "new"]
    assert "mine.switch" not in open_catalog()
    done = run("catalog", "import", path, "--json").json
    assert (done["saved"], done["written"], [each["action"] for each in done["entries"]], done["faults"]) == (True, 1, ["new"], [])
    assert open_catalog().origin("mine.switch") is Origin.USER
    assert "1 unchanged" in run("catalog", "import", path).out
    assert run("catalog", "import", path, "--name", "library").code == 2


def test_own_types_with_faults_are_not_taken(run: Run, tmp_path: Path) -> None:
    path = own_file(tmp_path, "mine.yaml", weight_kg=-3)
    refused = run("catalog", "import", path)
    assert refused.code == 3
    assert "mine.yaml:" in refused.err
    dry = run("catalog", "import", path, "--dry-run")
    assert dry.code == 5
    assert "fault  mine.yaml:" in dry.out
    assert "mine.switch" not in open_catalog()


def test_one_text_for_netbox_is_of_one_kind(run: Run, tmp_path: Path) -> None:
    keys = ["nvidia.qm9700", "nvidia.h100-sxm5-80gb"]
    refused = run("catalog", "export", *keys, "--netbox", tmp_path / "x.yaml")
    assert refused.code == 2
    assert "would mix device-types, module-types" in refused.err
    assert not (tmp_path / "x.yaml").exists()
    assert len(run("catalog", "export", *keys, "--netbox", tmp_path / "x").out.splitlines()) == 2
    assert run("catalog", "export", *keys, "--netbox", tmp_path / "x.zip").out == f"{tmp_path / 'x.zip'}\n"
    assert run("catalog", "import", tmp_path / "x.zip", "--dry-run", "--json").json["types"] == 2
