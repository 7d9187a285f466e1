"""Every text of the product has a surface and a review."""

from pathlib import Path

import pytest

from tests.texts import ledger
from tests.texts.ledger import Text, enter, entered, missing, surface_of, surfaces, texts
from tests.texts.printed import printed_in


@pytest.fixture(scope="module")
def present() -> set[Text]:
    """The texts as they are."""
    return texts()


def test_every_text_has_a_review(present: set[Text]) -> None:
    without = [f"{text.surface}: {text.english} | {text.spanish}" for text in missing(present)]
    assert without == [], "read them on their surface, then: python -m tests.texts.ledger SURFACE"


def test_no_line_is_of_a_text_that_is_gone(present: set[Text]) -> None:
    assert entered().keys() == {(text.surface, text.digest) for text in present}, "python -m tests.texts.ledger drops them"


def test_every_row_of_the_surfaces_leads_to_files() -> None:
    known = surfaces()
    unused = [start for start in known if not list(ledger.ROOT.glob(f"{start.removeprefix(ledger.OUTPUT)}*"))]
    assert unused == []


def test_texts_that_commands_print_are_on_a_surface_of_their_own(present: set[Text]) -> None:
    output = {text.english: text.surface for text in present if text.surface.startswith("output: ")}
    assert output["{} of {} kW of heat removed."] == "output: power and cooling"
    assert output["price date"] == "output: cost and orders"


@pytest.mark.parametrize(
    ("source", "texts_in_it"),
    [
        ('click.echo("Nothing to fix.")', ["Nothing to fix."]),
        ('click.echo(f"{count} of {total} fixed")', ["{} of {} fixed"]),
        ('print_table([("device", "heat kW")])', ["device", "heat kW"]),
        ('_HEADS = ("Busy", "SM")', ["Busy", "SM"]),
        ('def a():\n    """Not printed here."""\n    x = 1\n    """Nor is this."""', []),
        ('click.option("--json", help="Not printed here.")', []),
        ('x: "dict[str, int]" = cast("list[str] | None", y)', []),
        ('print(row["heat_w"])', []),
    ],
)
def test_what_is_printed_is_found_in_a_source(source: str, texts_in_it: list[str]) -> None:
    assert printed_in(source) == texts_in_it


def test_a_file_on_no_surface_is_named() -> None:
    with pytest.raises(LookupError, match=r"gpudesk/new/pane\.py"):
        surface_of("gpudesk/new/pane.py", {"gpudesk/ui": "window"})


def test_the_longest_start_of_a_path_decides() -> None:
    assert surface_of("gpudesk/ui/app/main.py", {"gpudesk/ui": "window", "gpudesk/ui/app": "shell"}) == "shell"


def test_a_text_that_changes_in_either_language_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "LEDGER", tmp_path / "ledger.txt")
    first, other = Text("Size", "Form", "Model", "Modelo"), Text("Power", "Chain", "Feed", "Acometida")
    enter({first, other}, {"Size", "Power"}, "2026-01-02")
    assert missing({first, other}) == []
    changed = Text("Power", "Chain", "Feed", "Alimentación")
    assert missing({first, changed}) == [changed]
    assert enter({first, changed}, {"Power"}, "2026-02-03") == {
        ("Size", first.digest): "2026-01-02",
        ("Power", changed.digest): "2026-02-03",
    }
