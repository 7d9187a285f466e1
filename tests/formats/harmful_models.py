"""Files of models that are damaged, that lie, or that were made to do harm; and the child process in which they are read.

Those that hold much are made for limits that are a thousandth of the real ones, see `small_limits`, or for the real ones.
"""

import json
import math
import resource
import struct
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.formats import model_makers as make

SHARE = 1000
"""How many times smaller the limits are in the loop."""
LIMITS = {
    "gpudesk.formats.models.model_config.MOST_BYTES": 4 << 20,
    "gpudesk.formats.models.safetensors_header.MOST_HEADER": 24 << 20,
    "gpudesk.formats.models.model_files.MOST_HEADER": 24 << 20,
    "gpudesk.formats.models.safetensors_header._MOST_SIGNS": 2_000_000,
    "gpudesk.formats.models.safetensors_header._MOST_QUOTES": 2_000_000,
    "gpudesk.formats.models.gguf_header.MOST_TENSORS": 100_000,
    "gpudesk.formats.models.gguf_header.MOST_TEXTS": 1_500_000,
}
"""The limits of what is read, by their names."""
BYTES_OF_MEMORY = 1 << 30
SECONDS = 2
Files = dict[str, bytes]


def small_limits(set_to: Callable[[str, int], None]) -> None:
    """Make every limit a thousandth of what it is."""
    for name, limit in LIMITS.items():
        set_to(name, limit // SHARE)


def _config(changed: Mapping[str, Any] | None = None) -> Files:
    return {"config.json": json.dumps({**make.CONFIG, **(changed or {})}).encode()}


def _configs(share: int) -> Iterator[tuple[str, str, Files]]:
    whole = json.dumps(make.CONFIG).encode()
    for name, data in {
        "empty": b"",
        "zeros": bytes(1000),
        "cut": whole[:60],
        "a list": b"[1, 2, 3]",
        "a number": b"17",
        "deep lists": b"[" * (4_000_000 // share),
        "deep objects": b'{"a":' * (400_000 // share),
        "too large": b'{"model_type": "llama", "x": "' + b"a" * ((5 << 20) // share) + b'"}',
        "no text": b'{"model_type": "\xff\xfe"}',
        "a number of a million digits": b'{"model_type": "llama", "hidden_size": ' + b"9" * max(1_000_000 // share, 1000) + b"}",
    }.items():
        yield f"config: {name}", "config.json", {"config.json": data}
    wrong: dict[str, dict[str, Any]] = {
        "unknown kind": {"model_type": "nothing", "ssm_state_size": 16},
        "kind is a list": {"model_type": ["llama"]},
        "no width": {"hidden_size": None},
        "width below nothing": {"hidden_size": -1},
        "width beyond measure": {"hidden_size": 10**30},
        "a million layers": {"num_hidden_layers": 1_000_000_000},
        "layers not whole": {"num_hidden_layers": 1.5},
        "infinite words": {"vocab_size": math.inf},
        "heads in words": {"num_attention_heads": "four"},
        "more experts used than there are": {"model_type": "mixtral", "num_local_experts": 2, "num_experts_per_tok": 3},
    }
    for name, changed in wrong.items():
        yield f"config: {name}", "config.json", _config(changed)


def _safetensors(share: int) -> Iterator[tuple[str, str, Files]]:
    right = make.safetensors({"a": ("F16", (4, 4), 32), "b": ("F32", (2,), 8)})

    def one(**changed: Any) -> bytes:
        return make.framed(json.dumps({"a": {"dtype": "F16", "shape": [2, 2], "data_offsets": [0, 8], **changed}}).encode()) + bytes(8)

    flat = b'{"a":{"dtype":"F16","shape":[' + b"1," * (4_000_000 // share) + b'1],"data_offsets":[0,2]}}'
    twice = b'{"a":{"dtype":"F16","shape":[2,2],"data_offsets":[0,8]},"a":{"dtype":"F16","shape":[2,2],"data_offsets":[0,8]}}'
    entries = b"{" + b",".join(b'"%d":[]' % number for number in range(660_000 // share)) + b"}"
    for name, data in {
        "empty": b"",
        "as many entries as are read": make.framed(entries),
        "a text as long as is read": make.framed(b'{"' + b"\\n" * ((11 << 20) // share) + b'":1}'),
        "millions of empty texts": make.framed(b'[""' + b',""' * (7_000_000 // share) + b"]"),
        "three bytes": b"\1\0\0",
        "header longer than the file": struct.pack("<Q", 1 << 20) + b"{}",
        "header longer than can be": struct.pack("<Q", (1 << 64) - 1) + b"{}",
        "cut in the header": right[:40],
        "cut in the data": right[:-1],
        "more data than tensors": right + b"\0",
        "no JSON": make.framed(b"hello there"),
        "a list": make.framed(b"[]"),
        "no text": make.framed(b'{"\xff": 1}'),
        "deep": make.framed(b'{"a":' * (1_000_000 // share)),
        "millions of axes": make.framed(flat),
        "unknown type": one(dtype="F17"),
        "shape below nothing": one(shape=[-2, -2]),
        "shape in words": one(shape="2,2"),
        "shape beyond measure": one(shape=[1 << 60] * 8),
        "offsets that do not fit the shape": one(data_offsets=[0, 6]),
        "offsets turned round": one(data_offsets=[8, 0]),
        "offsets beyond the file": one(data_offsets=[1 << 62, (1 << 62) + 8]),
        "the same name twice": make.framed(twice) + bytes(8),
        "a hole": make.framed(json.dumps({"a": {"dtype": "U8", "shape": [2], "data_offsets": [2, 4]}}).encode()) + bytes(4),
    }.items():
        yield f"safetensors: {name}", "a.safetensors", {"a.safetensors": data, **_config()}
    index = "model.safetensors.index.json"
    for name, where in {
        "elsewhere": {"a": "../a.safetensors"},
        "nowhere": {"a": "b.safetensors"},
        "no map": [],
        "numbers": {"a": 1},
    }.items():
        yield f"index: {name}", index, {index: json.dumps({"weight_map": where}).encode(), **_config()}


def _ggufs(share: int) -> Iterator[tuple[str, str, Files]]:
    right = make.gguf()
    head = b"GGUF" + struct.pack("<I", 3)
    key = make.text("a")

    def keyed(data: bytes) -> bytes:
        return head + struct.pack("<QQ", 0, 1) + key + data + bytes(64)

    def tensor(axes: int, shape: tuple[int, ...], kind: int, offset: int, name: str = "t") -> bytes:
        told = make.text(name) + struct.pack(f"<I{len(shape)}QIQ", axes, *shape, kind, offset)
        return head + struct.pack("<QQ", 1, 0) + told + bytes(96)

    nested = struct.pack("<I", 9) + struct.pack("<IQ", 9, 1) * 5000 + struct.pack("<IQ", 4, 0)
    empty_texts = struct.pack("<IIQ", 9, 8, 3_000_000 // share) + bytes(8 * (3_000_000 // share))
    empty_arrays = struct.pack("<IIQ", 9, 9, 2_000_000 // share) + struct.pack("<IQ", 4, 0) * (2_000_000 // share)
    many_texts = struct.pack("<IIQ", 9, 8, 1_500_000 // share) + bytes(8 * (1_500_000 // share))
    many_arrays = struct.pack("<IIQ", 9, 9, 187_500 // share) + struct.pack("<IQ", 4, 0) * (187_500 // share - 1)
    many_tensors = head + struct.pack("<QQ", 100_000 // share, 0)
    many_tensors += b"".join(make.text(f"{number}") + struct.pack("<IQIQ", 1, 8, 0, 32 * number) for number in range(100_000 // share))
    for name, data in {
        "four letters": b"GGUF",
        "another name": b"GGML" + right[4:],
        "version 1": make.gguf(version=1),
        "version 99": make.gguf(version=99),
        "has a byte order that is not supported.": b"GGUF" + struct.pack(">I", 3) + right[8:],
        "cut in the keys": right[:100],
        "cut in the tensors": right[: len(make.gguf(data=False)) - 200],
        "cut in the data": right[:-3000],
        "more keys than bytes": make.gguf(counts=(3, 1 << 62)),
        "more tensors than bytes": make.gguf(counts=(1 << 62, 9)),
        "a tensor more than there are": make.gguf(counts=(len(make.TENSORS) + 40, len(make.KEYS))),
        "a text longer than the file": keyed(struct.pack("<IQ", 8, 1 << 62)),
        "a key longer than the file": head + struct.pack("<QQ", 0, 1) + struct.pack("<Q", 1 << 40) + bytes(64),
        "an array longer than the file": keyed(struct.pack("<IIQ", 9, 4, 1 << 61)),
        "an unknown type of values": keyed(struct.pack("<I", 77)),
        "arrays in arrays without end": keyed(nested),
        "millions of empty texts": keyed(empty_texts),
        "as many texts as are read, and no end": keyed(many_texts),
        "as many arrays as are read, and no end": keyed(many_arrays),
        "as many tensors as are read, and no place": many_tensors,
        "millions of empty arrays": keyed(empty_arrays),
        "no text": head + struct.pack("<QQ", 0, 1) + make.text(b"\xff\xfe") + struct.pack("<II", 4, 1) + bytes(64),
        "the same key twice": head + struct.pack("<QQ", 0, 2) + (key + make.value(1)) * 2 + bytes(64),
        "alignment of three": make.gguf({**make.KEYS, "general.alignment": 3}),
        "a hundred axes": tensor(100, (1,) * 4, 0, 0),
        "an unknown type": tensor(1, (4,), 4, 0),
        "a product beyond measure": tensor(4, (1 << 62,) * 4, 0, 0),
        "no elements": tensor(1, (0,), 0, 0),
        "half a block": tensor(1, (100,), 12, 0),
        "an offset beyond the file": tensor(1, (4,), 0, 1 << 62),
        "an offset that is not aligned": tensor(1, (4,), 0, 7),
        "no tensors": make.gguf(tensors={}),
        "no kind": make.gguf({name: each for name, each in make.KEYS.items() if name != "general.architecture"}),
        "too few layers": make.gguf({**make.KEYS, "llama.block_count": 3, "llama.attention.head_count": [4, 2]}),
        "a million layers": make.gguf({**make.KEYS, "llama.block_count": 1 << 30}),
        "no width": make.gguf({name: each for name, each in make.KEYS.items() if name != "llama.embedding_length"}),
    }.items():
        yield f"gguf: {name}", "a.gguf", {"a.gguf": data}


def harmful_files(share: int) -> list[tuple[str, str, Files]]:
    """What each is, the file that is read, and all files that lie there.

    Args:
        share: how many times smaller the limits are that those with much in them are made for.
    """
    return [*_configs(share), *_safetensors(share), *_ggufs(share)]


def main(paths: list[str]) -> None:
    """Read each path within the limits and say on a line what came of it."""
    from gpudesk.core.messages.errors import InvalidData
    from gpudesk.formats.models.model_files import read_model

    resource.setrlimit(resource.RLIMIT_AS, (BYTES_OF_MEMORY, BYTES_OF_MEMORY))
    for path in paths:
        used = resource.getrusage(resource.RUSAGE_SELF)
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(used.ru_utime + used.ru_stime) + SECONDS, resource.RLIM_INFINITY))
        try:
            read_model(Path(path))
        except InvalidData as error:
            said = f"rejected: {error}"
        except (MemoryError, RecursionError, ArithmeticError, LookupError, TypeError, ValueError) as error:
            said = f"fell: {error!r}"
        else:
            said = "read"
        sys.stdout.write(json.dumps([path, said]) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
