"""Which findings the list of problems shows: masks over columns, quick with a hundred thousand."""

from dataclasses import dataclass, fields, replace

import numpy as np
from PySide6.QtCore import QCoreApplication

from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.checks.findings.finding import SHOWN, Object, Severity
from gpudesk.checks.findings.finding_columns import LOCATED, FindingColumns
from gpudesk.core.racks.placement import Mask
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.toolkit.palette_search import fold

HIDDEN, TOO, ONLY = "", "too", "only"
"""What happens to findings that the project accepts."""


@dataclass(frozen=True, slots=True)
class Filter:
    """The shown problems.

    Attributes:
        severities: only these.
        family: only rules of this family; "" for all.
        rule: only this rule; "" for all.
        text: only those that contain all of these tokens.
        objects: only those that name one of these rows; None for all.
        inside: only those that name this hall, row or rack, or something in it; None for all.
        excluded: HIDDEN, TOO or ONLY.
    """

    severities: frozenset[Severity] = frozenset(SHOWN)
    family: str = ""
    rule: str = ""
    text: str = ""
    objects: frozenset[Object] | None = None
    inside: Object | None = None
    excluded: str = HIDDEN

    @property
    def in_force(self) -> tuple[str, ...]:
        """The names of the parts that hide findings; accepted ones are hidden anyhow, so showing them too hides nothing."""
        plain = Filter(excluded=TOO if self.excluded == TOO else HIDDEN)
        return tuple(field.name for field in fields(self) if getattr(self, field.name) != getattr(plain, field.name))

    def without(self, name: str) -> "Filter":
        """The same without one of its parts."""
        return replace(self, **{name: getattr(Filter(), name)})


def passing(columns: FindingColumns, chosen: Filter, snapshot: Snapshot | None) -> Mask:
    """The findings that match a filter, shape (n,).

    Args:
        snapshot: the checked state; required to determine the content of a hall, row or rack.
    """
    severity_codes = [SHOWN.index(severity) for severity in chosen.severities]
    mask: Mask = np.isin(columns.severity, severity_codes)
    if chosen.excluded != TOO:
        mask &= columns.excluded if chosen.excluded == ONLY else ~columns.excluded
    if chosen.family or chosen.rule:
        rules = [not chosen.rule or rule == chosen.rule for rule in columns.rules]
        of_family = [not chosen.family or rule.startswith(f"{chosen.family}.") for rule in columns.rules]
        mask &= (np.array(rules, bool) & np.array(of_family, bool))[columns.rule]
    if chosen.objects is not None:
        mask &= _naming(columns, chosen.objects)
    if chosen.inside is not None and snapshot is not None:
        mask &= _inside(columns, chosen.inside, snapshot)
    for word in fold(chosen.text).split():
        mask &= _holding(columns, word)
    return mask


def _naming(columns: FindingColumns, objects: frozenset[Object]) -> Mask:
    mask = np.zeros(len(columns), bool)
    for table in LOCATED:
        ids = [row_id for name, row_id in objects if name == table]
        if ids:
            mask[columns.naming(table, ids)] = True
    return mask


def _inside(columns: FindingColumns, place: Object, snapshot: Snapshot) -> Mask:
    table, row_id = place
    where = columns.where_named(snapshot)
    lies = {"hall": where.hall, "rack_row": where.row, "rack": where.rack}[table] == row_id
    mask = np.zeros(len(columns), bool)
    mask[columns.named[lies]] = True
    return mask


def _holding(columns: FindingColumns, word: str) -> Mask:
    """Findings that contain a token: in their sentence or rule title in the user's language, in a name or in their place."""
    sentences = np.array([word in fold(QCoreApplication.translate(*source)) for source in columns.sentences], bool)
    rules = np.array([word in rule_text for rule_text in map(_rule_words, columns.rules)], bool)
    named = np.fromiter((word in finding_text for finding_text in columns.words), bool, len(columns))
    mask: Mask = named | sentences[columns.sentence] | rules[columns.rule] if len(columns) else named
    return mask


def _rule_words(key: str) -> str:
    title = QCoreApplication.translate("checks", ALL_RULES[key].title) if key in ALL_RULES else ""
    return fold(f"{key} {title}")
