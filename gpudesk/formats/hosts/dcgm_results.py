"""What `dcgmi diag` (JSON and table) and `dcgmi health -c` print.

JSON: testing/python3/dcgm_diag_schema.json of NVIDIA/DCGM 4, and the form of DCGM 3 ("DCGM GPU Diagnostic", `gpu_ids`). A status that is
not known is not a pass, and a test without a result is none.
"""

import json
import re
from dataclasses import dataclass
from typing import Any

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message

_TITLES = ("DCGM Diagnostic", "DCGM GPU Diagnostic")
_MOST = 20_000
_LONGEST_LINE = 600
"""A row of the table takes less."""
_TABLE = re.compile(r"^\|\s{0,4}Diagnostic\s{1,60}\|\s{0,4}Result\s{1,80}\|", re.MULTILINE)
_HEALTH = re.compile(r"^\|?\s{0,4}(?:Health Monitor Report|Overall Health)\b", re.MULTILINE)
_ROW_STATUS = re.compile(r"(Pass|Fail|Warn|Skip|Error|Not ?Run|Hang|Time ?out|Abort)(?:ed|ped)?\b(?:\s*-\s*(.*))?$", re.IGNORECASE)
_CELLS = re.compile(r"^\|\s?(.{0,60}?)\s*\|\s?(.{0,400}?)\s*\|\s*$")


@dataclass(frozen=True, slots=True)
class TestResult:
    """One test on one GPU, or on all.

    Attributes:
        entity: "GPU 0" and the like, "" for all GPUs.
        status: "pass", "warn", "fail", "skip", or the printed text, in lowercase.
    """

    test: str
    entity: str
    status: str
    details: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DcgmReport:
    """A diagnostics run or a health check.

    Attributes:
        error: the error that stopped the run, "" if none.
    """

    what: str
    version: str
    results: tuple[TestResult, ...]
    error: str = ""

    @property
    def verdict(self) -> str:
        """The worst status: fail before warn before unknown before skip before pass."""
        statuses = {result.status for result in self.results} | ({"fail"} if self.error else set())
        unknown = statuses - {"pass", "warn", "fail", "skip"}
        order = [("fail", "fail"), ("warn", "warn"), *((word, "unknown") for word in sorted(unknown)), ("pass", "pass"), ("skip", "skip")]
        return next((verdict for status, verdict in order if status in statuses), "unknown")


def is_dcgm_report(text: str) -> bool:
    """Whether a text holds a report of dcgmi."""
    return any(f'"{title}"' in text for title in _TITLES) or _TABLE.search(text) is not None or _HEALTH.search(text) is not None


def read_dcgm_report(text: str) -> DcgmReport:
    """Return a report; text before the first brace and after the last one is skipped.

    Raises:
        InvalidData: its JSON is damaged or truncated, or its table is truncated and the visible part passed.
    """
    if any(f'"{title}"' in text for title in _TITLES):
        begin, end = text.find("{"), text.rfind("}")
        try:
            body = json.loads(text[begin : end + 1])
        except (ValueError, RecursionError) as error:
            raise _cut_off() from error
        return _of_json(body if isinstance(body, dict) else {})
    if _TABLE.search(text):
        report = DcgmReport("diagnostics", _cell(text, "DCGM Version"), tuple(_rows(text)))
    else:
        report = DcgmReport("health", "", tuple(_health(text)))
    lines = [line.strip() for line in text.split("\n") if line.strip()[:1] in ("|", "+")]
    if report.verdict in ("pass", "skip") and lines and not lines[-1].startswith("+"):
        raise _cut_off()
    return report


def _cut_off() -> InvalidData:
    text = QT_TRANSLATE_NOOP("formats", "The dcgmi report is damaged or truncated; the GPUs cannot be evaluated.")
    fix = QT_TRANSLATE_NOOP("formats", "Save the full output: dcgmi diag -r 1 -j > FILE.")
    return InvalidData(Message("formats", text), Message("formats", fix))


def _of_json(body: dict[str, Any]) -> DcgmReport:
    root: dict[str, Any] = next((body[title] for title in _TITLES if isinstance(body.get(title), dict)), {})
    metadata = body.get("metadata") if isinstance(body.get("metadata"), dict) else {}
    version = str((metadata or {}).get("version") or root.get("version") or body.get("version") or "")
    results: list[TestResult] = []
    for category in _dicts(root.get("test_categories")):
        for test in _dicts(category.get("tests")):
            name = str(test.get("name", ""))[:80]
            test_results = [test_result for result in _dicts(test.get("results")) for test_result in _result(name, result)]
            summary = test.get("test_summary")
            summed = _result(name, summary) if isinstance(summary, dict) else []
            if not test_results or not {test_result.status for test_result in summed} <= {"pass", "skip"} | {
                test_result.status for test_result in test_results
            }:
                # The sum of a test says worse than each of its GPUs where the test itself broke off.
                test_results += summed
            results += test_results or [TestResult(name, "", "no result")]
    error = root.get("runtime_error") or body.get("runtime_error") or ""
    return DcgmReport("diagnostics", version, tuple(results[:_MOST]), str(error)[:400])


