"""Files are replaced in one module; what others remove or write directly is their own, for the reason that is given here."""

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WRITER = "gpudesk/disk/writing.py"
REMOVES = {
    "gpudesk/catalog/imports.py": "a library of the program's own folder that the person removes by its name",
    "gpudesk/catalog/measured_files.py": "a measurement of the program's own folder that the person forgets",
    "gpudesk/catalog/own_templates.py": "a template of the program's own folder that the person deletes or renames",
    "gpudesk/catalog/user_entries.py": "an built-in entry's own folder that the person deletes",
    "gpudesk/project/item_drafts.py": "the program's own file of unsaved texts, after they were saved or discarded",
    "gpudesk/project/project_files.py": "the side files of a database that is replaced, or was not finished",
    "gpudesk/project/left_behind.py": "the program's own notes of what was open",
    "gpudesk/store/file_watch.py": "the log of this connection, where its file is gone from the path",
    "gpudesk/store/leftovers.py": "an unfinished copy of the same project, known by its uid",
    "gpudesk/store/lock.py": "the lock file that this process made",
    "gpudesk/ui/places/home/recent_summaries.py": "a summary in the program's own cache",
}
RENAMES = {
    "gpudesk/store/file_watch.py": "the log of a file that was moved, set aside under a free name",
    "gpudesk/store/leftovers.py": "the log of another file, set aside under a free name",
}
WRITES = {
    "gpudesk/catalog/user_entries.py": "into the temporary files that the writer made",
    "gpudesk/cli/window/self_test_scenario.py": "files of the self-test in a temporary folder",
    "gpudesk/store/file_copy.py": "into the temporary file that the writer made",
    "gpudesk/store/file_watch.py": "a private copy in a temporary folder",
    "gpudesk/ui/app/render.py": "into the temporary file that the writer made",
}
SUSPECT = re.compile(r"\b(os|shutil|tempfile)\.|\.(replace|rename|unlink|open|write_text|write_bytes)\(")
COPIES = {"gpudesk/store/examine.py": "private copies in a temporary folder"}


@cache
def calls(path: Path) -> list[tuple[str, ast.Call]]:
    """The calls of functions, each by its last name with the name before it: `os.replace`, `.unlink`."""
    named: list[tuple[str, ast.Call]] = []
    source = path.read_text(encoding="utf-8")
    # Parsing the whole program takes seconds, and few modules name anything that `modules` looks for.
    if not SUSPECT.search(source):
        return named
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = (
                node.func.value.id if isinstance(node.func.value, ast.Name) and node.func.value.id in ("os", "shutil", "tempfile") else ""
            )
            named.append((f"{owner}.{node.func.attr}", node))
    return named


def opens_for_writing(name: str, call: ast.Call) -> bool:
    """Whether it is `path.open("w…")`, also with a, x or +."""
    mode = call.args[0] if call.args else next((word.value for word in call.keywords if word.arg == "mode"), None)
    return name == ".open" and isinstance(mode, ast.Constant) and isinstance(mode.value, str) and bool(set(mode.value) & set("wax+"))


def modules(wanted: str) -> set[str]:
    """The modules that do such a thing, without the writer."""
    doing = set()
    for path in sorted((ROOT / "gpudesk").rglob("*.py")):
        for name, call in calls(path):
            # A text is replaced with two arguments, a path with one, a time and a record with names.
            moves = name == ".replace" and len(call.args) == 1 and not call.keywords
            kinds = {
                "replace": moves or name in ("os.replace", "os.rename", "os.renames", ".rename", "shutil.move", "tempfile.mkstemp"),
                "remove": name in (".unlink", "os.unlink", "os.remove"),
                "write": name in (".write_text", ".write_bytes", "tempfile.NamedTemporaryFile") or opens_for_writing(name, call),
                "copy": name.startswith("shutil.copy") and name != "shutil.copyfileobj",
            }
            if kinds[wanted]:
                doing.add(str(path.relative_to(ROOT)))
    return doing - {WRITER}


def test_files_are_replaced_in_one_place() -> None:
    assert modules("replace") == set(RENAMES)


def test_whoever_removes_or_writes_a_file_says_why() -> None:
    assert modules("remove") == set(REMOVES)
    assert modules("write") == set(WRITES)
    assert modules("copy") == set(COPIES)
