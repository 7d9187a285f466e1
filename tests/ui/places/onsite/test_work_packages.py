"""Work packages in the window: the items of a rack go out as a file, and come back with conflicts side by side."""

from pathlib import Path

import pytest

from gpudesk.core.checklist.entries import EntryKind, Recorder
from gpudesk.core.checklist.items import Scope
from gpudesk.core.plan.plan import Plan, PlanHall, PlanRack, PlanRow
from gpudesk.formats.onsite.work_files import read_work, write_package
from gpudesk.onsite.package_contents import package_of
from gpudesk.onsite.package_work import PackageWork, Stamp
from gpudesk.onsite.work_list import Spot, Wanted
from gpudesk.operations.onsite.record_site_work import record_value
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.ui.places.onsite.work_packages import selection_of
from gpudesk.ui.toolkit.widgets.label import Label
from tests.ui.built import Step
from tests.ui.hand import PLAN
from tests.ui.places.onsite.hand import SiteHand, with_people

ELSEWHERE = "00000000000000aa"


def frozen(document: Document) -> None:
    """Two people, and a design revision that lets work begin."""
    with_people(document)
    by = Recorder("Ana Ruiz", "0123456789abcdef", "+00:00")
    for field, value in (("revision", "C"), ("lead", "Ana Ruiz")):
        run(document, record_value, by, "RDY-010", 0, field, value)


@pytest.fixture
def site() -> tuple[Plan, tuple[Step, ...]]:
    """The small site, ready for work."""
    return PLAN, (frozen,)


def rack(onsite: SiteHand, name: str) -> int:
    """The id of a rack."""
    return int(onsite.hand.snapshot["rack"].where("name", name)[0])


def handed_out(onsite: SiteHand, path: Path) -> Path:
    """The receiving of rack A01, as a file."""
    onsite.begin("Ana Ruiz")
    onsite.place.side.narrow(Spot(Scope.RACK, rack(onsite, "A01")))
    onsite.place.side.stage.choose("receive")
    onsite.rest()
    onsite.tap(onsite.place.packages.button)
    assert onsite.place.packages.screen.what.text() == "Work package: A01 · Receiving"
    onsite.place.packages.hand_out(path)
    onsite.rest()
    return path


def filled_in(path: Path, onsite: SiteHand, part: str) -> None:
    """Somebody records in the package elsewhere."""
    work = read_work(path)
    package = PackageWork(work.package, ELSEWHERE)
    at = onsite.log[-1].at_utc
    package.record(Stamp("Cleo", at, "+00:00"), "RCV-030", 1, "part", part)
    write_package(path, work.package_text, ELSEWHERE, package.entries)


def test_a_package_goes_out_and_comes_back(onsite: SiteHand, tmp_path: Path) -> None:
    path = handed_out(onsite, tmp_path / "A01.gpuwork")
    screen = onsite.place.packages.screen
    assert screen.isVisible()
    assert screen.news.text() == f"Work package saved to {path}."
    assert onsite.log[-1].kind == EntryKind.PACKAGE
    package = read_work(path).package
    assert {row.item[:3] for row in package.rows} == {"RCV"}
    filled_in(path, onsite, "DGX H100")
    onsite.place.packages.merge(path)
    onsite.rest()
    assert screen.news.text().startswith("A01, receive: 1 new entry imported, 0 already present, 0 photos")
    assert [entry.person for entry in onsite.log if entry.item == "RCV-030"] == ["Cleo"]
    assert screen.conflicts == {}
    onsite.place.packages.merge(path)
    onsite.rest()
    assert screen.news.text().startswith("A01, receive: 0 new entries imported, 1 already present")
    onsite.tap(screen.back)
    assert onsite.place.work.isVisible()


def test_a_conflict_shows_both_values_and_opens_its_item(onsite: SiteHand, tmp_path: Path) -> None:
    path = handed_out(onsite, tmp_path / "A01.gpuwork")
    onsite.place.packages.screen.back.click()
    onsite.show("RCV-030", 1)
    onsite.enter("part", "Another")
    filled_in(path, onsite, "DGX H100")
    onsite.place.packages.merge(path)
    onsite.rest()
    screen = onsite.place.packages.screen
    assert "1 conflict: both values are kept; record the correct one" in screen.news.text()
    said = [label.text() for label in screen.findChildren(Label) if label.isVisible()]
    assert [sum(all(word in text for word in both) for text in said) for both in (("Another", "Ana Ruiz"), ("DGX H100", "Cleo"))] == [1, 1]
    onsite.tap(screen.conflicts["RCV-030", 1])
    assert onsite.place.page.isVisible()
    assert "part" in onsite.place.page.fields


def test_a_page_is_written_and_a_single_device_has_no_package(onsite: SiteHand, tmp_path: Path) -> None:
    path = handed_out(onsite, tmp_path / "A01.html")
    content = path.read_text(encoding="utf-8")
    assert content.startswith("<!DOCTYPE html>")
    assert "default-src &#x27;none&#x27;" in content
    onsite.tap(onsite.place.packages.screen.back)
    onsite.place.side.narrow(Spot(Scope.DEVICE, 1))
    onsite.rest()
    onsite.tap(onsite.place.packages.button)
    screen = onsite.place.packages.screen
    assert not screen.page.isEnabled()
    assert not screen.package.isEnabled()
    assert screen.merge.isEnabled()


RACK = "generic.rack-48u-600x1200"
TWIN_HALLS = Plan(
    "Two halls",
    halls=(PlanHall("North"), PlanHall("South")),
    rows=(PlanRow(0, "A"), PlanRow(1, "A")),
    racks=(
        PlanRack(RACK, 0, "A01", row=0),
        PlanRack(RACK, 0, "A02", row=0, x_mm=600),
        PlanRack(RACK, 1, "A01", row=1),
    ),
)


@pytest.mark.parametrize(
    ("scope", "target", "racks", "title"),
    [(Scope.RACK, 1, {1}, "A01, rack"), (Scope.RACK, 3, {3}, "A01, rack"), (Scope.HALL, 1, {1, 2}, "North, rack")],
)
def test_a_rack_of_the_same_name_in_another_hall_is_not_handed_out(scope: Scope, target: int, racks: set[int], title: str) -> None:
    with Document.scratch() as document:
        run(document, build, TWIN_HALLS)
        chosen = selection_of(document.snapshot, Wanted(spot=Spot(scope, target), stage="rack"))
        assert chosen is not None
        package = package_of(document.snapshot, chosen, "0" * 32, document.uid, "Site", "2026-03-01T12:00:00Z")
        assert {row.target for row in package.rows if package.items[row.item].scope == Scope.RACK} == racks
        assert package.title == title


def test_a_rack_that_is_gone_has_no_package() -> None:
    with Document.scratch() as document:
        run(document, build, TWIN_HALLS)
        assert selection_of(document.snapshot, Wanted(spot=Spot(Scope.RACK, 99))) is None
