"""Texts of data files, rules, window, reports, commands and documents use the words of the field (docs/style.md)."""

import ast
import inspect
import json
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
import yaml

from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.cli.commands import gpudesk
from gpudesk.ui.action_table import ACTIONS
from tests.ui.texts import entries

ROOT = Path(__file__).resolve().parents[2]

PHRASES = (
    (r"\bmend(s|ed|ing)?\b", "There is nothing to mend.", "Nothing to fix."),
    (r"\banew\b", "Start the machine anew.", "Restart the machine."),
    (r"\bbears? (up|it|its|more|less|\{)|\bthat the floor bears\b", "Load that the floor bears", "Load limit of the floor"),
    (r"\b(hang|hangs|hung) on\b", "the supplies that hang on other feeds", "the power supplies on other feeds"),
    (r"\bdoes on (no|so)\b", "The model does on no slice.", "The model fits no MIG slice."),
    (r"\bshared out\b", "heads cannot be shared out evenly", "heads cannot be split evenly"),
    (r"\bparted by\b", "text, parted by commas", "comma-separated text"),
    (r"\breckon(s|ed)?\b", "Let Size reckon what the model needs", "Let Size calculate what the model needs"),
    (r"\bnobody (here |has )?(knows|says|said|published)\b", "Nobody published a price.", "No published price."),
    (r"\b(report|file) lies (at|in)\b", "The report lies at the path.", "Report saved to the path."),
    (r"\bask(s)? the maker\b", "Keep the log and ask the maker.", "Save the log and contact the vendor."),
    (r"\bif it comes back\b", "If it comes back, keep the log.", "If the error recurs, save the log."),
    (r"^(least|greatest) ", "Greatest power of a rack", "Maximum power of a rack"),
    (r"^(Price of energy)$", "Price of energy", "Energy price"),
    (r"\bslow-down\b", "Close to the slow-down temperature", "Close to the slowdown temperature"),
    (r"\bgo(es)? before (it|them)\b", "Loops of their own go before it.", "The loop takes precedence."),
    (r"\bkept apart\b", "Air is kept apart here.", "Containment"),
    (r"\w all the same\b", "It is plugged in all the same.", "It is connected anyway."),
    (
        r"\bbeside (the|its|each|what|a|another|other)\b",
        "the measured memory beside the estimate",
        "the measured memory next to the estimate",
    ),
    (r"\bis told\b|\bare told\b", "A host that is silent is told as such.", "A host that is not responding is shown as such."),
    (
        r"\b(asked for|is said|are said)\b",
        "what was asked for; it is said what would be",
        "the requested value; the output shows what would change",
    ),
    (r"\blaid (by hand|under|as one)\b", "Legs that are laid by hand", "Legs that are added by hand"),
    (r"\bword by word\b", "A model that does not go on word by word", "A model that does not generate token by token"),
    (r"\bof no particular maker\b", "Server of no particular maker", "Generic server"),
    (r"\btwo and two\b", "Two and two are joined in the order of their names.", "Devices are paired in name order."),
    (r"\btoo much: it takes\b", "{missing} GiB too much: it takes {needed} GiB", "Needs {needed} GiB, {missing} GiB more than usable"),
    (r"\bmake (it|them) do\b", "What would make it do", "What would make it fit"),
    (r"\ba token takes\b", "A token takes {tpot} ms, {low} at best", "Time per output token {tpot} ms (best case {low} ms)"),
    (r"\bgenerates? words\b", "{name} does not generate words.", "{name} is not a generative language model."),
    (r"\bsizes models that do\b", "This sizes models that do.", "Sizing supports generative models."),
    (r"\blead (\w+ )?links over\b", "Lead links over panels…", "Route links through panels…"),
    (
        r"^hang\b|\bon something else first\b",
        "Hang one of the nodes on something else first.",
        "Connect one of the nodes to another feed first.",
    ),
    (r"\bdead by\b", "It is dead by the failure.", "The failure stops it."),
    (r"\blet (everything|something|it|them) fail\b", "Let everything fail", "Simulate all failures"),
    (r"\blet two\b|\bchange places\b", "Let two selected devices change places", "Swap two selected devices"),
    (
        r"\bbears? the (heat|load|weight)\b",
        "N bears the heat; of 2N each of two sides does.",
        "N removes the heat; with 2N, either side does.",
    ),
    (r"\bis given \S+ of (heat|load)\b|\bunits take \{", "{name} is given {load} of heat", "{name} receives {load} of heat"),
    (r"\bis wanted\b|\bare wanted\b", "{wanted} is wanted.", "{wanted} is required."),
    (r"\bno two \w+ have one\b", "No two devices have one name", "Device names are unique"),
    (r"\bis called \S+ too\b", "Another device is called {name} too.", "Another device has the name {name}."),
    (r"\bon the clipboard\b", "Put the shown differences on the clipboard", "Copy the shown differences to the clipboard"),
    (r"\bwrite the (differences|list|table)\b", "Write the differences…", "Export differences…"),
    (r"\b(compare|show|watch) no longer\b", "Compare no longer", "End comparison"),
    (r"\bgo to the \w+ before\b", "Go to the difference before", "Go to the previous difference"),
    (r"\bpull (cables|the cable) (out|of)\b", "Pull the cable of this port out", "Remove the cable of this port"),
    (r"\bhave come, from\b|\bsay how far\b", "Say how far the selected things have come", "Set the lifecycle status of the selection"),
    (r"\blay \S+ under\b", "Lay {file} under the plan", "Add {file} as an underlay"),
    (r"\btypes? says? it\b|\bas far as their\b", "Devices blow {airflow} as far as their types say it", "Known airflow {airflow}"),
    (r"\bjudged by no\b", "the banks are judged by no limit", "the banks are not checked"),
    (r"\bputs? right\b", "It puts right what is predicted", "It corrects the prediction"),
    (r"\bfailures lie at\b", "The failures lie at {path}.", "Failures saved to {path}."),
    (r"\bthat should not\b", "Something went wrong that should not", "Unexpected error"),
    (
        r"\bhold\b.* against (those|what)\b",
        "Hold the planned InfiniBand links of FILE against those that were seen",
        "Compare planned links with discovered links",
    ),
    (r"\b(is|are) silent\b", "{host} is silent, and its GPUs are not known", "{host} is not responding; its GPUs are not known"),
)
"""What a text must not contain, one text that fails, and how the field says it."""

