"""Titles of history that were reworded since they were stored."""

import json
from pathlib import Path
from xml.sax.saxutils import escape

import pytest

from gpudesk import locate
from gpudesk.core.messages.message import Message, fields_of_text
from gpudesk.store import reworded_titles
from gpudesk.store.reworded_titles import reworded, reworded_texts
from gpudesk.store.undo import Step


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {
        "operations": {"Hang {name} on": "Connect {name}", "Connect {name}": "Connect {name} to a feed", "Lay it": "Route {count} cables"}
    }
    monkeypatch.setattr(reworded_titles, "reworded_texts", lambda: texts)


@pytest.mark.usefixtures("table")
def test_a_stored_title_is_shown_in_the_words_of_today() -> None:
    stored = Message("operations", "Hang {name} on", {"name": "PDU 1"})
    assert reworded(stored).plain() == "Connect PDU 1 to a feed"
    assert Step(1, stored.to_json(), "2026-03-01T12:00:00Z", True).message.plain() == "Connect PDU 1 to a feed"


@pytest.mark.usefixtures("table")
def test_what_is_not_listed_or_lacks_a_value_stays_as_it_was_stored() -> None:
    for stored in (Message("operations", "Delete it"), Message("checks", "Hang {name} on", {"name": "A"}), Message("operations", "Lay it")):
        assert reworded(stored) == stored


def test_the_table_leads_to_texts_that_use_no_other_fields() -> None:
    for texts in reworded_texts().values():
        for old, new in texts.items():
            assert fields_of_text(new) <= fields_of_text(old), old
            assert old != new


def test_the_texts_of_today_have_a_translation() -> None:
    path = Path(locate.resource("translations", "gpudesk_es.ts"))
    known = path.read_text(encoding="utf-8")
    for texts in json.loads(locate.resource("history", "reworded.json").read_text(encoding="utf-8")).values():
        for new in texts.values():
            if new not in texts:
                assert f"<source>{escape(new, {chr(34): '&quot;', chr(39): '&apos;'})}</source>" in known, new
