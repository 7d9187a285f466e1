-- What stands on a floor beside racks and devices, what a hall's floor bears, and the drawings that lie under a plan.
--
-- The new columns of a hall are missing where nobody said them, so that a version kept in the first format can still be brought back.

ALTER TABLE hall ADD COLUMN raised_floor INTEGER CHECK (raised_floor IN (0, 1));
ALTER TABLE hall ADD COLUMN tile_mm INTEGER CHECK (tile_mm > 0);
ALTER TABLE hall ADD COLUMN uniform_limit_kg_per_m2 INTEGER CHECK (uniform_limit_kg_per_m2 > 0);
ALTER TABLE hall ADD COLUMN point_limit_kg INTEGER CHECK (point_limit_kg > 0);
ALTER TABLE hall ADD COLUMN rolling_limit_kg INTEGER CHECK (rolling_limit_kg > 0);
ALTER TABLE hall ADD COLUMN rack_names TEXT NOT NULL DEFAULT '';

-- Columns, obstacles, keep-out areas, doors, delivery routes and containments; kinds are those of gpudesk/core/floor/floor_items.py.
-- Either a rectangle, whose first corner lies at x_mm and y_mm and which the angle turns about that corner, or an outline: whole millimetres from
-- there as x1 y1 x2 y2 ..., turned alike. The outline of a delivery route is the line along its middle.
CREATE TABLE floor_item (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hall_id INTEGER NOT NULL REFERENCES hall (id) DEFERRABLE INITIALLY DEFERRED,
    kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 6),
    name TEXT NOT NULL,
    x_mm INTEGER NOT NULL DEFAULT 0,
    y_mm INTEGER NOT NULL DEFAULT 0,
    angle_ddeg INTEGER NOT NULL DEFAULT 0 CHECK (angle_ddeg BETWEEN 0 AND 3599),
    width_mm INTEGER CHECK (width_mm > 0),
    depth_mm INTEGER CHECK (depth_mm > 0),
    outline TEXT NOT NULL DEFAULT '',
    clear_width_mm INTEGER CHECK (clear_width_mm > 0),
    clear_height_mm INTEGER CHECK (clear_height_mm > 0),
    notes TEXT NOT NULL DEFAULT '',
    phase INTEGER NOT NULL DEFAULT 1 CHECK (phase >= 0),
    CHECK ((width_mm IS NULL) = (depth_mm IS NULL)),
    CHECK ((width_mm IS NULL) = (outline != ''))
) STRICT;
CREATE INDEX floor_item_hall ON floor_item (hall_id);

-- Files that the project keeps, each once: pictures and drawings. The content lies outside the working set and is read when it is needed.
-- width and height are counted in the picture's own units.
CREATE TABLE attachment (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at_utc TEXT NOT NULL,
    name TEXT NOT NULL,
    media TEXT NOT NULL,
    width INTEGER NOT NULL CHECK (width > 0),
    height INTEGER NOT NULL CHECK (height > 0),
    size INTEGER NOT NULL CHECK (size >= 0),
    sha256 TEXT NOT NULL,
    content BLOB NOT NULL
) STRICT;

-- A picture under the plan of a hall: where its upper left corner lies, and where its upper right one.
CREATE TABLE underlay (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hall_id INTEGER NOT NULL REFERENCES hall (id) DEFERRABLE INITIALLY DEFERRED,
    attachment_id INTEGER NOT NULL REFERENCES attachment (id) DEFERRABLE INITIALLY DEFERRED,
    name TEXT NOT NULL,
    x_mm INTEGER NOT NULL DEFAULT 0,
    y_mm INTEGER NOT NULL DEFAULT 0,
    right_x_mm INTEGER NOT NULL,
    right_y_mm INTEGER NOT NULL DEFAULT 0,
    opacity_percent INTEGER NOT NULL DEFAULT 50 CHECK (opacity_percent BETWEEN 0 AND 100),
    CHECK (x_mm != right_x_mm OR y_mm != right_y_mm)
) STRICT;
CREATE INDEX underlay_hall ON underlay (hall_id);

INSERT INTO table_kind (name, kind) VALUES ('floor_item', 'design'), ('underlay', 'design'), ('attachment', 'record');