SPELLING = (
    ("colour", "Jacket colour", "Jacket color"),
    ("fibre", "Fibre type", "Fiber type"),
    ("metre", "half a metre", "half a meter"),
    ("licence", "The licence of the engine", "The license of the engine"),
    ("catalogue", "The catalogue has no entry.", "entry is not in the catalog."),
    ("castor", "Load of one castor", "Load of one caster"),
    ("neighbour", "neighbouring racks", "adjacent racks"),
    ("data-centre", "data-centre cards", "data center cards"),
    ("data centre", "design of a data centre", "design of a data center"),
    ("optimiser", "AdamW optimiser", "AdamW optimizer"),
    ("utilis", "model FLOPs utilisation", "model FLOPs utilization"),
    ("grey", "a grey picture", "a gray picture"),
    ("labelled", "a labelled port", "a labeled port"),
    ("quantis", "double quantisation", "double quantization"),
)
"""British spellings and their American ones, in a text each."""

ODD = re.compile("|".join(f"(?:{phrase})" for phrase, _, _ in PHRASES), re.IGNORECASE)
BRITISH = re.compile(r"\b(" + "|".join(spelling for spelling, _, _ in SPELLING) + ")", re.IGNORECASE)
SHOWN = re.compile(r"^(title|titles|note|notes|description|do|accept|means|cause|reason|published|derived|basis|offer|text)$")


