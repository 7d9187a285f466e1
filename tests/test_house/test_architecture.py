"""docs/architecture.md names functions that exist, and its picture shows the import contract."""

import ast
import re
import runpy
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`([\w/]+\.py):(\w+)`", PAGE)))
FLOWS = ("Drag a server from the catalog into a rack", "Cable the site", "Size and build", "Verify a fabric")


def test_what_the_page_names_exists() -> None:
    missing = []
    for path, name in NAMED:
        file = ROOT / "gpudesk" / path
        body = ast.parse(file.read_text(encoding="utf-8")).body if file.is_file() else []
        if not any(isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name for node in body):
            missing.append(f"{path}:{name}")
    assert missing == []


def test_each_flow_goes_through_functions() -> None:
    for title in FLOWS:
        flow = PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]
        assert len(re.findall(r"`[\w/]+\.py:\w+`", flow)) >= 5, title


def test_the_picture_shows_the_import_contract() -> None:
    drawn = runpy.run_path(str(ROOT / "packaging" / "draw_layers.py"))
    assert drawn["svg"]() == drawn["PICTURE"].read_text(encoding="utf-8"), "run python packaging/draw_layers.py"
    layers, alone = drawn["contract"]()
    assert [layer for layer in layers if "ui" in layer or "core" in layer] == [["ui"], ["core", "locate"]]
    assert alone == {"ui": ["PySide6"], "store": ["sqlite3", "sqlite_utils"], "monitor": ["pynvml"]}
