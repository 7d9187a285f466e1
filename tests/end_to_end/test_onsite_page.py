"""The page of a work package in Debian's Chromium without a network: filled in, reloaded halfway, saved, and merged.

One browser serves all of it, since its start is the most expensive part.
"""

import json
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.core.checklist.checklist_progress import State
from gpudesk.derived.checklist.targets import layout
from gpudesk.formats.onsite.work_files import WorkFile, read_work
from gpudesk.onsite.checklist import shipped_checklist, states
from gpudesk.onsite.package_contents import Selection
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.onsite.onsite_packages import issue_package
from gpudesk.operations.onsite.record_site_work import add_person
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.operations.run.field_operations import rename
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.reports.onsite.onsite_page import page_html
from tests.end_to_end.chromium import Browser, Page, running
from tests.onsite.javascript import JUDGE_ALL
from tests.onsite.judged_cases import judged_cases
from tests.operations.hostile_results import png
from tests.operations.work_packages import ANA, merge, record

STRANGE = "<img src=x onerror=alert(1)>&amp;\"'"
STAGES = ("receive", "rack", "cable")
SYSTEM = ("RCV-030", 1)


@pytest.fixture(scope="module")
def site() -> Iterator[Document]:
    """A pod with cables, whose drawings are frozen, and one of whose systems has a strange name."""
    with Document.scratch(lambda: datetime.now(UTC)) as document:
        run(document, build, load_template("small-pod"))
        run(document, cable_project)
        run(document, set_site_value, "released_revision", "C")
        run(document, rename, "device", 2, STRANGE)
        run(document, add_person, "Ana")
        record(document, "RDY-010", revision="C", lead="Ana")
        yield document


def handed_out(document: Document, package_id: str, path: Path) -> None:
    chosen = Selection(racks=("A01",), stages=STAGES)
    outcome = run(document, issue_package, ANA, chosen, package_id, document.uid, "Site")
    path.write_bytes(page_html(outcome.before, outcome.result))


def choose(page: Page, item: str, name: str) -> None:
    """Search a row and open it."""
    if page.run("document.body.classList.contains('item-open') && getComputedStyle(document.querySelector('.list')).display === 'none'"):
        page.tap(".back")
    page.type("#find", f"{item} {name}", enter=False)
    row = page.run(f"[...document.querySelectorAll('#rows button')].find(e => e.textContent.includes({json.dumps(name)})).dataset.row")
    page.tap(f"#rows button[data-row={json.dumps(row)}]")
    page.until(f"document.querySelector('#item h2').textContent.startsWith({json.dumps(item)})")


def answer(page: Page, **values: str) -> None:
    """Fill in what is asked for."""
    for name, value in values.items():
        page.type(f"dialog[open] [name={name}]", value, enter=False)
    page.tap("dialog[open] button.main")
    page.until(f"!document.querySelector('dialog [name={name}]')")


def state(page: Page, word: str) -> None:
    page.until(f"document.querySelector('#state').classList.contains({json.dumps(word)})")


def shown_states(page: Page) -> dict[tuple[str, int], str]:
    """The states of all rows that are listed."""
    script = "[...document.querySelectorAll('#rows button')].map(e => [e.dataset.row, e.querySelector('.state').classList[1]])"
    return {(key.split(" ")[0], int(key.split(" ")[1])): word for key, word in page.run(script)}


