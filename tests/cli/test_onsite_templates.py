"""`gpudesk onsite templates`: own items in and out as YAML."""

import json
import re
from pathlib import Path

import jsonschema
import pytest

from gpudesk import locate
from gpudesk.core.messages.message import Message
from gpudesk.operations.run import upsert_by_key
from gpudesk.project.document import Document
from gpudesk.project.edit import Edit
from tests.cli.conftest import Run

TEMPLATE = """
sources: {own: "Rules of the operator, 2026"}
disabled: [OPR-010]
items:
  - key: OWN-010
    stage: rack
    scope: rack
    title: Inside temperature
    title_es: Temperatura interior
    do: Measure the temperature at the top of the rack.
    do_es: Mida la temperatura en lo alto del rack.
    accept: It is at most 35 °C
    accept_es: Es de 35 °C como máximo
    expression: "m.top_c <= 35"
    fields:
      top_c: {kind: number, unit: "°C", resolution: 0.1, title: At the top, title_es: Arriba}
    sources: [own]
    confidence: derived
"""


@pytest.fixture
def rack(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(locate, "user_data_dir", lambda: tmp_path / "data")
    path = tmp_path / "rack.gpudesk"
    assert run("new", path, "--template", "one-rack").code == 0
    path.with_name("own.yaml").write_text(TEMPLATE, encoding="utf-8")
    return path


def test_a_template_is_taken_listed_and_used(rack: Path, run: Run) -> None:
    assert run("onsite", "templates", "import", rack, rack.with_name("own.yaml")).out == "1 item imported, 1 disabled\n"
    body = run("onsite", "templates", "list", rack, "--json").json
    jsonschema.validate(body, json.loads(locate.resource("schemas", "onsite_templates.v2.json").read_text(encoding="utf-8")))
    assert [(item["key"], item["custom"], item["disabled"]) for item in body["items"]] == [
        ("OWN-010", True, False),
        ("OPR-010", False, True),
    ]
    assert "Inside temperature" in run("onsite", "templates", "list", rack).out
    done = run("onsite", "record", rack, "OWN-010", "A01", "--by", "Ana", "--set", "top_c=35.1", "--json")
    assert done.json["target"]["state"] == "failed"
    assert "OWN-010" in run("onsite", "list", rack, "--stage", "rack").out


def test_an_item_of_trays_that_follows_from_an_own_one_is_listed_as_such(rack: Path, run: Run) -> None:
    own = rack.with_name("acceptance.yaml")
    assert run("onsite", "templates", "export", rack, own, "--item", "NOD-100").code == 0
    assert run("onsite", "templates", "import", rack, own).code == 0
    assert run("onsite", "templates", "disable", rack, "NOD-090").code == 0
    body = run("onsite", "templates", "list", rack, "--json").json
    jsonschema.validate(body, json.loads(locate.resource("schemas", "onsite_templates.v2.json").read_text(encoding="utf-8")))
    assert [(item["key"], item["custom"], item["disabled"], item["from"]) for item in body["items"]] == [
        ("NOD-090", False, True, None),
        ("NODT-090", False, True, "NOD-090"),
        ("NOD-100", True, False, None),
        ("NODT-100", False, False, "NOD-100"),
    ]
    assert re.search(r"^NODT-100 +node +tray +from NOD-100 ", run("onsite", "templates", "list", rack).out, re.MULTILINE)
    assert run("onsite", "templates", "remove", rack, "NOD-100").code == 0
    assert not {"NOD-100", "NODT-100"} & {item["key"] for item in run("onsite", "templates", "list", rack, "--json").json["items"]}


def test_items_that_come_again_are_listed_with_their_days(rack: Path, run: Run) -> None:
    own = rack.with_name("own.yaml")
    own.write_text(TEMPLATE.replace("    sources: [own]", "    sources: [own]\n    every: P3M"), encoding="utf-8")
    assert run("onsite", "templates", "import", rack, own).code == 0
    assert run("onsite", "record", rack, "OWN-010", "A01", "--by", "Ana", "--set", "top_c=30").code == 0
    body = run("onsite", "due", rack, "--json", "--today", "2999-01-01").json
    jsonschema.validate(body, json.loads(locate.resource("schemas", "onsite_due.v2.json").read_text(encoding="utf-8")))
    assert [(line["item"], line["target_name"], line["overdue"]) for line in body["items"]] == [("OWN-010", "A01", True)]
    assert run("onsite", "due", rack, "--today", "2999-01-01", "--fail-on", "overdue").code == 5
    assert run("onsite", "due", rack, "--fail-on", "overdue").code == 0
    assert run("onsite", "due", rack, "--before", "2000-01-01", "--json").json["items"] == []
    assert run("onsite", "due", rack, "--before", "soon").code == 2


def test_a_template_goes_out_as_it_came_and_into_another_project(rack: Path, run: Run) -> None:
    other, out = rack.with_name("other.gpudesk"), rack.with_name("out.yaml")
    assert run("onsite", "templates", "import", rack, rack.with_name("own.yaml")).code == 0
    assert run("onsite", "templates", "export", rack, out).code == 0
    assert run("new", other, "--template", "one-rack").code == 0
    assert run("onsite", "templates", "import", other, out).code == 0
    mine, theirs = (run("onsite", "templates", "list", path, "--json").json["items"] for path in (rack, other))
    assert mine == theirs


def test_an_item_of_the_program_goes_out_to_be_changed(rack: Path, run: Run) -> None:
    out = rack.with_name("out.yaml")
    assert run("onsite", "templates", "export", rack, out, "--item", "rdy-010").code == 0
    changed = out.read_text(encoding="utf-8").replace("Freeze the design revision", "Freeze the drawings")
    out.write_text(changed, encoding="utf-8")
    assert run("onsite", "templates", "import", rack, out).code == 0
    assert run("onsite", "show", rack, "RDY-010", "--json").json["item"]["title"] == "Freeze the drawings"
    assert run("onsite", "templates", "remove", rack, "RDY-010").code == 0
    assert run("onsite", "show", rack, "RDY-010", "--json").json["item"]["title"] == "Freeze the design revision"
    assert run("onsite", "templates", "export", rack, out, "--item", "NON-000").code == 2


def test_items_are_disabled_and_enabled(rack: Path, run: Run) -> None:
    assert run("onsite", "templates", "disable", rack, "RDY-010").code == 0
    assert run("onsite", "show", rack, "RDY-010", "--json").json["target"]["state"] == "not_applicable"
    assert run("onsite", "templates", "enable", rack, "RDY-010").code == 0
    assert run("onsite", "show", rack, "RDY-010", "--json").json["target"]["state"] == "open"
    assert run("onsite", "templates", "disable", rack, "NON-000").code != 0


def test_a_template_that_is_not_understood_is_refused_as_a_whole(rack: Path, run: Run) -> None:
    bad = rack.with_name("bad.yaml")
    bad.write_text(TEMPLATE.replace("m.top_c <= 35", "m.top_c <= d.nobody"), encoding="utf-8")
    done = run("onsite", "templates", "import", rack, bad)
    assert done.code not in (0, 5)
    assert "bad.yaml, line 14, OWN-010.expression: nothing makes d.nobody" in done.err
    assert run("onsite", "templates", "list", rack, "--json").json["items"] == []


def test_a_damaged_item_is_named_and_removed(rack: Path, run: Run) -> None:
    assert run("onsite", "templates", "import", rack, rack.with_name("own.yaml")).code == 0

    def spoil(edit: Edit) -> tuple[None, Message]:
        upsert_by_key.put(edit, "setting", {"key": "checklist.item.own-020"}, {"value": "[3"})
        return None, Message("tests", "Written by another program")

    with Document.open(rack) as document:
        document.apply(spoil)
    listed = run("onsite", "templates", "list", rack)
    assert "OWN-010" in listed.out
    assert "own-020 is damaged in the project file and is left out" in listed.err
    assert run("onsite", "templates", "list", rack, "--json").json["faults"]
    assert run("onsite", "templates", "import", rack, rack.with_name("own.yaml")).code == 0
    assert run("onsite", "templates", "remove", rack, "own-020").code == 0
    assert run("onsite", "templates", "list", rack, "--json").json["faults"] == []
