"""The as-built comparison on paper and as a list."""

import csv
import io
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from gpudesk.onsite.listing import Listing
from gpudesk.project.snapshot import Snapshot
from gpudesk.reports.catalogue import bound, write_lists
from gpudesk.reports.layout.report import Choices, Subject
from gpudesk.reports.layout.shapes import Text
from gpudesk.ui.printing.page_files import write_pages
from gpudesk.ui.printing.report_language import wording
from tests.onsite.seen_fabric import as_planned, link_at, moved, node_of, planned, plugged, with_visitor, without
from tests.reports.conftest import AT
from tests.reports.sheets import faults


@cache
def pod() -> Snapshot:
    with TemporaryDirectory() as folder:
        return planned(Path(folder))


@cache
def subject(*, right: bool = False) -> Subject:
    """A fabric with a plug in a wrong port, a pair exchanged, a link that is gone, and a node that is not in the plan."""
    seen = as_planned(pod())
    if not right:
        seen = without(seen, link_at(seen, "leaf-0001", 20))
        seen = moved(seen, link_at(seen, "leaf-0001", 1), 20)
        seen = plugged(seen, link_at(seen, "leaf-0003", 5), link_at(seen, "leaf-0003", 6))
        seen = with_visitor(seen, "visitor mlx5_0", node_of(seen, "leaf-0002"), 60)
    return Subject(pod(), "pod", AT, listing=Listing("seen.txt", seen))


def texts(of: Subject, choices: Choices | None = None, language: str = "en") -> list[str]:
    pages = bound(["as-built"], of, choices or Choices(), wording(language)).sheets()
    return [mark.text for page in pages for mark in page.shapes if isinstance(mark, Text)]


@pytest.mark.parametrize("language", ["en", "es"])
def test_sheets_are_whole(tmp_path: Path, language: str) -> None:
    out = tmp_path / "out.pdf"
    write_pages(bound(["as-built"], subject(), Choices(), wording(language)).sheets(), out, "")
    assert faults(out) == []


def test_what_is_done_stands_below_each_switch_in_walking_order() -> None:
    said = texts(subject())
    wanted = ["Swap the plugs in 3/1 and 3/2.", "Move the plug from 10/2 to 1/1."]
    assert [text for text in said if text in wanted] == wanted
    heads = [text for text in said if "· leaf-" in text]
    assert [head.rpartition(" ")[2] for head in heads] == ["leaf-0003", "leaf-0002", "leaf-0001"]
    assert "visitor mlx5_0" in said


def test_racks_that_were_not_chosen_are_left_out() -> None:
    devices = pod()["device"]
    rack = int(devices["rack_id"][devices["name"].astype(str).tolist().index("leaf-0003")])
    assert "Swap the plugs in 3/1 and 3/2." in texts(subject(), Choices(racks=(rack,)))
    other = next(each for each in pod()["rack"].ids.tolist() if each != rack)
    assert "Swap the plugs in 3/1 and 3/2." not in texts(subject(), Choices(racks=(other,)))


def test_a_task_names_the_place_of_the_far_end() -> None:
    """Of every device, the first of the project included."""
    assert pod()["device"]["name"][0] == "dgx-0001"
    seen = as_planned(pod())
    gone = without(seen, *(link_at(seen, "leaf-0001", port) for port in (1, 2)))
    said = texts(Subject(pod(), "pod", AT, listing=Listing("seen.txt", gone)))
    places = {device: said[at + 1] for at, text in enumerate(said) for device in ("dgx-0001", "dgx-0002") if f"and {device} OSFP" in text}
    assert places == {"dgx-0001": "R0001 · U1", "dgx-0002": "R0001 · U9"}


def test_where_all_is_as_planned_the_sheet_says_so() -> None:
    assert "512 links compared, all match the plan." in texts(subject(right=True))
    assert "Nothing to compare yet: specify an ibnetdiscover listing." in texts(Subject(pod(), "pod", AT))


def test_the_list_names_every_difference(tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    write_lists("as-built", subject(), Choices(), wording("en"), out)
    rows = list(csv.DictReader(io.StringIO(out.read_text("utf-8-sig"))))
    assert sorted(row["Kind"] for row in rows) == ["Swapped pair", "Swapped pair", "Unexpected", "Wrong device", "Wrong port"]
    wrong = next(row for row in rows if row["Kind"] == "Wrong port")
    assert (wrong["From"], wrong["To"], wrong["Found to"]) == ("dgx-0001 OSFP4P2", "leaf-0001 1/1", "leaf-0001 10/2")
    assert (wrong["Rail"], wrong["Rate"], wrong["What to do"]) == ("0", "4xNDR", "Move the plug from 10/2 to 1/1.")
    assert int(wrong["Cable"]) in pod()["cable"].ids
