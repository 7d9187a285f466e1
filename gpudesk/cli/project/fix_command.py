"""The command that applies fixes: each is tried first, and kept only if it removes its finding and adds no error."""

from pathlib import Path
from typing import Any

import click

from gpudesk import __version__
from gpudesk.checks.engine.check_engine import findings_of
from gpudesk.checks.engine.check_report import outcome_body
from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.checks.findings.finding import Finding, Severity
from gpudesk.checks.findings.findings import Findings
from gpudesk.checks.findings.fix_outcome import FixOutcome, FixStatus
from gpudesk.cli.project.project_file_commands import file_argument
from gpudesk.cli.terminal.amounts import sentence
from gpudesk.cli.terminal.output import counted, json_option, print_json, print_table
from gpudesk.operations.project.fixes import Chosen, apply_fixes, choose_fixes
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document

SCHEMA = "gpudesk.fix.v2"
_WORDS = {
    FixStatus.KEEPS: "does not remove its finding",
    FixStatus.CHANGED: "changed because of the other fixes: run the command again",
    FixStatus.NOT_TRIED: "was not tried",
}


@click.command()
@file_argument
@click.argument("rule", required=False)
@click.option("--dry-run", is_flag=True, help="Try the fixes and print what they would do, without changing FILE.")
@json_option
def fix(file: Path, rule: str | None, dry_run: bool, as_json: bool) -> None:
    """Fix the findings of FILE, or only those of RULE, as one step that can be undone.

    Each fix is tried on a copy first. It is applied only if it removes its finding and no rule reports a new error. A fix
    that changes a site setting, such as 80 % for breakers, is applied only if RULE names its rule, because it can reveal
    existing errors.
    """
    if rule is not None and rule not in ALL_RULES:
        raise click.BadParameter(f"there is no rule {rule}; gpudesk check FILE --json lists them", param_hint="RULE")
    with Document.open(file, write=not dry_run) as document:
        document.quick_check()
        before = _errors(findings_of(document.snapshot))
        chosen = choose_fixes(document.snapshot, rule)
        after = chosen.after
        if chosen.groups and not dry_run:
            after = run(document, apply_fixes, chosen.groups).findings
    if as_json:
        print_json(_body(file, rule, chosen, before, _errors(after), dry_run=dry_run))
        return
    _print(chosen, before, _errors(after), dry_run=dry_run)


def _errors(findings: Findings) -> int:
    return findings.counts()[Severity.ERROR]


def _body(file: Path, rule: str | None, chosen: Chosen, before: int, after: int, *, dry_run: bool) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "program": {"name": "gpudesk", "version": __version__},
        "file": str(file),
        "rule": rule,
        "dry_run": dry_run,
        "errors": {"before": before, "after": after},
        "fixed": [_fix(finding, None) for finding in chosen.fixed],
        "remaining": [_fix(finding, outcome) for finding, outcome in chosen.left],
    }


def _fix(finding: Finding, outcome: FixOutcome | None) -> dict[str, Any]:
    return {
        "finding": finding.key,
        "rule": finding.rule,
        "severity": str(finding.severity),
        "message": finding.message.plain(),
        "title": "" if finding.fix is None else finding.fix.title.plain(),
        "outcome": None if outcome is None else outcome_body(outcome),
    }


def _print(chosen: Chosen, before: int, after: int, *, dry_run: bool) -> None:
    print_table(
        [
            (
                "would fix" if dry_run else "fixed",
                fixed_finding.rule,
                fixed_finding.place.label,
                f"{_title(fixed_finding)}: {sentence(fixed_finding.message)}",
            )
            for fixed_finding in chosen.fixed
        ]
    )
    print_table(
        [
            ("left", left_finding.rule, left_finding.place.label, f"{_title(left_finding)}: {_words(outcome)}")
            for left_finding, outcome in chosen.left
        ],
    )
    if not chosen.fixed and not chosen.left:
        click.echo("Nothing to fix.")
        return
    would = "would be " if dry_run else ""
    click.echo(f"{len(chosen.fixed)} {would}fixed, {len(chosen.left)} left; errors: {before} before, {after} after")


def _title(finding: Finding) -> str:
    return "" if finding.fix is None else sentence(finding.fix.title)


def _words(outcome: FixOutcome) -> str:
    """The result of a fix, as text."""
    if outcome.status is FixStatus.ADDS_ERRORS:
        return f"adds {counted(outcome.errors_added, 'error')}"
    if outcome.status is FixStatus.SETTING:
        return f"changes a site setting and reveals {counted(outcome.errors_added, 'error')}; name its rule to apply it"
    if outcome.reason is not None:
        return f"refused: {sentence(outcome.reason)}"
    return _WORDS.get(outcome.status, str(outcome.status))


COMMANDS = (fix,)
