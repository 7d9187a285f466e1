"""The translators' files: nothing is missing, nothing unfinished, and the program can read what is built from them."""

import importlib.util
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtCore import QTranslator

from gpudesk import locate
from gpudesk.checks.rule import RULES
from gpudesk.ui import translate
from gpudesk.ui.action_table import ACTIONS, MENUS
from tests.ui.texts import FIELD, ROOT, Key, Text, asked, entries, messages, read_entries, subclassed

LANGUAGES = ("en", "es")
ENDS = (".", "…", ":", "?", "!")


@pytest.fixture(scope="module")
def collector() -> ModuleType:
    """The script that writes the files."""
    spec = importlib.util.spec_from_file_location("update_translations", ROOT / "packaging" / "update_translations.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def collected(collector: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[Key, Text]]:
    """What the sources ask for now, for each language."""
    files: list[Path] = collector.update(tmp_path_factory.mktemp("texts"))
    return {language: read_entries(file) for language, file in zip(LANGUAGES, files, strict=True)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_committed_file_holds_what_the_sources_ask_for(language: str, collected: dict[str, dict[Key, Text]]) -> None:
    wanted, held = collected[language], entries(language)
    assert sorted(wanted.keys() - held.keys()) == [], "run make texts, translate what is new"
    assert sorted(held.keys() - wanted.keys()) == [], "run make texts: these are gone"
    assert [key for key, text in wanted.items() if text.plural != held[key].plural] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated(language: str) -> None:
    unfinished = [key for key, text in entries(language).items() if not text.finished or not all(text.forms)]
    assert unfinished == []


def test_the_collector_sees_every_text(collected: dict[str, dict[Key, Text]]) -> None:
    calls = [call for call in asked() if call.text is not None]
    assert len(calls) > 900
    unseen = [(call.place, call.text) for call in calls if (call.context, call.text) not in collected["es"]]
    assert unseen == []


def test_texts_are_asked_for_in_ways_that_the_collector_and_qt_understand() -> None:
    for call in asked():
        if call.kind == "tr":
            assert call.text is not None, f"{call.place}: tr needs a literal"
            assert call.on == "self", f"{call.place}: the collector takes {call.on!r} for the context"
            if call.count:
                assert call.context not in subclassed(), f"{call.place}: an heir would not find this plural form"
        else:
            marks = call.kind == "QT_TRANSLATE_NOOP"
            assert (call.context is None) <= (call.text is None and not marks), f"{call.place}: the context must be a literal"
            assert call.text is not None or not marks, f"{call.place}: only a literal can be marked"
            assert not call.count, f"{call.place}: the collector does not see a plural form here; use tr"
        if call.text is not None:
            assert ("%n" in call.text) == call.count, f"{call.place}: %n and a number go together"


def test_a_text_that_is_marked_is_looked_up_in_its_own_context() -> None:
    """A module marks its texts in the contexts in which it, or whoever gets its messages, asks for them."""
    marked: dict[str, set[str]] = {}
    for call in asked():
        if call.kind == "QT_TRANSLATE_NOOP":
            marked.setdefault(call.place.partition(":")[0], set()).add(str(call.context))
    for call in asked():
        if call.kind == "translate" and call.context is not None and call.text is None and call.place.partition(":")[0] in marked:
            assert call.context in marked[call.place.partition(":")[0]], call.place
    for place, context in messages():
        assert context in marked.get(place.partition(":")[0], {context}), place
    assert {("checks", text) for rule in RULES.values() for text in (rule.title, rule.many, rule.source)} - entries("es").keys() == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_fields_and_ends_are_kept(language: str) -> None:
    for (context, source), text in entries(language).items():
        for form in text.forms:
            what = f"{context}: {source!r} → {form!r}"
            assert Counter(FIELD.findall(form)) == Counter(FIELD.findall(source)), what
            assert form.count("%n") == source.count("%n"), what
            assert form.strip() == form, what
            assert form.count("&") == source.count("&"), what
            assert form.endswith(ENDS) == source.endswith(ENDS), what
            assert " …" not in form or language == "en", what


def test_spanish_is_written_with_spanish_marks() -> None:
    for (_context, source), text in entries("es").items():
        for form in text.forms:
            assert form.count("?") == form.count("¿"), form
            assert "“" not in form, form
            assert form[:1].isupper() == source[:1].isupper() or not form[:1].isalpha() or not source[:1].isalpha(), (source, form)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_menu_has_its_own_letters(language: str) -> None:
    translate.install_language(language)
    said = {spec.path: _said(spec.text) for spec in MENUS}
    by_menu: dict[str, list[str]] = {}
    for spec in MENUS:
        by_menu.setdefault(spec.path.rpartition("/")[0], []).append(said[spec.path])
    for action in ACTIONS:
        by_menu.setdefault(action.menu, []).append(_said(action.text))
    for menu, texts in by_menu.items():
        letters = [text[text.index("&") + 1].casefold() for text in texts if "&" in text]
        assert len(letters) == len(set(letters)), (menu, texts)
    top = [said[spec.path] for spec in MENUS if "/" not in spec.path]
    assert all("&" in text for text in top), top


def _said(source: str) -> str:
    text = entries(translate.language()).get(("Actions", source))
    return text.forms[0] if text is not None else source


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_built_file_holds_every_translation(language: str, qapp: object) -> None:
    translator = QTranslator()
    assert translator.load(f"gpudesk_{language}", str(locate.translations_dir())), "run make translations"
    for (context, source), text in entries(language).items():
        if text.plural:
            said = tuple(translator.translate(context, source, None, n) for n in (1, 2))
            assert said == tuple(text.forms), (context, source)
        else:
            assert translator.translate(context, source) == text.forms[0], (context, source)
