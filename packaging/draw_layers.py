"""Draws the layers of the program, as the import contract in pyproject.toml has them, into docs/pictures/layers.svg.

`python packaging/draw_layers.py`; `tests/test_house/test_architecture.py` compares the picture with the contract.
"""

import ast
import tomllib
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "docs" / "pictures" / "layers.svg"

BOX_WIDTH, BOX_HEIGHT, GAP, EDGE = 760, 62, 12, 20
_LINE = 104
"""Letters of a description in a line of a box of the whole width."""


def contract() -> tuple[list[list[str]], dict[str, list[str]]]:
    """The layers, highest first, and which outside packages only some of them import."""
    tables = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    layers = next(each["layers"] for each in tables if each["type"] == "layers")
    alone: dict[str, list[str]] = {}
    for each in tables:
        if each["type"] == "protected":
            outside = [name for name in each["protected_modules"] if not name.startswith("gpudesk")]
            packages = {name.removeprefix("gpudesk.").partition(".")[0] for name in each["allowed_importers"]}
            for package in packages if outside else ():
                alone.setdefault(package, []).extend(outside)
    return [[name.strip() for name in layer.split("|")] for layer in layers], alone


def described(package: str) -> str:
    """The first sentence of the package's own description."""
    folder = ROOT / "gpudesk" / package
    source = (folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")).read_text(encoding="utf-8")
    text = " ".join((ast.get_docstring(ast.parse(source)) or "").split("\n\n")[0].split())
    return text.partition(". ")[0].removesuffix(".").replace("`", "")


def svg() -> str:
    """The picture: one row for each layer; what is higher may import what is lower, and not the other way round."""
    layers, alone = contract()
    height = 2 * EDGE + len(layers) * (BOX_HEIGHT + GAP) - GAP
    width = 2 * EDGE + BOX_WIDTH + 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        (
            '<defs><marker id="tip" viewBox="0 0 8 8" refX="4" refY="7" markerWidth="8" markerHeight="8" orient="0">'
            '<path d="M0 0 L8 0 L4 8 z" fill="#5b6770"/></marker></defs>'
        ),
        f'<path d="M{width - EDGE - 8} {EDGE} V{height - EDGE}" stroke="#5b6770" stroke-width="1.5" marker-end="url(#tip)"/>',
        (
            f'<text x="{width - EDGE + 6}" y="{height / 2}" fill="#5b6770" text-anchor="middle" '
            f'transform="rotate(90 {width - EDGE + 6} {height / 2})">may import</text>'
        ),
    ]
    for number, layer in enumerate(layers):
        top = EDGE + number * (BOX_HEIGHT + GAP)
        each_width = (BOX_WIDTH - GAP * (len(layer) - 1)) / len(layer)
        for place, package in enumerate(layer):
            left = EDGE + place * (each_width + GAP)
            outside = f" \u00a0only here: {', '.join(alone[package])}" if package in alone else ""
            parts += [
                f'<rect x="{left:g}" y="{top}" width="{each_width:g}" height="{BOX_HEIGHT}" rx="5" fill="#eef3f7" stroke="#8fa3b3"/>',
                (
                    f'<text x="{left + 12:g}" y="{top + 20}" font-weight="bold" fill="#16222b">{package}'
                    f'<tspan font-weight="normal" fill="#8a4b00">{escape(outside)}</tspan></text>'
                ),
            ]
            for at, line in enumerate(_lines(described(package), _LINE // len(layer))):
                parts.append(f'<text x="{left + 12:g}" y="{top + 38 + 16 * at}" fill="#33424d">{escape(line)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _lines(text: str, letters: int) -> list[str]:
    """The text in at most two lines."""
    if len(text) <= letters:
        return [text]
    first = text[: text.rfind(" ", 0, letters)]
    rest = text[len(first) + 1 :]
    return [first, rest if len(rest) <= letters else f"{rest[: rest.rfind(' ', 0, letters)]} …"]


if __name__ == "__main__":
    PICTURE.write_text(svg(), encoding="utf-8")
