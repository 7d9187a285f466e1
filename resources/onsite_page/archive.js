// The zip archive of a result: parts are stored as they are (PKWARE APPNOTE 6.3, 4.3 and 4.4).

const Archive = (() => {
  const TABLE = Uint32Array.from({ length: 256 }, (_, number) => {
    let code = number;
    for (let bit = 0; bit < 8; bit += 1) code = code & 1 ? (code >>> 1) ^ 0xedb88320 : code >>> 1;
    return code >>> 0;
  });

  function checksum(bytes) {
    let code = 0xffffffff;
    for (const byte of bytes) code = TABLE[(code ^ byte) & 255] ^ (code >>> 8);
    return (code ^ 0xffffffff) >>> 0;
  }

  function header(signature, size, fields) {
    const view = new DataView(new ArrayBuffer(size));
    view.setUint32(0, signature, true);
    for (const [at, width, value] of fields) {
      if (width === 2) view.setUint16(at, value, true);
      else view.setUint32(at, value, true);
    }
    return new Uint8Array(view.buffer);
  }

  // Parts: [name, bytes]. Names are ASCII. 0x21 is the first day that the format knows.
  function pack(parts) {
    const chunks = [];
    const directory = [];
    let at = 0;
    for (const [name, bytes] of parts) {
      const named = new TextEncoder().encode(name);
      const code = checksum(bytes);
      const common = (from) => [[from, 2, 20], [from + 8, 2, 0x21], [from + 10, 4, code], [from + 14, 4, bytes.length], [from + 18, 4, bytes.length], [from + 22, 2, named.length]];
      chunks.push(header(0x04034b50, 30, common(4)), named, bytes);
      directory.push(header(0x02014b50, 46, [[4, 2, 20], ...common(6), [42, 4, at]]), named);
      at += 30 + named.length + bytes.length;
    }
    const length = directory.reduce((sum, chunk) => sum + chunk.length, 0);
    const end = header(0x06054b50, 22, [[8, 2, parts.length], [10, 2, parts.length], [12, 4, length], [16, 4, at]]);
    return new Blob([...chunks, ...directory, end], { type: "application/zip" });
  }

  // Name → bytes of an archive that `pack` made; an error for any other.
  function unpack(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const parts = new Map();
    let at = 0;
    while (at + 30 <= bytes.length && view.getUint32(at, true) === 0x04034b50) {
      const size = view.getUint32(at + 18, true);
      const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
      if (view.getUint16(at + 8, true) !== 0 || start + size > bytes.length) throw new Error("packed");
      const name = new TextDecoder().decode(bytes.subarray(at + 30, at + 30 + view.getUint16(at + 26, true)));
      const part = bytes.subarray(start, start + size);
      if (parts.has(name) || checksum(part) !== view.getUint32(at + 14, true)) throw new Error("damaged");
      parts.set(name, part);
      at = start + size;
    }
    return parts;
  }

  return { pack, unpack };
})();
