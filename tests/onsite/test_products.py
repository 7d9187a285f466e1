"""Products and quotients in conditions: program and page agree in every digit, and a shown limit decides as the exact one."""

import json
import re
import shutil
import subprocess
from decimal import Decimal
from random import Random
from typing import Any

import pytest

from gpudesk.core.checklist.items import Evidence, FieldKind
from gpudesk.core.checklist.limits import evaluated
from gpudesk.core.checklist.sentences import Judged, sentences
from gpudesk.core.expressions.expression import parse
from gpudesk.core.expressions.expression_tree import expression_tree
from gpudesk.core.values.quantity_text import NumberStyle
from gpudesk.onsite.limit_sentences import words
from tests.examples import example_count
from tests.onsite.javascript import NO_NODE, page_source

SHAPES = (
    "m.a * d.x",
    "m.a / d.x",
    "d.x / m.a * 100",
    "m.a * m.b * d.x",
    "d.x * (1 - k.p / 100)",
    "100 * abs(m.a - d.x)",
    "round(m.a / d.x, 2)",
    "round(d.x, 1)",
    "round(d.x, 12)",
    "round(m.a, 2)",
    "round(-1 * m.a, d.x)",
    "sum([m.a, d.x, -1 * m.a, k.p])",
    "median([m.a, d.x, m.b, k.p])",
    "sqrt(m.a)",
    "abs(d.x)",
    "max(m.a, d.x) - min(m.b, d.x)",
)
TIES: tuple[dict[str, float], ...] = (
    # Exactly half of the way between two results of twelve digits.
    {"a": 2469135780.25, "x": 0.5, "b": 1, "p": 0},
    {"a": 1234567890.125, "x": 1.0, "b": 1, "p": 0},
    {"a": -1234567890.125, "x": 1.0, "b": 1, "p": 0},
    {"a": 1.115, "x": 2.675, "b": 2.5, "p": 0.5},
    {"a": 1e15, "x": 0.1, "b": 3, "p": 7},
    {"a": 1e6, "x": 1234567.890123, "b": 1e6, "p": 2.5},
    {"a": 1e-9, "x": 3e-7, "b": 7, "p": 99.99},
    # More digits than a moved decimal can have.
    {"a": 9007199254740994, "x": 89256.54663751532, "b": 1, "p": 0},
    {"a": 14196718422851.973, "x": 14196718422851.973, "b": 1, "p": 0},
    {"a": 1e300, "x": 3000.0000000000013, "b": 1, "p": 0},
    {"a": 90071992547409.925, "x": 12.7, "b": 1, "p": 0},
)
ROUNDS = example_count(400)


