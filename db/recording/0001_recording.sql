-- What a monitor read, as gpudesk/monitor/recording.py writes it. Times are seconds since 1970 on the line of their run: the clock of the
-- system at its start, carried on by one that never jumps.
CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

CREATE TABLE machine (
    name TEXT PRIMARY KEY,
    body TEXT NOT NULL
) STRICT;

CREATE TABLE gpu (
    id INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL UNIQUE
) STRICT;

-- One start of a recorder.
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    begin_s REAL NOT NULL,
    mono_s REAL NOT NULL,
    source TEXT NOT NULL
) STRICT;

-- The readings of one GPU over up to a minute, packed (gpudesk/monitor/packed.py).
CREATE TABLE chunk (
    id INTEGER PRIMARY KEY,
    gpu INTEGER NOT NULL REFERENCES gpu (id),
    run INTEGER NOT NULL REFERENCES run (id),
    begin_s REAL NOT NULL,
    end_s REAL NOT NULL,
    count INTEGER NOT NULL,
    body BLOB NOT NULL
) STRICT;
CREATE INDEX chunk_when ON chunk (gpu, begin_s);

-- The readings since the last chunk, a second each: what lies here when a recorder dies becomes a chunk at the next opening.
CREATE TABLE tail (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES run (id),
    body BLOB NOT NULL
) STRICT;

-- Lowest, mean and highest over each span of `level` seconds, packed; one row holds the spans of `begin_s` to `end_s`.
CREATE TABLE rollup (
    gpu INTEGER NOT NULL REFERENCES gpu (id),
    level INTEGER NOT NULL CHECK (level IN (1, 60, 3600)),
    run INTEGER NOT NULL REFERENCES run (id),
    begin_s REAL NOT NULL,
    end_s REAL NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (gpu, level, begin_s, run)
) STRICT, WITHOUT ROWID;

CREATE TABLE event (
    id INTEGER PRIMARY KEY,
    at_s REAL NOT NULL,
    uuid TEXT NOT NULL,
    xid INTEGER
) STRICT;

-- The processes of a GPU, written when they change.
CREATE TABLE process (
    id INTEGER PRIMARY KEY,
    at_s REAL NOT NULL,
    uuid TEXT NOT NULL,
    body TEXT NOT NULL
) STRICT;
CREATE INDEX process_when ON process (uuid, at_s);

-- What befell the recording itself: a step of the clock, readings that were not kept.
CREATE TABLE note (
    id INTEGER PRIMARY KEY,
    at_s REAL NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('clock', 'dropped', 'full', 'recovered')),
    amount REAL NOT NULL
) STRICT;

-- A window that a person marked.
CREATE TABLE mark (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    begin_s REAL NOT NULL,
    end_s REAL NOT NULL
) STRICT;
