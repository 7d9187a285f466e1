"""SVG out: the floors of a project as a picture whose unit is the millimeter of the floor."""

from xml.sax.saxutils import escape, quoteattr

from gpudesk.formats.drawings.floor_layout import FloorLayout, FloorLine, floor_layout
from gpudesk.project.snapshot import Snapshot

_MARGIN_MM = 500.0
_WIDEST_PAGE_MM = 1000.0
_STYLES = {
    "HALL": "fill:#ffffff;stroke:#20242b;stroke-width:40",
    "RACK": "fill:#e3e7ee;stroke:#3a414d;stroke-width:12",
    "RACK-FRONT": "fill:none;stroke:#1f6feb;stroke-width:40",
    "DEVICE": "fill:#f1ece1;stroke:#3a414d;stroke-width:12",
    "COLD-AISLE": "fill:#1f6feb;fill-opacity:0.08;stroke:none",
    "HOT-AISLE": "fill:#c2571a;fill-opacity:0.08;stroke:none",
    "MIXED-AISLE": "fill:#b08900;fill-opacity:0.08;stroke:none",
    "COLUMN": "fill:#6b7280;stroke:#20242b;stroke-width:12",
    "OBSTACLE": "fill:#9aa2af;stroke:#20242b;stroke-width:12",
    "KEEP-OUT": "fill:#d9480f;fill-opacity:0.15;stroke:#d9480f;stroke-width:20;stroke-dasharray:120 80",
    "DOOR": "fill:#2b8a3e;fill-opacity:0.4;stroke:#2b8a3e;stroke-width:12",
    "ROUTE": "fill:none;stroke:#2b8a3e;stroke-width:60;stroke-dasharray:240 120",
    "COLD-CONTAINMENT": "fill:#1f6feb;fill-opacity:0.12;stroke:#1f6feb;stroke-width:20",
    "HOT-CONTAINMENT": "fill:#e03131;fill-opacity:0.12;stroke:#e03131;stroke-width:20",
    "WAY": "fill:none;stroke:#5b6675;stroke-width:20",
    "NAME": "fill:#20242b;stroke:none;font-family:'Source Sans Pro',sans-serif;text-anchor:middle",
}
_ORDER = (
    "HALL",
    "COLD-AISLE",
    "HOT-AISLE",
    "MIXED-AISLE",
    "COLD-CONTAINMENT",
    "HOT-CONTAINMENT",
    "KEEP-OUT",
    "ROUTE",
    "DOOR",
    "COLUMN",
    "OBSTACLE",
    "DEVICE",
    "RACK",
    "RACK-FRONT",
    "WAY",
)
"""Drawing order, lowest first."""


def svg_bytes(snapshot: Snapshot, title: str) -> bytes:
    """The floors of a project as an SVG picture; each layer is a group named after it."""
    layout = floor_layout(snapshot)
    width, height = layout.width_mm + 2 * _MARGIN_MM, layout.height_mm + 2 * _MARGIN_MM
    scale = min(1.0, _WIDEST_PAGE_MM / width)
    view = f"{-_MARGIN_MM:g} {-_MARGIN_MM:g} {width:g} {height:g}"
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>\n',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * scale:g}mm" height="{height * scale:g}mm" viewBox="{view}">\n',
        f"<title>{escape(_one_line(title))}</title>\n",
    ]
    for layer in _ORDER:
        parts += _group(layer, [_path(line) for line in layout.lines if line.layer == layer])
    parts += _group("NAME", _texts(layout))
    return "".join([*parts, "</svg>\n"]).encode()


def _group(layer: str, content: list[str]) -> list[str]:
    return [f'<g id="{layer.lower()}" style={quoteattr(_STYLES[layer])}>\n', *content, "</g>\n"] if content else []


def _path(line: FloorLine) -> str:
    points = " ".join(f"{x:g},{y:g}" for x, y in line.points.round(1).tolist())
    return f'<{"polygon" if line.closed else "polyline"} points="{points}"/>\n'


def _texts(layout: FloorLayout) -> list[str]:
    texts = []
    for text in layout.texts:
        x, y, low = round(text.x_mm, 1), round(text.y_mm, 1), round(text.height_mm * 0.35, 1)
        turn = f' transform="rotate({text.angle_ddeg / 10:g} {x:g} {y:g})"' if text.angle_ddeg else ""
        texts.append(f'<text x="{x:g}" y="{y + low:g}" font-size="{text.height_mm:g}"{turn}>{escape(text.text)}</text>\n')
    return texts


def _one_line(text: str) -> str:
    return "".join(letter for letter in text if letter.isprintable())
