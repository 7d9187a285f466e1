"""PDF documents of a few lines, written by hand."""


def pdf_file(pages: list[tuple[float, float, str]]) -> bytes:
    """A document with pages of (width, height) points and their drawing commands."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>"]
    kids = " ".join(f"{3 + 2 * place} 0 R" for place in range(len(pages)))
    objects.append(f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode())
    for place, (width, height, commands) in enumerate(pages):
        font = "<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>"
        box = f"[0 0 {width} {height}]"
        objects.append(f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Contents {4 + 2 * place} 0 R /Resources {font} >>".encode())
        objects.append(f"<< /Length {len(commands)} >>\nstream\n{commands}\nendstream".encode())
    out, places = b"%PDF-1.4\n", list[int]()
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    table = b"".join(f"{place:010} 00000 n \n".encode() for place in places)
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n".encode() + b"0000000000 65535 f \n" + table
    return out + f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n".encode()


def locked(content: bytes) -> bytes:
    """A document that says it is encrypted by a password that was not given."""
    key = "<" + "41" * 32 + ">"
    told = f"/Encrypt << /Filter /Standard /V 1 /R 2 /O {key} /U {key} /P -4 >> /ID [<00> <00>] /Root 1 0 R"
    return content.replace(b"/Root 1 0 R", told.encode())


def text(words: str, x: int = 20, y: int = 20) -> str:
    """The command that writes some words."""
    return f"BT /F1 12 Tf {x} {y} Td ({words}) Tj ET"
