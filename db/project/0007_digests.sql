-- Digests, so that silent damage to the file is noticed.
--
-- Each table is divided into blocks, as gpudesk/store/digests.py says; a block has a digest of its rows, stamped with the revision at which
-- it was taken. `row_sums` holds six bytes for each row, its place in the block and a checksum: they say which rows are damaged. A table
-- has a digest of the digests of its blocks. A block that was touched since its digest was taken is listed in `unverified`, block -1
-- standing for the whole table; `damaged` is 1 for one that was damaged before it was touched.

CREATE TABLE block_digest (
    table_name TEXT NOT NULL,
    block INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    digest BLOB NOT NULL,
    row_sums BLOB NOT NULL,
    PRIMARY KEY (table_name, block)
) STRICT, WITHOUT ROWID;

CREATE TABLE table_digest (
    table_name TEXT PRIMARY KEY,
    revision INTEGER NOT NULL,
    blocks INTEGER NOT NULL,
    digest BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE unverified (
    table_name TEXT NOT NULL,
    block INTEGER NOT NULL,
    damaged INTEGER NOT NULL DEFAULT 0 CHECK (damaged IN (0, 1)),
    PRIMARY KEY (table_name, block)
) STRICT, WITHOUT ROWID;

INSERT INTO table_kind (name, kind) VALUES ('block_digest', 'system'), ('table_digest', 'system'), ('unverified', 'system');
