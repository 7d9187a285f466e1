"""The translators' files: nothing is missing, nothing unfinished, and the program can read what is built from them."""

import ast
import importlib.util
import json
import re
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtCore import QTranslator

from gpudesk import locate
from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.core.messages.message import fields_of_text
from gpudesk.ui.action_table import ACTIONS, MENUS
from gpudesk.ui.toolkit import translate
from tests.ui.texts import FOLDER, ROOT, Key, Text, asked, calls, entries, messages, read_entries, sources

LANGUAGES = ("en", "es")
ENDS = (".", "…", ":", "?", "!")
PLAIN, NUMBERED = re.compile(r"\{[^{}|]*\}"), re.compile(r"\{(\w+)\|[^{}|]*\|[^{}|]*\}")
"""Fields that show a value, and those that show the form for a number: `{count|rack|racks}`."""
FORMS = re.compile(r"\{\w+\|([^{}|]*)\|([^{}|]*)\}")
"""Of such a field the form for one and the form for several."""


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
            assert call.context is not None, f"{call.place}: the key of the context needs a literal"
        else:
            marks = call.kind == "QT_TRANSLATE_NOOP"
            assert (call.context is None) <= (call.text is None and not marks), f"{call.place}: the context must be a literal"
            assert call.text is not None or not marks, f"{call.place}: only a literal can be marked"
            assert not call.count, f"{call.place}: the collector does not see a plural form here; use tr"
        if call.text is not None:
            assert ("%n" in call.text) == call.count, f"{call.place}: %n and a number go together"


FROM_A_NAME = re.compile(r"__|\btype\(|\bself\b|\bcls\b|className|objectName")
"""In the context of a text: it would change with the name of a class, a module or an object."""


def test_no_context_is_the_name_of_a_class_or_module() -> None:
    for name, module in sources(".tr", "text_context"):
        for node in ast.walk(module):
            place = f"{name}:{getattr(node, 'lineno', 0)}"
            if isinstance(node, ast.Attribute):
                assert node.attr not in ("tr", "trUtf8"), f'{place}: Qt takes the class for the context; use tr = text_context("…")'
            if isinstance(node, ast.Call) and _called(node).endswith("text_context"):
                literal = len(node.args) == 1 and isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str)
                assert literal, f"{place}: the key of a context is a literal"
                assert node in [assigned.value for assigned in module.body if isinstance(assigned, ast.Assign)], (
                    f"{place}: at the top of the module"
                )
    for call in asked():
        assert not FROM_A_NAME.search(call.given), f"{call.place}: {call.given}"


def _called(call: ast.Call) -> str:
    """The last name of what is called."""
    return call.func.id if isinstance(call.func, ast.Name) else call.func.attr if isinstance(call.func, ast.Attribute) else ""


def test_a_class_and_a_module_may_change_their_names(collector: ModuleType) -> None:
    source = 'tr = text_context("Rack")\nclass {name}(QWidget):\n    def head(self):\n        return tr("%n rack(s)", "", 3) + tr("All")\n'
    texts = [set(collector.marked(source.format(name=name), f"{name}.py")) for name in ("Rack", "RackElevation")]
    assert texts[0] == texts[1] == {collector.Marked("Rack", "%n rack(s)", True), collector.Marked("Rack", "All", False)}
    ours = [[(call.context, call.text) for call in calls("", ast.parse(source.format(name=name)))] for name in ("Rack", "RackElevation")]
    assert ours[0] == ours[1]


@pytest.mark.parametrize(
    "source", ["tr = text_context(__name__)\n", 'tr = text_context("A")\ntr(f"{1} racks")\n', 'tr = text_context("A")\ntr(text)\n']
)
def test_the_collector_refuses_what_it_cannot_read(source: str, collector: ModuleType) -> None:
    with pytest.raises(ValueError, match=r"gpudesk/ui/racks\.py:[12]: .*literal"):
        list(collector.marked(source, "gpudesk/ui/racks.py"))


def test_every_context_holds_the_texts_that_are_recorded(collector: ModuleType) -> None:
    """No text and no translation is lost when classes and modules move: `recorded.txt` has one line for each context.

    After texts or translations were changed on purpose, `make texts` writes it again. A line that goes, or changes in a commit that
    only moves or renames, is a loss.
    """
    recorded = (FOLDER / collector.RECORD).read_text(encoding="utf-8").splitlines()
    held = collector.record(collector.triples(FOLDER / "gpudesk_es.ts")).splitlines()
    assert [line for line in recorded if line not in held] == [], "recorded, but not held: run make texts if this is meant"
    assert [line for line in held if line not in recorded] == [], "not recorded: run make texts"


def test_contexts_that_history_stores_stay() -> None:
    """A row of history keeps the context of its title; its text stays translated as long as that key exists."""
    reworded = json.loads((ROOT / "resources" / "history" / "reworded.json").read_text(encoding="utf-8"))
    assert set(reworded) <= {context for context, _text in entries("es")}
    for context, texts in reworded.items():
        for now in texts.values():
            assert now in texts or (context, now) in entries("es"), (context, now)


def test_a_text_that_is_marked_is_looked_up_in_its_own_context() -> None:
    """A module marks its texts in the contexts in which it, or the receiver of its messages, asks for them."""
    marked: dict[str, set[str]] = {}
    for call in asked():
        if call.kind == "QT_TRANSLATE_NOOP":
            marked.setdefault(call.place.partition(":")[0], set()).add(str(call.context))
    for call in asked():
        if call.kind == "translate" and call.context is not None and call.text is None and call.place.partition(":")[0] in marked:
            assert call.context in marked[call.place.partition(":")[0]], call.place
    for place, context in messages():
        assert context in marked.get(place.partition(":")[0], {context}), place
    shown = {("checks", text) for rule in ALL_RULES.values() for text in (rule.title, rule.many, rule.source)}
    assert shown - entries("es").keys() == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_fields_and_ends_are_kept(language: str) -> None:
    for (context, source), text in entries(language).items():
        for form in text.forms:
            what = f"{context}: {source!r} → {form!r}"
            assert Counter(PLAIN.findall(form)) == Counter(PLAIN.findall(source)), what
            assert set(NUMBERED.findall(form)) <= fields_of_text(source), what
            assert form.count("%n") == source.count("%n"), what
            assert form.strip() == form, what
            assert form.count("&") == source.count("&"), what
            # "N.º" ends with its full stop before the raised letter.
            assert form.endswith((*ENDS, ".º")) == source.endswith(ENDS), what
            assert " …" not in form or language == "en", what


def test_the_form_for_one_has_no_plural_participle() -> None:
    """A participle or adjective follows its noun: `latiguillo añadido`, never `latiguillo añadidos`."""
    wrong = []
    for text in entries("es").values():
        for one, several in (found for form in text.forms for found in FORMS.findall(form)):
            pairs = zip(one.split(), several.split(), strict=False)
            wrong += [(one, several) for left, right in pairs if left == right and re.search(r"\w{2}[ao]s$", left) and one != several]
    assert wrong == []


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
