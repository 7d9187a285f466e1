"""The page of a work package: its policy, its data, and its texts in both languages."""

import base64
import json
import re
from collections.abc import Iterator
from hashlib import sha256
from html.parser import HTMLParser

import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.core.checklist.entries import EntryKind
from gpudesk.core.checklist.tray_targets import tray_target
from gpudesk.locate import resource
from gpudesk.onsite.package_contents import Selection
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.onsite.onsite_packages import issue_package
from gpudesk.operations.onsite.record_site_work import add_person
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.field_operations import rename
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.reports.onsite.onsite_page import page_html
from tests.operations.work_packages import ANA, PACKAGE_ID, build_site
from tests.project.sample import Clock

STRANGE = "</script><script>alert(1)</script><!--"


class Blocks(HTMLParser):
    """The elements of a page, and what is in scripts and styles."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.content: list[tuple[str, str | None, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        tag, attributes = self.tags[-1] if self.tags else ("", {})
        if tag in ("script", "style") and data.strip():
            self.content.append((tag, attributes.get("type"), data))


@pytest.fixture(scope="module")
def made() -> Iterator[tuple[bytes, bytes]]:
    """A package whose first system has a strange name, and its page."""
    with Document.scratch(Clock()) as document:
        build_site(document)
        run(document, rename, "device", 1, STRANGE)
        chosen = Selection(racks=("A01",))
        outcome = run(document, issue_package, ANA, chosen, PACKAGE_ID, document.uid, "Site")
        yield outcome.result, page_html(outcome.before, outcome.result)


def digest(content: str) -> str:
    return f"'sha256-{base64.b64encode(sha256(content.encode()).digest()).decode()}'"


def test_the_policy_allows_one_script_and_one_style_and_no_address(made: tuple[bytes, bytes]) -> None:
    blocks = Blocks(made[1].decode())
    (policy,) = [attributes["content"] for tag, attributes in blocks.tags if tag == "meta" and "http-equiv" in attributes]
    assert policy is not None
    parts = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    (script,) = [content for tag, kind, content in blocks.content if tag == "script" and kind is None]
    (style,) = [content for tag, _, content in blocks.content if tag == "style"]
    assert parts == {
        "default-src": "'none'",
        "script-src": digest(script),
        "style-src": digest(style),
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    assert "unsafe" not in policy
    assert not [attributes for _, attributes in blocks.tags if {"src", "href", "style", "onload", "onclick"} & attributes.keys()]


def test_the_package_stands_in_the_page_byte_for_byte(made: tuple[bytes, bytes]) -> None:
    package, page = made
    data = [content for tag, kind, content in Blocks(page.decode()).content if kind == "application/json"]
    assert data[0].encode() == package
    more = json.loads(data[1])
    assert more["sha256"] == sha256(package).hexdigest()
    assert json.loads(data[0])["rows"][0]["name"] == STRANGE
    assert STRANGE.encode() not in page
    assert set(more["trees"]) == {item["key"] for item in json.loads(package)["items"]}
    rows = json.loads(package)["rows"]
    assert len(more["limits"]) == len(rows)
    at = next(number for number, row in enumerate(rows) if row["item"] == "RCV-030" and row["target"] == 1)
    said = [more["sentences"][place] for place in more["limits"][at]]
    assert [texts[:2] for texts in said][1] == [
        "Serial number: must not be that of another device",
        "Número de serie: no puede ser el de otro equipo",
    ]
    (rack,) = more["racks"]
    assert rack["name"] == "A01"
    assert [device[:2] for device in rack["front"] if device[0] == 1] == [[1, STRANGE]]


def test_a_rack_scale_system_is_drawn_with_its_trays() -> None:
    with Document.scratch(Clock()) as document:
        run(document, build, load_template("gb200-nvl72-superpod"))
        run(document, cable_project)
        run(document, add_person, "Ana")
        chosen = Selection(racks=("nvl72-001",), stages=("cable", "node"))
        outcome = run(document, issue_package, ANA, chosen, PACKAGE_ID, document.uid, "Site")
        page = page_html(outcome.before, outcome.result).decode()
        system = int(document.snapshot["device"].where("name", "nvl72-001")[0])
    data = [content for tag, kind, content in Blocks(page).content if kind == "application/json"]
    more = json.loads(data[1])
    (drawn,) = [rack for rack in more["racks"] if rack["of"] == "system"]
    # The racks of the switches at the other ends, whose items are not in the package.
    assert [rack["name"] for rack in more["racks"] if rack["of"] == "rack"] == ["A05", "A06"]
    assert (drawn["id"], drawn["name"], drawn["width"], drawn["height"], "rear" in drawn) == (system, "nvl72-001", 600, 2236, False)
    # 18 compute trays, 9 of NVLink switches and 8 power shelves, in the bays of the rack elevation.
    trays = {name: (target, y) for target, name, _, y, *_ in drawn["front"] if target}
    assert len(trays) == 35
    assert trays["nvl72-001-c01"] == (tray_target(system, 0), 416)
    assert trays["nvl72-001-c18"][1] > trays["nvl72-001-nvsw9"][1] > trays["nvl72-001-c01"][1]
    assert [name for target, name, *_ in drawn["front"] if not target and name] == ["SN2201"] * 2
    ends = [end for both in more["ends"].values() for end in both if end["device_id"] == system]
    assert {(end["tray"], end["device"]) for end in ends if end["port"].startswith("T01-")} == {(tray_target(system, 0), "nvl72-001-c01")}


def test_texts_of_the_plan_enter_through_text_content_only() -> None:
    scripts = "\n".join(path.read_text(encoding="utf-8") for path in sorted(resource("onsite_page").glob("*.js")))
    for way in (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "new Function",
        "DOMParser",
        "fetch(",
        "XMLHttpRequest",
    ):
        assert way not in scripts


def test_every_text_is_there_in_both_languages() -> None:
    texts = json.loads(resource("onsite_page", "texts.json").read_text(encoding="utf-8"))
    script = resource("onsite_page", "page.js").read_text(encoding="utf-8")
    assert list(texts["en"]) == list(texts["es"])
    for key, text in texts["en"].items():
        assert set(re.findall(r"\{(\w+)\}", text)) == set(re.findall(r"\{(\w+)\}", texts["es"][key])), key
    said = set(re.findall(r'say\("(\w+)"', script))
    assert said <= set(texts["en"])
    # Others are named by a state, an action or a field of a form.
    kinds = {f"kind_{kind}" for kind in EntryKind}
    assert kinds <= set(texts["en"])
    assert set(texts["en"]) - kinds <= set(re.findall(r"\w+", script))
