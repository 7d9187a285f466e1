"""Cell texts of the problem list for a finding and a group of findings."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.checks.findings.finding import Finding, Fix, Object, Place
from gpudesk.core.messages.message import Quantity, Value, quantity_texts
from gpudesk.core.plan.plan_domains import DOMAIN_TITLES
from gpudesk.core.values.columns import ABSENT
from gpudesk.core.values.quantity_text import TIGHT_UNITS
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.panels.problems.problem_lines import Key
from gpudesk.ui.panels.problems.problem_rows import Column, family_title
from gpudesk.ui.panels.words.network_labels import network_name
from gpudesk.ui.toolkit.quantities import MISSING, THIN_SPACE, format_number, number_style
from gpudesk.ui.toolkit.translate import filled_text, tr_message, tr_value
from gpudesk.ui.toolkit.type_name import tr_type_name
from gpudesk.ui.toolkit.widgets.severity_marks import severity_name


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a group.

    Attributes:
        title: the name of the group, or the common text of its findings.
        depth: number of heads above it.
        folded: whether its findings are hidden.
        counts: errors, warnings and notes that count.
        excluded: number of its findings that the project accepts.
        fixes: number of its findings that can be fixed together; 0 if they are not all of one kind.
    """

    title: str
    depth: int
    folded: bool
    counts: tuple[int, int, int]
    excluded: int
    fixes: int

    @property
    def count(self) -> int:
        """How many findings count."""
        return sum(self.counts)

    @property
    def worst(self) -> str:
        """The highest severity among them; "" if none counts."""
        return next((name for name, count in zip(("error", "warning", "info"), self.counts, strict=True) if count), "")


def group_title(key: Key, count: int, snapshot: Snapshot | None) -> str:
    """Title of a group; similar findings share one sentence."""
    of, which = key
    if of == "rule":
        rule = ALL_RULES.get(str(which))
        if rule is None:
            return f"{format_number(count)} × {which}"
        if rule.many:
            return QCoreApplication.translate("checks", rule.many).format(count=format_number(count))
        return f"{format_number(count)} × {QCoreApplication.translate('checks', rule.title)}"
    if of == "family":
        return family_title(str(which))
    if of == "severity":
        words = {
            "error": QCoreApplication.translate("Problems", "Errors"),
            "warning": QCoreApplication.translate("Problems", "Warnings"),
            "info": QCoreApplication.translate("Problems", "Notes"),
        }
        return words[str(which)]
    if which == ABSENT or snapshot is None:
        return QCoreApplication.translate("Problems", "Not in a hall: types, rules and the whole project")
    return place_title(snapshot, (of, int(which)))


def place_title(snapshot: Snapshot, place: Object) -> str:
    """A hall, row or rack by its name."""
    table, row_id = place
    name = str(snapshot[table]["name"][snapshot[table].position(row_id)])
    if table == "rack_row":
        return QCoreApplication.translate("Problems", "Row {name}").format(name=name)
    return QCoreApplication.translate("Problems", "Rack {name}").format(name=name) if table == "rack" else name


def fix_text(fix: Fix, revealed: int | None) -> str:
    """Label of the button that fixes one finding; for a site setting with the number of errors it reveals, if known."""
    title = tr_message(fix.title)
    if revealed is None:
        return title
    return filled_text(
        QCoreApplication.translate("Problems", "{title} (+{count} {count|error|errors})"), title=title, count=format_number(revealed)
    )


def fix_all_text(head: Head) -> str:
    """Label of the button that fixes a group; "" if not possible."""
    if head.fixes < 2:
        return ""
    if head.fixes == head.count:
        return QCoreApplication.translate("Problems", "Fix all {count}").format(count=format_number(head.fixes))
    words = QCoreApplication.translate("Problems", "Fix {count} of {total}")
    return words.format(count=format_number(head.fixes), total=format_number(head.count))


def head_text(head: Head) -> str:
    """Screen reader text of a head."""
    counted = zip(("error", "warning", "info"), head.counts, strict=True)
    parts = [head.title, *(f"{severity_name(name)}: {format_number(count)}" for name, count in counted if count)]
    if head.excluded:
        parts.append(QCoreApplication.translate("Problems", "excluded: {reason}").format(reason=format_number(head.excluded)))
    state = QCoreApplication.translate("Problems", "collapsed") if head.folded else QCoreApplication.translate("Problems", "expanded")
    return ", ".join([*parts, state])


def place_label(place: Place) -> str:
    """Where a finding is: a name of the project, a part of the plan or a type."""
    if place.label in DOMAIN_TITLES.values():
        return QCoreApplication.translate("domains", place.label)
    if place.table == "network":
        return network_name(place.label)
    return tr_type_name(place.label) if place.table == "catalog_item" else place.label


def finding_text(finding: Finding, column: Column) -> str:
    """Text of a finding's cell."""
    if column is Column.MARK:
        return severity_name(finding.severity)
    if column is Column.PROBLEM:
        return tr_message(finding.message)
    if column is Column.WHERE:
        return f"{place_label(finding.place)} · {finding.rule}"
    if column is Column.FIX:
        if finding.excluded is not None:
            return QCoreApplication.translate("Problems", "excluded: {reason}").format(reason=finding.excluded)
        return "" if finding.fix is None else tr_message(finding.fix.title)
    number, unit = split_value(finding, column)
    return f"{number}{THIN_SPACE}{unit}" if unit else number


def row_text(finding: Finding) -> str:
    """A whole finding as one line of text."""
    parts = [finding_text(finding, column) for column in (Column.MARK, Column.PROBLEM, Column.WHERE)]
    if finding.found is not None:
        parts.append(QCoreApplication.translate("Problems", "found {value}").format(value=finding_text(finding, Column.FOUND)))
    if finding.required is not None:
        parts.append(QCoreApplication.translate("Problems", "required {value}").format(value=finding_text(finding, Column.REQUIRED)))
    if finding.excluded is not None:
        parts.append(finding_text(finding, Column.FIX))
    return "\t".join(parts)


def tool_tip(finding: Finding, column: Column) -> str:
    """Full text of a cell: for a place also the rule and its source."""
    rule = ALL_RULES.get(finding.rule)
    if column is Column.WHERE and rule is not None:
        title, source = (QCoreApplication.translate("checks", text) for text in (rule.title, rule.source))
        return f"{place_label(finding.place)}\n{title} ({rule.key})\n{source}"
    return finding_text(finding, column)


def value_of(finding: Finding, column: Column) -> Value | None:
    """The actual value or the required value."""
    return finding.found if column is Column.FOUND else finding.required


def split_value(finding: Finding, column: Column) -> tuple[str, str]:
    """The actual or required value for drawing: number and unit separately. Two values that differ read differently."""
    value = value_of(finding, column)
    if value is None:
        return MISSING, ""
    if not isinstance(value, Quantity):
        return tr_value(value), ""
    values = {each: known for each in (Column.FOUND, Column.REQUIRED) if (known := value_of(finding, each)) is not None}
    text = quantity_texts({each.name: known for each, known in values.items()}, number_style())[column.name]
    unit = number_style().split(value.value, value.unit)[1]
    return (text, "") if unit in TIGHT_UNITS or not unit else (text.removesuffix(unit).rstrip(THIN_SPACE), unit)
