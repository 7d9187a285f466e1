"""Results as records: a key that is published, and what belongs to it, numbers apart from sentences.

A record is one line: its key, a tab, its content as JSON. Keys are made of the keys of a document, of a rule, of a table and of the place
of a row, never of names in the program. A text without a space is a key or a name and belongs to the numbers; any other is a sentence, so
that another wording changes no file of numbers.
"""

import csv
import hashlib
import io
import json
import math
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

DIGITS = 9
"""Significant digits of a number; sums may differ in the last places from machine to machine."""
MOST = 100
"""Members of a list that are noted one by one; of the rest the count and a digest."""
_IDENTITIES = ("key", "rule", "name", "id", "kind", "code")
_UID = re.compile(r"\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b")
"""What names a project: drawn by lot."""
_COMMENTS = ("#", "//", "<!--")
_NUMBER = re.compile(r"[-−–+(±~≈<>≤≥]*\d[\d.,]*([ \u00a0\u202f]?[^\s\d]{1,12})?[)]?")
"""A number with its unit, as it is in a cell of a page."""


@dataclass
class Records:
    """What one case comes to: key to content.

    Attributes:
        hidden: what differs from run to run, by the word to write for it.
    """

    hidden: Mapping[str, str] = field(default_factory=dict)
    numbers: dict[str, str] = field(default_factory=dict)
    sentences: dict[str, str] = field(default_factory=dict)

    def put(self, key: str, content: Any) -> None:
        """Note a record; its numbers and its sentences apart."""
        figures, texts = _split(content)
        for kept, found in ((self.numbers, figures), (self.sentences, texts)):
            if found not in (None, {}, []):
                self._keep(kept, key, found)

    def document(self, key: str, content: Any) -> None:
        """Note a JSON document: a record for each object, its nested objects and lists by themselves."""
        for name, found in _objects(key, content):
            self.put(name, found)

    def file(self, key: str, name: str, content: bytes) -> None:
        """Note an exported text, row by row; of an archive each file; of other files nothing."""
        if content[:2] == b"PK":
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                for each in sorted(archive.namelist()):
                    self.file(f"{key}/{each}", each, archive.read(each))
        elif name.endswith(".json"):
            self.document(key, json.loads(content))
        elif name.endswith(".csv"):
            self._table(key, content.decode("utf-8-sig"))
        elif name.endswith(".md"):
            self._keep(self.sentences, key, content.decode("utf-8"))
        else:
            self._lines(key, content.decode("utf-8"))

    def page(self, key: str, lines: Sequence[Sequence[str]]) -> None:
        """Note a printed page: the figures of each line that has any, with their units, and all lines whole."""
        count = 0
        for place, cells in enumerate(lines, 1):
            figures = [" ".join(cell.split()) for cell in cells if _NUMBER.fullmatch(cell)]
            if figures:
                count += 1
                self._keep(self.numbers, f"{key}/{count}", figures)
            self._keep(self.sentences, f"{key}/{place}", cells)

    def _table(self, key: str, text: str) -> None:
        rows = csv.reader(io.StringIO(text))
        for number, row in enumerate(rows):
            if number:
                self.put(f"{key}/{number}", dict(enumerate(row, 1)))
            else:
                self._keep(self.sentences, f"{key}/columns", row)
                self._keep(self.numbers, f"{key}/columns", len(row))

    def _lines(self, key: str, text: str) -> None:
        for number, line in enumerate(text.splitlines(), 1):
            if not line.strip():
                continue
            code, mark, remark = line, "", ""
            for each in _COMMENTS:
                if not mark and (line.lstrip().startswith(each) or f" {each} " in line):
                    code, mark, remark = line.partition(each)
            if remark:
                self._keep(self.sentences, f"{key}/{number}", remark.strip())
            if code.strip():
                self._keep(self.numbers, f"{key}/{number}", " ".join(code.split()))

    def _keep(self, kept: dict[str, str], key: str, content: Any) -> None:
        text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        text = _UID.sub("UID", text)
        for said, word in self.hidden.items():
            text, key = text.replace(said, word), key.replace(said, word)
        assert key not in kept, f"two records are called {key}"
        kept[key] = text


def rounded(number: float) -> float | str:
    """A number to `DIGITS` significant digits; what JSON has no number for as a word."""
    if not math.isfinite(number):
        return str(number)
    found = float(f"{number:.{DIGITS}g}")
    return int(found) if found == int(found) and abs(found) < 1e15 else found


def _split(content: Any) -> tuple[Any, Any]:
    """The figures of a record, and its sentences."""
    if isinstance(content, Mapping):
        parts = {str(key): _split(value) for key, value in content.items()}
        return (
            {key: figures for key, (figures, _) in parts.items() if figures is not None},
            {key: texts for key, (_, texts) in parts.items() if texts not in (None, [], {})},
        )
    if isinstance(content, list | tuple):
        pairs = [_split(each) for each in content]
        return [figures for figures, _ in pairs if figures is not None], [texts for _, texts in pairs if texts not in (None, [], {})]
    if isinstance(content, str):
        return (None, content) if re.search(r"\s", content) else (_cell(content), None)
    if isinstance(content, bool) or content is None:
        return content, None
    return rounded(content), None


def _cell(text: str) -> Any:
    """A text without a space; one that is a decimal fraction is a number."""
    return rounded(float(text)) if re.fullmatch(r"-?\d+\.\d+", text) else text


def _objects(key: str, content: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(content, Mapping):
        plain = {name: value for name, value in content.items() if not _nested(value)}
        if plain:
            yield key, plain
        for name, value in content.items():
            if _nested(value):
                yield from _objects(f"{key}/{name}", value)
    elif isinstance(content, list):
        names = _names(content)
        for name, each in zip(names[:MOST], content[:MOST], strict=True):
            yield from _objects(f"{key}/{name}", each)
        if len(content) > MOST:
            rest = json.dumps(content[MOST:], sort_keys=True)
            yield f"{key}/rest", {"count": len(content), "digest": hashlib.sha256(rest.encode()).hexdigest()[:16]}
    else:
        yield key, content


def _nested(value: Any) -> bool:
    """Whether it is noted by itself: an object, or a list that holds any."""
    return isinstance(value, Mapping) or (isinstance(value, list) and any(isinstance(each, Mapping | list) for each in value))


def _names(content: list[Any]) -> list[str]:
    """What the members of a list are called: by what identifies them where that is a key of one word, else by their place."""
    for identity in _IDENTITIES:
        found = [str(each.get(identity, "")) if isinstance(each, Mapping) else "" for each in content]
        if len(set(found)) == len(found) and all(name and not re.search(r"[\s/]", name) for name in found):
            return found
    return [str(place) for place in range(len(content))]


def lines_of(kept: Mapping[str, str]) -> str:
    """The file of some records."""
    return "".join(f"{key}\t{text}\n" for key, text in kept.items())


def read_lines(text: str) -> dict[str, str]:
    """The records of a file."""
    return dict(line.split("\t", 1) for line in text.splitlines())


def differences(kept: Mapping[str, str], found: Mapping[str, str], most: int = 40) -> str:
    """What changed, a record a line: from what to what. Empty if nothing did."""
    said = [f"{key}: was {kept[key]}\n{' ' * len(key)}  is  {found[key]}" for key in kept if key in found and kept[key] != found[key]]
    said += [f"{key}: is missing; was {kept[key]}" for key in kept if key not in found]
    said += [f"{key}: is new: {found[key]}" for key in found if key not in kept]
    more = [f"... and {len(said) - most} more"] if len(said) > most else []
    return "\n".join([*said[:most], *more])
