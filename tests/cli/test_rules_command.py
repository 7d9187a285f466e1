"""`gpudesk rules`: the rules of thumb of users' texts, judged."""

import json

import jsonschema

from gpudesk import locate
from tests.cli.conftest import Run
from tests.cli.rules_document import BLOCK, DOCUMENT


def test_the_json_is_as_documented(run: Run) -> None:
    body = run("rules", "--json").json
    jsonschema.validate(body, json.loads(locate.resource("schemas", "rules.v2.json").read_text(encoding="utf-8")))
    assert (len(body["models"]), len(body["workloads"])) == (12, 7)


def test_the_document_holds_what_is_printed(run: Run) -> None:
    (written,) = BLOCK.findall(DOCUMENT.read_text(encoding="utf-8"))
    assert written == run("rules").out, "python -m tests.cli.rules_document brings the document up to date"