def test_the_page_calculates_every_digit_as_the_program_does() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip(NO_NODE)
    random = Random(25)
    values = [*TIES, *(drawn(random) for _ in range(ROUNDS))]
    cases = [(shape, each) for shape in SHAPES for each in values]
    mine = [evaluated(shape, named(each)) for shape, each in cases]
    sent = [[expression_tree(parse(shape)), nested(each)] for shape, each in cases]
    wanted = "cases.map(([tree, values]) => { try { return Expression.evaluate(tree, values); } catch (error) { return null; } })"
    program = f"{page_source('expression')}\nconst cases = {json.dumps(sent)};\nconsole.log(JSON.stringify({wanted}));\n"
    done = subprocess.run([node, "-"], input=program, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
    wrong = [
        (case, one, other) for case, one, other in zip(cases, mine, json.loads(done.stdout), strict=True) if one != (other and float(other))
    ]
    assert wrong == []
    assert sum(value is not None for value in mine) > len(mine) * 0.9


def drawn(random: Random) -> dict[str, float]:
    """Values as people and plans have them: few decimals, and all digits of a calculation."""
    return {
        "a": round(random.uniform(0.1, 900), random.choice((0, 1, 2, 3))),
        "b": round(random.uniform(0.1, 900), random.choice((0, 1, 2))),
        "x": random.choice((random.uniform(0.01, 5000), round(random.uniform(1, 500), 1), random.randrange(1, 2000))),
        "p": random.choice((0.1, 0.25, 2, 2.5, 5, 80, 98.7)),
    }


def named(values: dict[str, float]) -> dict[str, Any]:
    return {"m.a": values["a"], "m.b": values["b"], "d.x": values["x"], "k.p": values["p"]}


def nested(values: dict[str, float]) -> dict[str, Any]:
    return {"m": {"a": values["a"], "b": values["b"]}, "d": {"x": values["x"]}, "k": {"p": values["p"]}}


def evidence(key: str, resolution: float) -> Evidence:
    return Evidence(key, FieldKind.NUMBER, key.upper(), key.upper(), resolution=resolution)


CONDITIONS = (
    "m.a >= k.p * d.x",
    "m.a < d.x / k.p",
    "m.a <= 100 * k.p / d.x",
    "100 * m.a <= k.p * d.x",
    "100 * (max(m.a, m.b) - min(m.a, m.b)) <= k.p * d.x",
    "d.x <= k.p * m.a * m.b",
    "d.x <= m.a / m.b",
    "m.a >= d.x * (1 - k.p / 100)",
    "median([m.a, m.b]) >= d.x",
    "m.a - m.b >= d.x / 3",
    "m.a > d.x",
)


@pytest.mark.parametrize("condition", CONDITIONS)
def test_a_shown_limit_decides_as_the_exact_one(condition: str) -> None:
    random = Random(condition)
    seen = set()
    for _ in range(ROUNDS):
        step = random.choice((1.0, 0.1, 0.01))
        basis = {f"{name[0]}.{name[2]}": value for name, value in named(drawn(random)).items() if name[0] != "m"}
        fields = {key: evidence(key, step) for key in ("a", "b")}
        shown = sentences(condition, Judged(fields, basis), words(), NumberStyle("en"))
        (text,) = [sentence.text.replace("\N{NO-BREAK SPACE}", " ") for sentence in shown]
        phrase = re.search(r": (at least|at most|more than|less than) ([\d,.\N{MINUS SIGN}e-]+)$", text)
        assert phrase is not None, text
        limit = Decimal(phrase[2].replace(",", "").replace("\N{MINUS SIGN}", "-"))
        for near in nearby(condition, basis, step, random):
            subject = evaluated(SUBJECTS[condition], {**basis, "m.a": near[0], "m.b": near[1]})
            verdict = evaluated(condition, {**basis, "m.a": near[0], "m.b": near[1]})
            if subject is None or verdict is None:
                continue
            value = Decimal(repr(subject))
            by_shown = {"at least": value >= limit, "at most": value <= limit, "more than": value > limit, "less than": value < limit}
            assert by_shown[phrase[1]] is verdict, (condition, basis, near, text, subject)
            seen.add(verdict)
    assert seen == {True, False}


SUBJECTS = {
    **dict.fromkeys(CONDITIONS, "m.a"),
    "100 * (max(m.a, m.b) - min(m.a, m.b)) <= k.p * d.x": "max(m.a, m.b) - min(m.a, m.b)",
    "d.x <= k.p * m.a * m.b": "k.p * m.a * m.b",
    "d.x <= m.a / m.b": "m.a / m.b",
    "median([m.a, m.b]) >= d.x": "median([m.a, m.b])",
    "m.a - m.b >= d.x / 3": "m.a - m.b",
}


def nearby(condition: str, basis: dict[str, Any], step: float, random: Random) -> list[tuple[float, float]]:
    """Values in the steps of their fields, close to where the condition changes its verdict."""

    def on_grid(count: int) -> float:
        return float(Decimal(count) * Decimal(repr(step)))

    other = random.randrange(1, 2000)

    def holds(count: int) -> bool:
        return bool(evaluated(condition, {**basis, "m.a": on_grid(count), "m.b": on_grid(other)}))

    low, high = other if "max(" in condition else 1, 10**9
    if holds(low) == holds(high):
        return []
    begin = holds(low)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) == begin else (low, middle)
    return [(on_grid(count), on_grid(other)) for count in (low - 1, low, high, high + 1) if count > 0]
