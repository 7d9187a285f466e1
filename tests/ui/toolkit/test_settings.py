from pathlib import Path

from PySide6.QtCore import QByteArray

from gpudesk.ui.toolkit.settings import RECENT_FILES_KEPT, Settings


def test_what_is_kept_is_read_with_its_type_by_the_next_process(gpudesk_home: Path) -> None:
    first = Settings()
    assert (first.theme, first.language, first.units) == ("system", "system", "metric")
    first.theme, first.language, first.units = "dark", "es", "imperial"
    first.set_window_state("main", QByteArray(b"\x00\x01bytes"))
    first.set_text("place", "rack")
    first.sync()
    assert gpudesk_home in Path(first.file_name()).parents
    second = Settings()
    assert (second.theme, second.language, second.units) == ("dark", "es", "imperial")
    assert second.window_state("main") == QByteArray(b"\x00\x01bytes")
    assert second.window_state("unknown").isEmpty()
    assert second.text("place") == "rack"


def test_nonsense_in_the_file_is_ignored(tmp_path: Path) -> None:
    path = tmp_path / "interface.ini"
    path.write_text("[General]\ntheme=pink\nunits=\nlanguage=42\n", encoding="utf-8")
    settings = Settings(path=path)
    assert (settings.theme, settings.language, settings.units) == ("system", "system", "metric")


def test_recent_files_are_newest_first_and_few() -> None:
    settings = Settings()
    for number in range(RECENT_FILES_KEPT + 3):
        settings.add_recent_file(Path(f"/plans/{number}.gpudesk"))
    settings.add_recent_file(Path("/plans/5.gpudesk"))
    kept = settings.recent_files
    assert kept[0] == Path("/plans/5.gpudesk")
    assert len(kept) == len(set(kept)) == RECENT_FILES_KEPT
    settings.forget_recent_file(Path("/plans/5.gpudesk"))
    assert Path("/plans/5.gpudesk") not in Settings().recent_files
