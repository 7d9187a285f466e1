"""`gpudesk onsite deviation`: record what was installed differently, decide about it, list it."""

import json
from pathlib import Path

import jsonschema
import pytest

from gpudesk import locate
from tests.cli.conftest import Run
from tests.reports.sheets import printed_pages


@pytest.fixture
def pod(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(locate, "user_data_dir", lambda: tmp_path / "data")
    path = tmp_path / "pod.gpudesk"
    assert run("new", path, "--template", "small-pod").code == 0
    assert run("cable", path).code == 0
    return path


def test_a_deviation_is_recorded_listed_and_decided(pod: Path, run: Run) -> None:
    recorded = run("onsite", "deviation", "record", pod, "CAB-030", "1", "--by", "Ana", "--length", "15", "--text", "10 m was too short")
    assert recorded.code == 0, recorded.err
    name = recorded.out.strip()
    assert run("onsite", "deviation", "decide", pod, name, "--by", "Ana", "--accept").code != 0
    assert run("onsite", "deviation", "decide", pod, name, "--by", "Ben", "--accept").code == 0
    body = run("onsite", "deviation", "list", pod, "--json").json
    jsonschema.validate(body, json.loads(locate.resource("schemas", "onsite_deviations.v2.json").read_text(encoding="utf-8")))
    (known,) = body["deviations"]
    assert (known["category"], known["as_built"], known["accepted"], known["decided_by"]) == ("length", {"length_mm": 15000}, True, "Ben")
    shown = run("onsite", "show", pod, "CAB-030", "1", "--json").json
    assert {limit["name"]: limit["value"] for limit in shown["target"]["limits"]}["d.length_m"] == 15
    assert run("onsite", "deviation", "list", pod, "--open").out.strip() == "No deviations are open."


def test_the_book_says_what_was_installed_differently(pod: Path, run: Run) -> None:
    out, page = pod.with_name("book.json"), pod.with_name("book.pdf")
    for words in (
        ("CAB-030", "1", "--length", "15"),
        ("CAB-030", "2", "--port", "a:dgx-001:OSFP1P1"),
        ("RCV-030", "dgx-001", "--damaged", "--text", "Bent"),
    ):
        done = run("onsite", "deviation", "record", pod, *words, "--by", "Ana")
        assert done.code == 0, done.err
    assert run("onsite", "book", pod, out).code == 0
    body = json.loads(out.read_text(encoding="utf-8"))
    jsonschema.validate(body, json.loads(locate.resource("schemas", "onsite_book.v2.json").read_text(encoding="utf-8")))
    assert {line["category"] for part in body["parts"] for line in part["deviations"]} == {"length", "port", "damaged"}
    assert run("onsite", "book", pod, page).code == 0
    text = " ".join(printed.text for printed in printed_pages(page))
    assert "length 15 m" in text.replace("\u00a0", " ")
    assert "end A in dgx-001" in text
    assert "arrived damaged" in text


def test_the_book_lists_withdrawn_deviations_with_who_and_when(pod: Path, run: Run) -> None:
    names = [
        run("onsite", "deviation", "record", pod, "CAB-030", cable, "--by", "Ana", "--length", length).out.strip()
        for cable, length in (("1", "15"), ("2", "25"))
    ]
    assert run("onsite", "deviation", "decide", pod, names[0], "--by", "Ben", "--accept").code == 0
    for name in names:
        assert run("onsite", "deviation", "withdraw", pod, name, "--by", "Cy", "--reason", f"No {name[-1]}").code == 0
    out, page = pod.with_name("book.json"), pod.with_name("book.pdf")
    assert run("onsite", "book", pod, out).code == 0
    body = json.loads(out.read_text(encoding="utf-8"))
    jsonschema.validate(body, json.loads(locate.resource("schemas", "onsite_book.v2.json").read_text(encoding="utf-8")))
    known = [line for part in body["parts"] for line in part["deviations"]]
    assert [(line["accepted"], line["withdrawn_by"]) for line in known] == [(True, "Cy"), (None, "Cy")]
    assert run("onsite", "book", pod, page).code == 0
    text = " ".join(" ".join(printed.text for printed in printed_pages(page)).split()).replace("\u00a0", " ")
    at = known[0]["withdrawn_at_utc"][:16].replace("T", " ")
    assert text.count(f"withdrawn Cy, {at}") == 2
    assert "in the plan Ben, " in text
    assert "open withdrawn" not in text


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--length", "15", "--damaged"),
        ("--port", "c:leaf-1:1"),
        ("--port", "a:nowhere:1"),
        ("--port", "a:dgx-001:nowhere"),
        ("--serial", "x"),
    ],
)
def test_what_makes_no_sense_is_refused(pod: Path, run: Run, words: tuple[str, ...]) -> None:
    assert run("onsite", "deviation", "record", pod, "CAB-030", "1", "--by", "Ana", *words).code not in (0, 5)
    assert run("onsite", "deviation", "list", pod, "--json").json["deviations"] == []


@pytest.mark.parametrize("length", ["nan", "inf", "0", "-5", "0.0004", "1e300", "100001"])
def test_a_length_that_no_cable_has_is_refused(pod: Path, run: Run, length: str) -> None:
    assert run("onsite", "deviation", "record", pod, "CAB-030", "1", "--by", "Ana", "--length", length).code == 2
    assert run("onsite", "deviation", "list", pod, "--json").json["deviations"] == []


def test_a_deviation_is_withdrawn_with_a_name_and_a_reason(pod: Path, run: Run) -> None:
    name = run("onsite", "deviation", "record", pod, "CAB-030", "1", "--by", "Ana", "--length", "15").out.strip()
    assert run("onsite", "deviation", "decide", pod, name, "--by", "Ben", "--refuse", "--reason", "too long").code == 0
    assert run("onsite", "deviation", "withdraw", pod, name, "--by", "Cy").code != 0
    withdrawn = run("onsite", "deviation", "withdraw", pod, name, "--by", "Cy", "--reason", "Wrong cable")
    assert withdrawn.code == 0, withdrawn.err
    body = run("onsite", "deviation", "list", pod, "--json").json
    jsonschema.validate(body, json.loads(locate.resource("schemas", "onsite_deviations.v2.json").read_text(encoding="utf-8")))
    (known,) = body["deviations"]
    assert (known["accepted"], known["withdrawn_by"], known["withdrawal"]) == (False, "Cy", "Wrong cable")
    line = run("onsite", "deviation", "list", pod).out
    assert f"withdrawn by Cy, {known['withdrawn_at_utc']}: Wrong cable" in line
    assert run("onsite", "deviation", "list", pod, "--open").out.strip() == "No deviations are open."
    again = run("onsite", "deviation", "withdraw", pod, name, "--by", "Cy", "--reason", "Wrong cable")
    assert again.code != 0
    assert "no valid deviation" in again.err
    assert run("onsite", "verify-log", pod).code == 0
