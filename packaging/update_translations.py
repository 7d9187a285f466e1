"""Collect the texts of the interface into `resources/translations/*.ts`, where translators work on them.

    python packaging/update_translations.py

New texts come in unfinished, texts that are gone are dropped and listed, everything else stays as it is. The files hold neither
paths nor line numbers, so that they change only when a text does. English needs its plural forms only. Run it again when the new
texts are translated: it also records what each context holds, in `resources/translations/recorded.txt`.

Texts are found by the keys of contexts that the sources hold (`docs/translation.md`), never by the names of classes or modules. Qt's own
collector, which merges them into the files, reads a list of them instead of the sources.
"""

import ast
import hashlib
import importlib.util
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"
RECORD = "recorded.txt"
LANGUAGES = ("en", "es")

Triple = tuple[str, str, str]
"""Context, English text, translation; the forms of a plural text are separated by a line break."""


@dataclass(frozen=True, slots=True, order=True)
class Marked:
    """A text that a source marks or asks for."""

    context: str
    text: str
    plural: bool


def collector() -> Path:
    """The program of Qt that merges texts into the translators' files.

    Raises:
        FileNotFoundError: PySide6-Essentials, which brings it, is not installed.
    """
    qt = importlib.util.find_spec("PySide6")
    if qt is None or qt.origin is None:
        raise FileNotFoundError("PySide6-Essentials is not installed")
    return Path(qt.origin).parent / "lupdate"


def marked(source: str, name: str) -> Iterator[Marked]:
    """The texts of one module, `name` for messages.

    Raises:
        ValueError: the key of a context or a text given to `tr` is not one literal.
    """
    module = ast.parse(source)
    keys: dict[str, str] = {}
    for node in module.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and _called(node.value) == "text_context":
            key = _literal(node.value, 0)
            if key is None or len(node.targets) != 1 or not isinstance(node.targets[0], ast.Name):
                raise ValueError(f'{name}:{node.lineno}: the key of a context must be a literal: tr = text_context("RackCanvas")')
            keys[node.targets[0].id] = key
    for call in ast.walk(module):
        if not isinstance(call, ast.Call):
            continue
        if isinstance(call.func, ast.Name) and call.func.id in keys:
            text = _literal(call, 0)
            if text is None:
                raise ValueError(f"{name}:{call.lineno}: {call.func.id} needs the text as one literal, without f and without parentheses")
            yield Marked(keys[call.func.id], text, len(call.args) > 2)
        elif _called(call) in ("translate", "QT_TRANSLATE_NOOP"):
            context, text = _literal(call, 0), _literal(call, 1)
            if context is not None and text is not None:
                yield Marked(context, text, plural=False)


def update(folder: Path) -> list[Path]:
    """Write one file for each language into `folder`, keeping what is translated there already; returns the files.

    Raises:
        ValueError: a source asks for a text in a form that cannot be collected.
    """
    texts: set[Marked] = set()
    for path in sorted((ROOT / "gpudesk").rglob("*.py")):
        texts.update(marked(path.read_text(encoding="utf-8"), str(path.relative_to(ROOT))))
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch, "texts.cpp")
        source.write_text("".join(_as_source(text) for text in sorted(texts)), encoding="utf-8")
        for language in LANGUAGES:
            file = folder / f"gpudesk_{language}.ts"
            options = ["-silent", "-no-obsolete", "-sort-messages", "-source-language", "en", "-target-language", language]
            options += ["-locations", "none", "-disable-heuristic", "sametext", "-disable-heuristic", "similartext"]
            if language == "en":
                options.append("-pluralonly")
            subprocess.run([str(collector()), *options, str(source), "-ts", str(file)], check=True, cwd=ROOT)  # noqa: S603 - a fixed program with arguments of our own
            files.append(file)
    return files


def triples(file: Path) -> list[Triple]:
    """What a translators' file holds, sorted."""
    texts = []
    for context in ET.parse(file).getroot().iter("context"):  # noqa: S314 - a file of our own
        for message in context.iter("message"):
            forms = [form.text or "" for form in message.iter("numerusform")] or [message.findtext("translation", "")]
            texts.append((context.findtext("name", ""), message.findtext("source", ""), "\n".join(forms)))
    return sorted(texts)


def record(texts: Iterable[Triple]) -> str:
    """One line for each context: key, count of texts, digest of texts and translations."""
    contexts: dict[str, list[Triple]] = {}
    for triple in texts:
        contexts.setdefault(triple[0], []).append(triple)
    lines = []
    for key, held in sorted(contexts.items()):
        digest = hashlib.sha256(repr([triple[1:] for triple in held]).encode()).hexdigest()
        lines.append(f"{key} {len(held)} {digest[:16]}\n")
    return "".join(lines)


def main() -> int:
    """Update the committed files, list what was dropped and say how many texts still wait for a translation."""
    before = triples(FOLDER / "gpudesk_es.ts")
    files = update(FOLDER)
    for file in files:
        waiting = file.read_text(encoding="utf-8").count('type="unfinished"')
        print(f"{file.relative_to(ROOT)}: {waiting} to translate")
    after = triples(FOLDER / "gpudesk_es.ts")
    left = {triple[:2] for triple in after}
    for context, text, spanish in before:
        if spanish and (context, text) not in left:
            print(f"dropped: {context}: {text!r} ({spanish!r})")
    (FOLDER / RECORD).write_text(record(after), encoding="utf-8")
    return 0


def _called(call: ast.Call) -> str:
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""


def _literal(call: ast.Call, at: int) -> str | None:
    value = call.args[at] if at < len(call.args) else None
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else None


def _as_source(text: Marked) -> str:
    mark = "QT_TRANSLATE_N_NOOP" if text.plural else "QT_TRANSLATE_NOOP"
    return f"{mark}({_quoted(text.context)}, {_quoted(text.text)})\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


if __name__ == "__main__":
    sys.exit(main())