def saved(page: Page, folder: Path, entries: int) -> WorkFile:
    """Save the result and read the file."""
    page.browser.ask("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder), eventsEnabled=True)
    no_complaints(page.browser)
    page.browser.events.clear()
    page.tap("#save")
    begun = page.browser.wait_for("Browser.downloadWillBegin")
    page.browser.wait_for("Browser.downloadProgress", guid=begun["guid"], state="completed")
    assert begun["suggestedFilename"].endswith(f"-{entries}.gpuwork")
    return read_work(folder / begun["suggestedFilename"])


def project_states(document: Document, places: Any) -> dict[tuple[str, int], str]:
    snapshot = document.snapshot
    result = {}
    for key, target in places:
        place = snapshot.cached(layout).place(shipped_checklist().items[key].scope, target)
        result[key, target] = State(int(snapshot.cached(states)[key][place])).word
    return result


def asked_addresses(browser: Browser) -> set[str]:
    urls = (event["params"]["request"]["url"] for event in browser.events if event.get("method") == "Network.requestWillBeSent")
    return {url.partition(":")[0] for url in urls}


def no_complaints(browser: Browser) -> None:
    said = [event["params"] for event in browser.events if event.get("method") in ("Log.entryAdded", "Runtime.exceptionThrown")]
    assert said == []
    assert asked_addresses(browser) <= {"file", "blob"}


def on_the_desk(page: Page, browser: Browser, document: Document, file: Path, folder: Path) -> None:
    """At 1024 x 768, in English, with mouse and scanner."""
    page.open(file)
    assert page.run("document.documentElement.lang") == "en"
    page.until("document.querySelector('#kept').textContent === 'Kept in this browser'")
    assert page.run("[document.images.length, document.querySelectorAll('svg image').length]") == [0, 0]
    cases, expected = judged_cases()
    assert page.run(f"(() => {{ const cases = {json.dumps(cases)}; return {JUDGE_ALL}; }})()") == expected

    choose(page, "RCV-030", "dgx-001")
    page.type("#field-part", "DGX H100")
    answer(page, name="Ben")
    state(page, "in_progress")
    page.type("#field-serial", "S-1")
    state(page, "passed")
    choose(page, "RCV-030", STRANGE)
    page.type("#field-part", "Another")
    page.type("#field-serial", "S-2")
    state(page, "failed")
    picture = folder / "rack.png"
    picture.write_bytes(png(3_000, 200))
    choose(page, "RCK-070", "dgx-001")
    page.tap("#item .problem + button")
    answer(page, reason="The installer agrees", second="Ana")
    page.until("document.querySelector('#field-photo')")
    page.choose_files("#field-photo", [picture])
    page.until("document.querySelector('[data-field=photo] .value')?.textContent === '1 photos'")
    choose(page, "RCV-050", "dgx-001")
    page.type("#field-cords", "5")
    page.tap("#field-rails button")
    state(page, "failed")
    page.type("#field-cords", "6")
    state(page, "passed")

    before = shown_states(page)
    page.until("document.querySelector('#kept').textContent === 'Kept in this browser'")
    page.reload()
    page.type("#find", "RCV-050 dgx-001", enter=False)
    assert shown_states(page) == before

    choose(page, "RCV-050", "dgx-003")
    page.tap("#item .bar.field button")
    answer(page, reason="Not delivered", second="Ana")
    answer(page, name="Ben")
    state(page, "waived")
    uid = document.uid.replace("-", "").upper()[:8]
    page.type("#find", f"GPUDESK:{uid}:00000001:A")
    page.until("document.querySelector('#find').value === 'cable 1'")
    page.type("#find", "GPUDESK:00000000:00000001:A")
    page.tap(".sign button")
    page.type("#find", "CAB-020 cable 1", enter=False)
    page.tap("#rows button")
    page.type("#field-a", f"GPUDESK:{uid}:00000002:A")
    page.tap(".sign button")
    for end in "ab":
        page.type(f"#field-{end}", f"GPUDESK:{uid}:00000001:{end.upper()}")
    state(page, "passed")
    choose(page, "RCV-050", "dgx-004")
    for count in range(1, 9):
        page.type("#field-cords", str(count))
    page.until("!document.querySelector('#ask').hidden")
    page.type("#find", "R", enter=False)
    shown = shown_states(page)
    work = saved(page, folder, 20)
    page.until("document.querySelector('#ask').hidden")
    no_complaints(browser)

    (photo,) = work.photos.values()
    assert (photo.media, photo.width, photo.height) == ("image/jpeg", 2_560, 171)
    merged = merge(document, work)
    assert (merged.added, merged.photos, merged.conflicts, merged.forks, dict(merged.flags)) == (20, 1, (), (), {})
    assert project_states(document, shown) == shown
    assert merge(document, work).added == 0


def altered(good: Path, path: Path) -> Path:
    """A result whose first entry names a file that its value does not."""
    with zipfile.ZipFile(good) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    body = json.loads(parts["result.json"])
    body["entries"][0]["files"] = [{"name": "a.png", "size": 1, "sha256": "0" * 64}]
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in {**parts, "result.json": json.dumps(body).encode()}.items():
            archive.writestr(name, content)
    return path


def on_the_phone(browser: Browser, document: Document, file: Path, folder: Path) -> None:
    """At 390 x 844, in Spanish, by touch: another package in the same browser, finished on another device."""
    page = Page(browser, 390, 844, "es-ES", touch=True)
    page.open(file)
    assert page.run("document.documentElement.lang") == "es"
    page.until("document.querySelector('#kept').textContent === 'Guardado en este navegador'")
    page.type("#find", "RCV-030 dgx-001", enter=False)
    assert shown_states(page) == {SYSTEM: "blocked"}, "entries of the other package show here"
    choose(page, "RCV-030", "dgx-004")
    page.type("#field-part", "DGX H100")
    answer(page, name="Cleo")
    page.type("#field-serial", "S-4")
    state(page, "passed")
    assert page.run("document.documentElement.scrollWidth") <= 390
    unfinished = saved(page, folder, 2)
    assert unfinished.result is not None
    assert not unfinished.result.finished

    context = browser.ask("Target.createBrowserContext")["browserContextId"]
    fresh = Page(browser, 390, 844, "es-ES", touch=True, context=context)
    fresh.open(file)
    (good,) = folder.glob("*-2.gpuwork")
    fresh.choose_files("#open", [altered(good, folder / "altered.gpuwork")])
    fresh.until("document.querySelector('#problem').textContent.includes('ha sido alterado')")
    fresh.choose_files("#open", [good])
    fresh.until("document.querySelector('#problem').textContent.includes('2')")
    choose(fresh, "RCV-050", "dgx-004")
    fresh.tap("#field-rails button")
    answer(fresh, name="Cleo")
    state(fresh, "in_progress")
    fresh.browser.ask(
        "Browser.setDownloadBehavior", behavior="allow", browserContextId=context, downloadPath=str(folder), eventsEnabled=True
    )
    work = saved(fresh, folder, 3)
    no_complaints(browser)
    assert work.writer == unfinished.writer
    assert merge(document, unfinished).added == 2
    merged = merge(document, work)
    assert (merged.added, merged.known, merged.forks) == (1, 2, ())
    assert project_states(document, [("RCV-030", 4)]) == {("RCV-030", 4): "passed"}


def by_scanner_alone(browser: Browser, document: Document, file: Path) -> None:
    """What is scanned opens the only task that it leaves; cables in a row take two scans each, wherever the keyboard is."""
    context = browser.ask("Target.createBrowserContext")["browserContextId"]
    page = Page(browser, 1024, 768, "en-US", touch=False, context=context)
    page.open(file)
    page.scan("RCV-030 dgx-004")
    page.until("document.activeElement.id === 'field-part'")
    assert page.run("document.querySelector('#item h2').textContent").startswith("RCV-030")
    uid = document.uid.replace("-", "").upper()[:8]
    first, second, third = sorted({target for item, target in all_rows(page) if item == "CAB-020"})[:3]
    page.tap("#who")
    answer(page, name="Ben")
    page.scan(f"GPUDESK:{uid}:{first}:A")
    assert {target for _, target in shown_states(page)} == {first}, "the label of a cable lists no other"
    page.tap(f"#rows button[data-row='CAB-020 {first}']")
    for cable in (first, second, third):
        page.scan(f"GPUDESK:{uid}:{cable}:B")
        page.until("document.activeElement.id === 'field-a' || document.querySelector('#find') === document.activeElement")
        if cable == first:
            page.scan(f"GPUDESK:{uid}:{cable}:B")
            page.tap(".sign button")
        page.scan(f"GPUDESK:{uid}:{cable}:A")
        state(page, "passed")
        page.until("document.querySelector('#find') === document.activeElement")
        assert page.run("document.querySelector('#item .target').textContent").startswith(f"cable {cable} ")
    page.run("document.activeElement.blur()")
    page.scan("GPUDESK:00000000:1:A")
    page.until("document.querySelector('.sign')")


def all_rows(page: Page) -> list[tuple[str, int]]:
    """Item and target of all rows of the package."""
    rows = page.run("JSON.parse(document.getElementById('package').textContent).rows.map(e => [e.item, e.target])")
    return [(str(item), int(target)) for item, target in rows]


def test_a_page_is_filled_in_and_merged(site: Document, tmp_path: Path) -> None:
    one, other = tmp_path / "one.html", tmp_path / "other.html"
    handed_out(site, "ab" * 16, one)
    handed_out(site, "cd" * 16, other)
    with running(tmp_path) as browser:
        on_the_desk(Page(browser, 1024, 768, "en-US", touch=False), browser, site, one, tmp_path)
        on_the_phone(browser, site, other, tmp_path)
        by_scanner_alone(browser, site, one)
