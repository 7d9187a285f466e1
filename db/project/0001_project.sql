-- The project file, first version.
--
-- Every table is registered in table_kind: `design` and `settings` are undoable (the undo log and its triggers are made from the table's
-- columns when a file is created or migrated), `record` is append-only, `system` is the file's own book-keeping and lies outside the history.
-- Rows of undoable tables have an AUTOINCREMENT id that is never reused; there are no ON DELETE actions and no OR REPLACE, because both escape
-- the triggers. Codes (face, side, status) are those of gpudesk/core/hardware/hardware.py.

CREATE TABLE table_kind (
    name TEXT PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('design', 'settings', 'record', 'system'))
) STRICT;

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

-- Build phases: 0 is the pilot. Objects name the number; a phase without a row here has no title.
CREATE TABLE phase (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    number INTEGER NOT NULL CHECK (number >= 0),
    name TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX phase_number ON phase (number);

CREATE TABLE hall (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    width_mm INTEGER NOT NULL CHECK (width_mm > 0),
    depth_mm INTEGER NOT NULL CHECK (depth_mm > 0),
    height_mm INTEGER CHECK (height_mm > 0),
    notes TEXT NOT NULL DEFAULT '',
    phase INTEGER NOT NULL DEFAULT 1 CHECK (phase >= 0)
) STRICT;

-- A row of racks: where its first rack stands and in which direction it runs (tenths of a degree, clockwise, 0 = along x).
CREATE TABLE rack_row (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hall_id INTEGER NOT NULL REFERENCES hall (id) DEFERRABLE INITIALLY DEFERRED,
    name TEXT NOT NULL,
    x_mm INTEGER NOT NULL DEFAULT 0,
    y_mm INTEGER NOT NULL DEFAULT 0,
    angle_ddeg INTEGER NOT NULL DEFAULT 0 CHECK (angle_ddeg BETWEEN 0 AND 3599),
    notes TEXT NOT NULL DEFAULT '',
    phase INTEGER NOT NULL DEFAULT 1 CHECK (phase >= 0)
) STRICT;
CREATE INDEX rack_row_hall ON rack_row (hall_id);

-- The catalog entries in use, copied in so that the file stands alone.
CREATE TABLE catalog_item (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL,
    family TEXT NOT NULL,
    version TEXT NOT NULL,
    origin TEXT NOT NULL CHECK (origin IN ('catalog', 'user', 'import')),
    body TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX catalog_item_key ON catalog_item (key);

-- The corner of the rack's footprint at the front left, seen from the front; the front faces the cold aisle.
CREATE TABLE rack (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hall_id INTEGER NOT NULL REFERENCES hall (id) DEFERRABLE INITIALLY DEFERRED,
    row_id INTEGER REFERENCES rack_row (id) DEFERRABLE INITIALLY DEFERRED,
    type_id INTEGER NOT NULL REFERENCES catalog_item (id) DEFERRABLE INITIALLY DEFERRED,
    name TEXT NOT NULL,
    x_mm INTEGER NOT NULL DEFAULT 0,
    y_mm INTEGER NOT NULL DEFAULT 0,
    angle_ddeg INTEGER NOT NULL DEFAULT 0 CHECK (angle_ddeg BETWEEN 0 AND 3599),
    rail_depth_mm INTEGER CHECK (rail_depth_mm > 0),
    status INTEGER NOT NULL DEFAULT 0 CHECK (status BETWEEN 0 AND 5),
    serial TEXT NOT NULL DEFAULT '',
    asset TEXT NOT NULL DEFAULT '',
    notes TEXT NOT NULL DEFAULT '',
    phase INTEGER NOT NULL DEFAULT 1 CHECK (phase >= 0)
) STRICT;
CREATE INDEX rack_hall ON rack (hall_id);
CREATE INDEX rack_row_id ON rack (row_id);
CREATE INDEX rack_type ON rack (type_id);

-- Where a device is: in units (rack_id and position), vertically beside them (rack_id, side and position), in a slot of another device
-- (parent_id and slot), on the floor of a hall (hall_id), or nowhere yet (none of these).
-- position: the lowest half unit, counted from the bottom of unit 1 = 0, in the rack's own pitch.
-- side: left or right, seen from the face on which the device is mounted; for devices of half width and for those beside the units.
CREATE TABLE device (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    type_id INTEGER NOT NULL REFERENCES catalog_item (id) DEFERRABLE INITIALLY DEFERRED,
    rack_id INTEGER REFERENCES rack (id) DEFERRABLE INITIALLY DEFERRED,
    hall_id INTEGER REFERENCES hall (id) DEFERRABLE INITIALLY DEFERRED,
    parent_id INTEGER REFERENCES device (id) DEFERRABLE INITIALLY DEFERRED,
    slot TEXT NOT NULL DEFAULT '',
    position INTEGER CHECK (position >= 0),
    face INTEGER NOT NULL DEFAULT 0 CHECK (face IN (0, 1)),
    side INTEGER CHECK (side IN (0, 1)),
    x_mm INTEGER NOT NULL DEFAULT 0,
    y_mm INTEGER NOT NULL DEFAULT 0,
    angle_ddeg INTEGER NOT NULL DEFAULT 0 CHECK (angle_ddeg BETWEEN 0 AND 3599),
    name TEXT NOT NULL,
    role TEXT NOT NULL DEFAULT '',
    status INTEGER NOT NULL DEFAULT 0 CHECK (status BETWEEN 0 AND 5),
    serial TEXT NOT NULL DEFAULT '',
    asset TEXT NOT NULL DEFAULT '',
    notes TEXT NOT NULL DEFAULT '',
    phase INTEGER NOT NULL DEFAULT 1 CHECK (phase >= 0),
    CHECK ((rack_id IS NOT NULL) + (hall_id IS NOT NULL) + (parent_id IS NOT NULL) <= 1),
    CHECK ((position IS NULL) = (rack_id IS NULL))
) STRICT;
CREATE INDEX device_rack ON device (rack_id);
CREATE INDEX device_parent ON device (parent_id);
CREATE INDEX device_type ON device (type_id);

-- Units kept free: face 0 front, 1 rear, 2 both.
CREATE TABLE reservation (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    rack_id INTEGER NOT NULL REFERENCES rack (id) DEFERRABLE INITIALLY DEFERRED,
    position INTEGER NOT NULL CHECK (position >= 0),
    height INTEGER NOT NULL CHECK (height > 0),
    face INTEGER NOT NULL DEFAULT 2 CHECK (face IN (0, 1, 2)),
    reason TEXT NOT NULL DEFAULT '',
    phase INTEGER NOT NULL DEFAULT 1 CHECK (phase >= 0)
) STRICT;
CREATE INDEX reservation_rack ON reservation (rack_id);

-- The site sheet: values that differ from the sheet's defaults (resources/rules/site_sheet.yaml), as JSON scalars.
CREATE TABLE site_value (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL,
    value TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX site_value_key ON site_value (key);

-- The software and firmware baseline of each device role, as JSON scalars.
CREATE TABLE baseline_value (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    role TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX baseline_value_key ON baseline_value (role, key);

CREATE TABLE severity (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    rule TEXT NOT NULL,
    severity TEXT NOT NULL CHECK (severity IN ('error', 'warning', 'info', 'off'))
) STRICT;
CREATE UNIQUE INDEX severity_rule ON severity (rule);

CREATE TABLE exclusion (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    finding TEXT NOT NULL,
    reason TEXT NOT NULL,
    at_utc TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX exclusion_finding ON exclusion (finding);

CREATE TABLE setting (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL,
    value TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX setting_key ON setting (key);

-- Dated remarks about objects. An entry is never changed; a later one may correct it.
CREATE TABLE journal (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at_utc TEXT NOT NULL,
    author TEXT NOT NULL,
    object_table TEXT NOT NULL,
    object_id INTEGER NOT NULL,
    text TEXT NOT NULL,
    corrects INTEGER REFERENCES journal (id) DEFERRABLE INITIALLY DEFERRED
) STRICT;
CREATE INDEX journal_object ON journal (object_table, object_id);

-- Named versions: a compressed copy of the undoable tables.
CREATE TABLE version (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    note TEXT NOT NULL,
    at_utc TEXT NOT NULL,
    revision INTEGER NOT NULL,
    dump BLOB NOT NULL
) STRICT;

-- The history. `done` is 0 for a step that was undone and can be redone.
CREATE TABLE undo_step (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    title TEXT NOT NULL,
    at_utc TEXT NOT NULL,
    done INTEGER NOT NULL DEFAULT 1 CHECK (done IN (0, 1)),
    bytes INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Rows that a step added in bulk, as ranges of ids: they need no image to be undone.
CREATE TABLE undo_range (
    step INTEGER NOT NULL,
    table_name TEXT NOT NULL,
    low INTEGER NOT NULL,
    high INTEGER NOT NULL
) STRICT;
CREATE INDEX undo_range_step ON undo_range (step);

-- The step whose edits the triggers log; 0 while nothing is recorded.
CREATE TABLE undo_state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    step INTEGER NOT NULL
) STRICT;
INSERT INTO undo_state (id, step) VALUES (1, 0);

INSERT INTO table_kind (name, kind) VALUES
    ('phase', 'design'), ('hall', 'design'), ('rack_row', 'design'), ('catalog_item', 'design'), ('rack', 'design'), ('device', 'design'),
    ('reservation', 'design'), ('site_value', 'design'), ('baseline_value', 'design'),
    ('severity', 'settings'), ('exclusion', 'settings'), ('setting', 'settings'),
    ('journal', 'record'),
    ('table_kind', 'system'), ('meta', 'system'), ('version', 'system'), ('undo_step', 'system'), ('undo_range', 'system'), ('undo_state', 'system');
