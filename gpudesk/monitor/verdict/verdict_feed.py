"""What of a verdict is kept with a workload: on which GPUs, in which window, on which day."""

from datetime import UTC, datetime

from gpudesk.monitor.verdict.verdict_terms import Verdict

BY_LOG = "By the log of the program."
"""Origin of tokens per second: the monitor does not measure them."""


def about_of(verdict: Verdict) -> str:
    """The GPUs, the window and the verdict on them. In English, as in the journal."""
    name = verdict.gpus[0].facts.name
    return f"{len(verdict.gpus)} × {name}, window {verdict.window.seconds / 60:.0f} min: {verdict.title.plain()}."


def verdict_of(verdict: Verdict) -> str:
    """The same with the meaning of the verdict and its confidence."""
    text = " ".join(sentence.plain() for sentence in verdict.sentences)
    return f"{about_of(verdict)} {text} Confidence {verdict.trust}."


def day_of(verdict: Verdict) -> str:
    """The day on which the window ends, as year-month-day."""
    return datetime.fromtimestamp(verdict.window.until_s, UTC).date().isoformat()
