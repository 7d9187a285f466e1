-- A machine that slept is noted too.
CREATE TABLE note_2 (
    id INTEGER PRIMARY KEY,
    at_s REAL NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('clock', 'dropped', 'full', 'recovered', 'slept')),
    amount REAL NOT NULL
) STRICT;
INSERT INTO note_2 (id, at_s, kind, amount) SELECT id, at_s, kind, amount FROM note;
DROP TABLE note;
ALTER TABLE note_2 RENAME TO note;
