"""Some rows of a table, without copying unused columns."""

from collections.abc import Iterator

from gpudesk.core.values.columns import Array, Columns, Ids


class Picked(Columns):
    """The rows of `source` at `places`, shape (n,), in that order; a column is extracted on demand."""

    __slots__ = ("_places", "_source")

    def __init__(self, source: Columns, places: Ids) -> None:
        self._source = source
        self._places = places
        super().__init__({"id": source.at("id", places)})

    def __getitem__(self, name: str) -> Array:
        if name not in self._arrays:
            column = self._source.at(name, self._places)
            column.setflags(write=False)
            self._arrays[name] = column
        return super().__getitem__(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._source)

    def __len__(self) -> int:
        return len(self._source)

    def __contains__(self, item: object) -> bool:
        return item in self._source
