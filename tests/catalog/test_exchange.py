"""Types given to somebody and taken from somebody: told before, and done whole or not at all."""

import json
from typing import Any

import pytest

from gpudesk.catalog.catalog import open_catalog, user_catalog_dir
from gpudesk.catalog.entry_text import check_body, check_text, entries_text, entry_text
from gpudesk.catalog.type_exchange import Fate, proposed, shared, take
from gpudesk.catalog.user_entries import copied_body, save_user_entries, save_user_entry

KEYS = ("nvidia.dgx-h100", "nvidia.qm9700", "nvidia.h100-sxm5-80gb")


def own(key: str, weight_kg: float = 0.7) -> dict[str, Any]:
    body = copied_body(open_catalog(), "generic.blank-1u", key)
    body["facts"]["weight_kg"] = {"value": weight_kg, "source": "our scales", "confidence": "read"}
    return body


def test_every_entry_survives_its_text() -> None:
    catalog = open_catalog()
    for key in catalog:
        body = json.loads(catalog.body(key))
        found = check_text(catalog, entry_text(body))
        assert not found.faults, key
        assert found.body == body, key


def test_a_file_names_its_documents_once() -> None:
    catalog = open_catalog()
    content = shared(catalog, KEYS)
    assert content.count(b"DGX H100/H200 User Guide") < 4
    found = proposed(catalog, "mine.yaml", content)
    assert not found.misfits
    assert [entry.fate for entry in found.entries] == [Fate.SAME] * len(KEYS)
    assert take(catalog, found) == 0
    assert not user_catalog_dir().exists()


def test_words_that_look_like_numbers_stay_words() -> None:
    body = {**own("me.blank"), "part_numbers": ["1e5", "08", "1.0", "no", "true", "-3"], "model": "5"}
    found = check_body(open_catalog(), body)
    assert found.body == body
    assert found.type is not None
    assert found.type.part_numbers == ("1e5", "08", "1.0", "no", "true", "-3")


def test_faults_stand_in_their_lines() -> None:
    text = entry_text(own("me.blank")).replace("value: 0.7", "value: heavy")
    line = next(number for number, words in enumerate(text.split("\n"), 1) if "heavy" in words)
    found = check_text(open_catalog(), text)
    assert found.type is None
    assert found.body is not None
    assert [fault.line for fault in found.faults] == [line]
    assert check_text(open_catalog(), "key: [").body is None
    assert check_text(open_catalog(), "").faults
    assert check_text(open_catalog(), "- a\n- b").faults


def test_what_an_import_would_do_is_told_before() -> None:
    save_user_entry(open_catalog(), own("me.old", 0.7))
    catalog = open_catalog()
    hiding = copied_body(catalog, "nvidia.qm9700", "nvidia.qm9700")
    hiding["model"] = "QM9700 of ours"
    same = json.loads(catalog.body("nvidia.dgx-h100"))
    content = entries_text([own("me.new"), own("me.old", 0.9), hiding, same]).encode()
    found = proposed(catalog, "given.yaml", content)
    assert {entry.type.key: entry.fate for entry in found.entries} == {
        "me.new": Fate.NEW,
        "me.old": Fate.REPLACES,
        "nvidia.qm9700": Fate.HIDES,
        "nvidia.dgx-h100": Fate.SAME,
    }
    assert found.entries[0].where.startswith("given.yaml:")
    assert take(catalog, found) == 3
    assert open_catalog().get("me.old").number("weight_kg") == 0.9
    assert {path.name for path in user_catalog_dir().iterdir()} == {"me.new.yaml", "me.old.yaml", "nvidia.qm9700.yaml"}


def test_all_faults_are_told_and_nothing_is_taken() -> None:
    bad = own("me.bad")
    bad["facts"]["weight_kg"]["value"] = -3
    worse = {**own("Me Worse"), "family": "spaceship"}
    content = entries_text([own("me.good"), bad, worse]).encode()
    found = proposed(open_catalog(), "given.yaml", content)
    assert len(found.misfits) >= 2
    assert all(misfit.where.startswith("given.yaml:") for misfit in found.misfits)
    assert take(open_catalog(), found) == 0
    with pytest.raises(Exception, match="Errors in the catalog: 1"):
        save_user_entries(open_catalog(), [own("me.good"), bad])
    assert not user_catalog_dir().exists()
