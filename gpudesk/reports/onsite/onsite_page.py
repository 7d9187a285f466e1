"""A work package as one HTML page that requires neither a network nor an installation.

Its policy allows one script and one style, each by its digest, and nothing else: no address is ever contacted (W3C Content Security
Policy Level 3, 2.3.1 and 6.1). Content from the plan is data in two blocks that no browser executes.
"""

import base64
import json
from collections.abc import Iterator
from hashlib import sha256
from html import escape
from typing import Any

from gpudesk.core.checklist.entries import ENTRY_FIELDS
from gpudesk.core.checklist.package import Package
from gpudesk.core.checklist.package_body import read_package
from gpudesk.core.expressions.expression_tree import expression_tree
from gpudesk.core.values.quantity_text import NumberStyle
from gpudesk.formats.onsite.work_files import in_page
from gpudesk.locate import resource
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.limit_sentences import limit_sentences
from gpudesk.project.snapshot import Snapshot
from gpudesk.reports.onsite.page_drawings import drawn_ends, drawn_racks

_SCRIPTS = ("expression", "values", "archive", "store", "page")
_STYLES = (NumberStyle("en"), NumberStyle("es"))
_PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<header>
<h1 id="title"></h1>
<button type="button" id="who"></button>
<span class="kept" id="kept" role="status"></span>
<button type="button" class="main" id="save"></button>
<button type="button" id="language"></button>
</header>
<div class="ask" id="ask" role="alert" hidden></div>
<p class="problem" id="problem" role="status"></p>
<datalist id="people"></datalist>
<main>
<section class="list">
<div class="filters">
<input id="find" class="wide" autocomplete="off" type="search">
<select id="stage"></select>
<label class="button"><input type="checkbox" id="left"> <span id="left-text"></span></label>
<label class="wide note"><span id="open-text"></span> <input type="file" id="open" accept=".gpuwork"></label>
</div>
<ul class="rows" id="rows"></ul>
<p class="note" id="more-rows"></p>
</section>
<section class="item" id="item"></section>
</main>
<script type="application/json" id="package">{package}</script>
<script type="application/json" id="more">{more}</script>
<script>{script}</script>
</body>
</html>
"""


def page_html(snapshot: Snapshot, package_text: bytes) -> bytes:
    """The page of a package.

    Args:
        snapshot: from which the package was made, for the drawings.
        package_text: the package as JSON, as it was handed out.

    Raises:
        InvalidData: it is no package.
    """
    package = read_package(json.loads(package_text))
    style, script = _asset("page.css"), "\n".join(_asset(f"{name}.js") for name in _SCRIPTS)
    policy = f"default-src 'none'; script-src {_digest(script)}; style-src {_digest(style)}; base-uri 'none'; form-action 'none'"
    more = {
        "sha256": sha256(package_text).hexdigest(),
        "entry_fields": [*ENTRY_FIELDS, "digest"],
        "texts": json.loads(_asset("texts.json")),
        **_limits(package),
        "trees": {key: expression_tree(item.acceptance) for key, item in package.items.items()},
        "stages": list(_stages(snapshot, package)),
        "racks": drawn_racks(snapshot, package),
        "ends": drawn_ends(snapshot, package),
    }
    page = _PAGE.format(
        policy=escape(policy, quote=True),
        title=escape(f"{package.title} - {package.project}"),
        style=style,
        package=in_page(package_text.decode()),
        more=in_page(json.dumps(more, ensure_ascii=False, allow_nan=False, separators=(",", ":"))),
        script=script,
    )
    return page.encode()


def _asset(name: str) -> str:
    return resource("onsite_page", name).read_text(encoding="utf-8")


def _digest(content: str) -> str:
    return f"'sha256-{base64.b64encode(sha256(content.encode()).digest()).decode()}'"


def _stages(snapshot: Snapshot, package: Package) -> Iterator[dict[str, str]]:
    used = dict.fromkeys(item.stage for item in package.items.values())
    known = checklist_of(snapshot).stages
    for key in used:
        stage = known.get(key)
        yield {"key": key, "title": stage.title if stage else key, "title_es": stage.title_es if stage else key}


def _limits(package: Package) -> dict[str, Any]:
    """The limits of each row as sentences in both languages; many rows share theirs."""
    known: dict[tuple[str, ...], int] = {}
    by_basis: dict[tuple[str, str], list[int]] = {}
    rows = []
    for row in package.rows:
        # Racks and devices of one type are judged by the same figures: each set is said once.
        at = (row.item, repr(row.basis))
        if at in by_basis:
            rows.append(by_basis[at])
            continue
        by_style = [limit_sentences(package.items[row.item], row.basis, style) for style in _STYLES]
        both = [
            (one.text, other.text, one.working, other.working) for one, other in zip(*by_style, strict=True) if one.from_plan or one.fields
        ]
        by_basis[at] = [known.setdefault(texts, len(known)) for texts in both]
        rows.append(by_basis[at])
    return {"sentences": [list(texts) for texts in known], "limits": rows}
