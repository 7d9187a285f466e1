"""The table of thresholds in docs/verdict.md: `python -m tests.monitor.verdict_document` writes it again."""

from pathlib import Path

from gpudesk.monitor.verdict.verdict_limits import shipped_thresholds

PAGE = Path(__file__).resolve().parents[2] / "docs" / "verdict.md"
_START, _END = "<!-- thresholds -->\n", "<!-- end of thresholds -->\n"


def table() -> str:
    """The table as it should be."""
    lines = ["| Key | Value | Range | Meaning | Source | Confidence |", "|---|---|---|---|---|---|"]
    for key, each in shipped_thresholds().items():
        unit = f" {each.unit}" if each.unit else ""
        bounds = f"{each.low:,g} to {each.high:,g}"
        lines.append(f"| `{key}` | {each.value:,g}{unit} | {bounds} | {each.title} | {each.source} | {each.confidence} |")
    return "\n".join(lines) + "\n"


def parts() -> tuple[str, str, str]:
    """The page before the table, the table as it is, and the page after."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(_START)
    found, _, after = rest.partition(_END)
    return before + _START, found, _END + after


if __name__ == "__main__":
    first, _, last = parts()
    PAGE.write_text(first + table() + last, encoding="utf-8")
