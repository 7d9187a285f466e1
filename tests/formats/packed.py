"""Parts of packed files, for the mutation tests: each is damaged by itself and packed again as it should be.

A damaged archive is refused as a whole in nearly every case, and nothing of the parser behind it is tried. What somebody changed with a
good tool, or a program wrote badly, has right lengths and checksums and reaches that parser.

    parts_of(…)       a reader for each of some parts of a zip
    unpacked_of(…)    a reader for what one stream holds: gzip, zlib, or the pixels of a PNG
"""

import gzip
import io
import re
import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

PackedReader = tuple[str, Callable[[], bytes], Callable[[Path], object]]
Pack = Callable[[bytes], bytes]
SHEET = "xl/worksheets/sheet1.xml"
TEXTS = "xl/sharedStrings.xml"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TEXTS_TYPE = f'<Override PartName="/{TEXTS}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/>'
_TEXTS_LINK = f'<Relationship Id="rIdTexts" Type="{_OFFICE}/sharedStrings" Target="/{TEXTS}"/>'
_PNG = b"\x89PNG\r\n\x1a\n"


def parts_of(
    name: str, archive: Callable[[], bytes], parts: dict[str, str], file: str, read: Callable[[Path], object]
) -> dict[str, PackedReader]:
    """A reader for each part of a zip; `parts` by the word that its name gets."""
    return {f"{name}-{word}": (Path(part).name, _part(archive, part), _repacked(archive, part, file, read)) for word, part in parts.items()}


def unpacked_of(
    name: str, content: Callable[[], bytes], file: str, read: Callable[[Path], object], unpack: Pack, pack: Pack
) -> dict[str, PackedReader]:
    """A reader for what a file holds once it is unpacked; `pack` makes the file of it again."""

    def reader(path: Path) -> object:
        whole = path.with_name(file)
        whole.write_bytes(pack(path.read_bytes()))
        return read(whole)

    return {f"{name}-unpacked": ("unpacked", lambda: unpack(content()), reader)}


def with_shared_strings(workbook: bytes) -> bytes:
    """A workbook of one sheet whose texts are in its cells, with each text once in a part of its own."""
    numbers: dict[str, int] = {}

    def shared(found: re.Match[str]) -> str:
        return f'<c{found[1]} t="s"{found[2]}><v>{numbers.setdefault(found[3], len(numbers))}</v></c>'

    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook)) as good, zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        sheet = re.sub(r'<c([^>]*) t="inlineStr"([^>]*)><is><t[^>]*>([^<]*)</t></is></c>', shared, good.read(SHEET).decode())
        texts = "".join(f"<si><t>{text}</t></si>" for text in numbers)
        changed = {
            SHEET: sheet,
            "[Content_Types].xml": good.read("[Content_Types].xml").decode().replace("</Types>", f"{_TEXTS_TYPE}</Types>"),
            "xl/_rels/workbook.xml.rels": good.read("xl/_rels/workbook.xml.rels").decode().replace("</Rel", f"{_TEXTS_LINK}</Rel"),
            TEXTS: f'<sst xmlns="{_MAIN}" count="{len(numbers)}" uniqueCount="{len(numbers)}">{texts}</sst>',
        }
        for name in [*good.namelist(), TEXTS]:
            archive.writestr(name, changed[name] if name in changed else good.read(name))
    return written.getvalue()


def gzipped(content: bytes) -> bytes:
    """Packed by gzip, the same each time."""
    return gzip.compress(content, 6, mtime=0)


def png_inside(content: bytes) -> bytes:
    """The header of a PNG of one piece, and its lines of pixels unpacked."""
    header, pixels = (_chunk_of(content, kind) for kind in (b"IHDR", b"IDAT"))
    return header + zlib.decompress(pixels)


def png_of(inside: bytes) -> bytes:
    """The PNG of what `png_inside` returned, damaged or not."""
    header, pixels = inside[:13], zlib.compress(inside[13:])
    return _PNG + b"".join(_chunk(kind, body) for kind, body in ((b"IHDR", header), (b"IDAT", pixels), (b"IEND", b"")))


def _chunk_of(content: bytes, kind: bytes) -> bytes:
    at = content.index(kind)
    (size,) = struct.unpack(">I", content[at - 4 : at])
    return content[at + 4 : at + 4 + size]


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def _part(archive: Callable[[], bytes], name: str) -> Callable[[], bytes]:
    return lambda: zipfile.ZipFile(io.BytesIO(archive())).read(name)


def _repacked(archive: Callable[[], bytes], name: str, file: str, read: Callable[[Path], object]) -> Callable[[Path], object]:
    """An archive of which one part is what the path holds."""

    def reader(path: Path) -> object:
        good = zipfile.ZipFile(io.BytesIO(archive()))
        whole = path.with_name(file)
        with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as written:
            for each in good.namelist():
                written.writestr(each, path.read_bytes() if each == name else good.read(each))
        return read(whole)

    return reader
