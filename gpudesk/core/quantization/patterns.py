"""Patterns of module names as quantizers write them: plain names, wildcards, regular expressions."""

import fnmatch
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from gpudesk.core.models.architecture import Weight
from gpudesk.core.quantization.names import components, full_names, is_expert, plain_stem, short_names

MOST_PATTERNS, LONGEST_PATTERN = 60_000, 400
_EXPERT = re.compile(r"(?<=experts\.)(\d{1,5})(?=\.|$)")
_NESTED = re.compile(r"[*+}]\)?[^()]*\)[*+{]|\([^()]*[*+][^()]*\)[*+{]")
"""A repeated group that holds a repetition: matching it may take time without end."""


@dataclass(frozen=True)
class Patterns:
    """Patterns of one kind of exception.

    Attributes:
        plain: names or parts of names between dots; experts have "*" in place of their number.
        expression: all others as one expression; None where there are none.
        numbered: whether the expression has digits, so that it may distinguish layers.
        experts: number of different expert numbers of each plain name with an expert.
    """

    plain: frozenset[str] = frozenset()
    expression: re.Pattern[str] | None = None
    numbered: bool = False
    experts: dict[str, int] = field(default_factory=dict, hash=False, compare=False)

    def __bool__(self) -> bool:
        return bool(self.plain) or self.expression is not None

    def match(self, weight: Weight, layer: int) -> bool:
        """Whether a matrix of a layer is meant; `layer` is -1 for one outside the layers."""
        if self.plain and any(not self.plain.isdisjoint(_runs(name)) for name in _starred(weight, layer)):
            return True
        if self.expression is None:
            return False
        # Most expressions name no layer: then one layer answers for all.
        return _matches(self.expression, replace(weight, layers=()), layer if self.numbered else min(layer, 0))


@lru_cache(maxsize=20_000)
def _matches(expression: re.Pattern[str], weight: Weight, layer: int) -> bool:
    return any(expression.match(name) for name in full_names(weight, layer))


@lru_cache(maxsize=20_000)
def _starred(weight: Weight, layer: int) -> tuple[str, ...]:
    names = short_names(weight, layer)
    return tuple(_EXPERT.sub("*", name) for name in names) if is_expert(weight) else tuple(names)


@lru_cache(maxsize=50_000)
def _runs(name: str) -> frozenset[str]:
    """Every run of neighbors among the parts of a name."""
    parts = name.split(".")
    return frozenset(".".join(parts[first:behind]) for first in range(len(parts)) for behind in range(first + 1, len(parts) + 1))


_COMPONENTS = components()


def _is_whole(text: str) -> bool:
    """Whether its only wildcard is a star behind a module's whole name, so that it means this module."""
    name = text.removesuffix("*").removesuffix(".")
    return not set(name) & set("*?[") and (not text.endswith("*") or text.endswith(".*") or name.rpartition(".")[2] in _COMPONENTS)


class BadPatternError(ValueError):
    """A pattern that is not understood, with the pattern as its text."""


def patterns(plain: Iterable[str] = (), wild: Iterable[str] = (), expressions: Iterable[str] = ()) -> Patterns:
    """Patterns of three kinds.

    Args:
        plain: names of modules, or parts of them between dots: everything under them is included.
        wild: names with `*` and `?`; one without is a plain name.
        expressions: regular expressions that match from the beginning of a name.

    Raises:
        BadPatternError: a pattern is invalid, or matching it may not terminate.
    """
    names, sources = set(), []
    experts: dict[str, set[str]] = {}
    rows = (
        [("plain", plain_name) for plain_name in plain]
        + [("wild", wild_name) for wild_name in wild]
        + [("expression", expression) for expression in expressions]
    )
    if len(rows) > MOST_PATTERNS:
        raise BadPatternError(f"{len(rows):,} patterns")
    for kind, text in rows:
        if not text or len(text) > LONGEST_PATTERN:
            raise BadPatternError(text[:60])
        if kind == "expression":
            if _NESTED.search(text) or "(?R" in text or re.search(r"\\[1-9]", text):
                raise BadPatternError(text[:60])
            sources.append(text)
        elif kind == "wild" and not _is_whole(text):
            # A module that matches takes what is under it along.
            sources += [fnmatch.translate(text), fnmatch.translate(text + ".*")]
        else:
            name = plain_stem(text.removesuffix("*").strip("."))
            number = _EXPERT.search(name)
            name = _EXPERT.sub("*", name)
            if number:
                experts.setdefault(name, set()).add(number[1])
            names.add(name)
    try:
        whole = re.compile("|".join(f"(?:{regex})" for regex in dict.fromkeys(sources))) if sources else None
    except re.error as error:
        raise BadPatternError(str(error.pattern)[:60]) from error
    numbered = any(re.search(r"(?<!\\)[0-9]", re.sub(r"[{][0-9,]*[}]", "", source)) for source in sources)
    return Patterns(frozenset(names), whole, numbered, {name: len(numbers) for name, numbers in experts.items()})