def _titles(value: object, key: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _titles(inner, str(name))
    elif isinstance(value, list):
        for inner in value:
            yield from _titles(inner, key)
    elif isinstance(value, str) and SHOWN.match(key):
        yield value


def data_texts() -> Iterator[tuple[str, str]]:
    """The English texts of data files that a person reads."""
    for path in sorted((ROOT / "resources").rglob("*.yaml")):
        for text in _titles(yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)):
            yield path.name, text


def rule_texts() -> Iterator[tuple[str, str]]:
    """What the page of the checks says of each rule."""
    for key, rule in ALL_RULES.items():
        yield key, f"{rule.title}. {inspect.getdoc(rule.judge)}"


def help_texts() -> Iterator[tuple[str, str]]:
    """Each command's help and that of its options."""

    def below(command: click.Command, name: str) -> Iterator[tuple[str, str]]:
        yield name, command.help or ""
        yield from ((name, parameter.help or "") for parameter in command.params if isinstance(parameter, click.Option))
        if isinstance(command, click.Group):
            for inner, child in command.commands.items():
                yield from below(child, f"{name} {inner}")

    yield from below(gpudesk, "gpudesk")


@pytest.mark.parametrize(("phrase", "odd", "natural"), PHRASES)
def test_each_phrase_finds_the_odd_text_and_passes_the_natural_one(phrase: str, odd: str, natural: str) -> None:
    assert re.search(phrase, odd, re.IGNORECASE)
    assert not ODD.search(natural)


@pytest.mark.parametrize(("spelling", "british", "american"), SPELLING)
def test_each_spelling_finds_the_british_text_and_passes_the_american_one(spelling: str, british: str, american: str) -> None:
    assert spelling in british.casefold()
    assert BRITISH.search(british)
    assert not BRITISH.search(american)


def schema_texts() -> Iterator[tuple[str, str]]:
    """The titles and descriptions of the schemas."""
    for path in sorted((ROOT / "resources" / "schemas").glob("*.json")):
        for text in _titles(json.loads(path.read_text(encoding="utf-8"))):
            yield path.name, text


def document_texts() -> Iterator[tuple[str, str]]:
    """The lines of the documents, without code; the page that lists odd words may contain them."""
    pages = [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")]
    for path in (*pages, *sorted((ROOT / "docs").rglob("*.md"))):
        if path.name == "style.md" or path.name.endswith(".es.md"):
            continue
        fenced = False
        for line in path.read_text(encoding="utf-8").splitlines():
            fenced ^= line.startswith("```")
            if not fenced and not line.startswith("    "):
                yield path.name, re.sub(r"`[^`]*`?|\([^()\s]*\.md\)", "", line)


def translated_texts() -> Iterator[tuple[str, str]]:
    """The English texts of both translation files: window, findings, reports. The search terms of actions also contain what users type."""
    keywords = {action.keywords for action in ACTIONS}
    for language in ("en", "es"):
        yield from ((context, re.sub(r"\{[^{}|]*\}", "{}", text)) for context, text in entries(language) if text not in keywords)


def printed_texts() -> Iterator[tuple[str, str]]:
    """The texts in the code of the command line: what commands print, heads of tables, help."""
    for path in sorted((ROOT / "gpudesk" / "cli").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
        docstrings = {id(node.body[0].value) for node in ast.walk(tree) if isinstance(node, documented) and _has_docstring(node)}  # type: ignore[attr-defined]
        for node in ast.walk(tree):
            # Names of options, columns and keys have no space; published ones keep their spelling.
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value and id(node) not in docstrings:
                yield path.name, node.value


def _has_docstring(node: ast.Module | ast.ClassDef | ast.FunctionDef) -> bool:
    first = node.body[0] if node.body else None
    return isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)


@pytest.mark.parametrize("texts", [data_texts, rule_texts, help_texts, schema_texts, document_texts, translated_texts, printed_texts])
def test_texts_outside_the_window_use_the_words_of_the_field(texts: object) -> None:
    assert callable(texts)
    assert [(where, text) for where, text in texts() if ODD.search(text) or BRITISH.search(text)] == []