def _result(name: str, result: dict[str, Any]) -> list[TestResult]:
    details = [
        str(warning.get("warning", "")) if isinstance(warning, dict) else str(warning) for warning in _listed(result.get("warnings"))
    ]
    details = [detail for detail in details if detail] or [str(notice)[:400] for notice in _listed(result.get("info")) if notice]
    status = _status(str(result.get("status", "")))
    if "entity_id" in result:
        return [TestResult(name, f"{result.get('entity_group', 'GPU')} {result['entity_id']}", status, tuple(details))]
    ids = [one.strip() for one in str(result.get("gpu_ids", "")).split(",") if one.strip()]
    return [TestResult(name, f"GPU {one}" if one else "", status, tuple(details)) for one in ids or [""]]


def _status(word: str) -> str:
    small = word.strip().lower()
    known = {
        "passed": "pass",
        "ok": "pass",
        "healthy": "pass",
        "failed": "fail",
        "failure": "fail",
        "error": "fail",
        "warning": "warn",
        "skipped": "skip",
    }
    return known.get(small, small or "no result")[:40]


def _dicts(value: object) -> list[dict[str, Any]]:
    return [member for member in _listed(value) if isinstance(member, dict)]


def _listed(value: object) -> list[Any]:
    return value[:_MOST] if isinstance(value, list) else [] if value is None else [value]


def _cell(text: str, name: str) -> str:
    match = re.search(rf"^\|\s{{0,8}}{name}\s{{0,60}}\|\s{{0,8}}(\S{{1,40}})", text, re.MULTILINE)
    return "" if match is None else match[1]


def _rows(text: str) -> list[TestResult]:
    """Return the table rows: test and status; a row that begins without a test continues the one above."""
    results: list[TestResult] = []
    for line in text.split("\n"):
        match = _CELLS.match(line) if len(line) <= _LONGEST_LINE else None
        if match is None or len(results) >= _MOST:
            continue
        name, words = match[1].strip(), match[2].strip()
        status = _ROW_STATUS.match(words)
        if name and status:
            entity = next((f"GPU {number}" for number in re.findall(r"GPUs?:?\s*([\d, ]{1,60})", status[2] or "")), "")
            results.append(TestResult(name.lstrip("- "), entity.strip(), _status(status[1])))
        elif results and words and (not name or name.lower() in ("warning", "info")) and results[-1].status in ("fail", "warn"):
            last = results[-1]
            results[-1] = TestResult(last.test, last.entity, last.status, (*last.details, words.lstrip("-> ")))
    return results


def _health(text: str) -> list[TestResult]:
    """Overall health, then what each entity reports."""
    results: list[TestResult] = []
    entity = ""
    for line in text.split("\n"):
        if len(line) > _LONGEST_LINE:
            continue
        match = re.match(r"^\|?\s{0,8}(?:->)?\s{0,4}(.{1,60}?)\s*[|:]\s{0,4}(.{0,300}?)\s*\|?\s*$", line)
        if match is None or len(results) >= _MOST:
            continue
        name, words = match[1].strip("-> |"), match[2].strip()
        if name.isdecimal() and entity and len(name) < 5:
            name = f"{entity.partition(' ')[0]} {name}"
        number = re.match(r"(GPU|NvSwitch|Switch|CPU)\s?(?:ID:?\s?)?(\d{1,4})?$", name, re.IGNORECASE)
        if number:
            entity = f"{number[1]} {number[2] or words}".strip()
            if number[2] and _status(words) in ("pass", "warn", "fail"):
                results.append(TestResult("health", entity, _status(words)))
        elif name == "Overall Health":
            results.append(TestResult("overall health", "", _status(words)))
        elif _status(words) in ("pass", "warn", "fail") and name:
            results.append(TestResult(name, entity, _status(words)))
        elif results and name.lower() in ("", "errors", "error", "warnings", "message") and words:
            last = results[-1]
            results[-1] = TestResult(last.test, last.entity, last.status, (*last.details, words))
    return results
