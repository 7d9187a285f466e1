"""Launch files onto the disk: scripts can be run afterward."""

from collections.abc import Mapping
from pathlib import Path

from gpudesk.disk.writing import is_stream
from gpudesk.formats.text.written_files import write_file, write_set


def save_files(files: Mapping[str, str], out: Path) -> list[Path]:
    """Write one file as `out`, several into the folder or ZIP archive `out`; return the written paths.

    Raises:
        NotWritten: the disk rejects it.
    """
    if len(files) == 1 and not out.is_dir():
        write_file(out, next(iter(files.values())).encode())
        written = {out: next(iter(files.values()))}
    elif out.is_dir():
        written = {out / name: content for name, content in files.items()}
        for path, content in written.items():
            write_file(path, content.encode())
    else:
        paths = write_set(out, {name: content.encode() for name, content in files.items()})
        written = {path: files.get(path.name, "") for path in paths}
    for path, content in written.items():
        if content.startswith("#!") and not is_stream(path):
            path.chmod(path.stat().st_mode | 0o111)
    return list(written)
