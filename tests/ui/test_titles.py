"""Names in data files stand in both languages, side by side."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "resources").rglob("*.yaml"))
SAID = ("title", "singular", "description", "note")
"""What people read; keys of other names are data. The sources of the catalog are titles of documents."""


def _mappings(value: Any, path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(value, dict):
        yield path, value
        for name, part in value.items():
            yield from _mappings(part, f"{path}.{name}")
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from _mappings(part, f"{path}[{number}]")


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_a_text_that_is_shown_stands_in_both_languages(file: Path) -> None:
    body = yaml.safe_load(file.read_text(encoding="utf-8"))
    missing = []
    for path, mapping in _mappings(body, ""):
        for name in SAID if file.name != "site_sheet.yaml" else (*SAID, "source"):
            both = [mapping.get(name), mapping.get(f"{name}_es")]
            texts = [each for each in both if each]
            if texts and (len(texts) < 2 or not all(isinstance(each, str) for each in both)):
                missing.append(f"{path}.{name}")
    assert missing == []


def test_there_are_files() -> None:
    assert {"_facts.yaml", "site_sheet.yaml", "baseline.yaml", "small-pod.yaml"} <= {file.name for file in FILES}
