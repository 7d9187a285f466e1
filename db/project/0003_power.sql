-- Electricity: sources, what lies between them and the racks, and the cords of devices.
--
-- A node is fed by another one and perhaps has an alternate that takes over. Kinds are those of gpudesk/core/power/power_kinds.py, wirings those of
-- gpudesk/core/power/power_lines.py. Voltages are between lines; between line and neutral for a circuit of one line, between the conductors for
-- direct current. `line` says on which line of its parent a circuit of one line lies, or on which it and the next one, counted from 0.
-- Rack PDUs and their banks are no rows here: a PDU is a device, and its own cord leads to its feed.

CREATE TABLE power_node (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hall_id INTEGER REFERENCES hall (id) DEFERRABLE INITIALLY DEFERRED,
    device_id INTEGER REFERENCES device (id) DEFERRABLE INITIALLY DEFERRED,
    fed_by_id INTEGER REFERENCES power_node (id) DEFERRABLE INITIALLY DEFERRED,
    alternate_id INTEGER REFERENCES power_node (id) DEFERRABLE INITIALLY DEFERRED,
    kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 6),
    name TEXT NOT NULL,
    feed_side TEXT NOT NULL DEFAULT '',
    wiring INTEGER NOT NULL DEFAULT 2 CHECK (wiring BETWEEN 0 AND 4),
    line INTEGER CHECK (line BETWEEN 0 AND 2),
    voltage_v INTEGER NOT NULL CHECK (voltage_v > 0),
    breaker_a INTEGER CHECK (breaker_a > 0),
    derating_percent INTEGER NOT NULL DEFAULT 100 CHECK (derating_percent BETWEEN 1 AND 100),
    continuous_percent INTEGER CHECK (continuous_percent BETWEEN 1 AND 100),
    capacity_va INTEGER CHECK (capacity_va > 0),
    receptacle TEXT NOT NULL DEFAULT '',
    notes TEXT NOT NULL DEFAULT '',
    phase INTEGER NOT NULL DEFAULT 1 CHECK (phase >= 0)
) STRICT;
CREATE INDEX power_node_hall ON power_node (hall_id);
CREATE INDEX power_node_fed_by ON power_node (fed_by_id);

-- From an inlet of a device to an outlet of another one, or to a node (a feed). Ports are counted as in the type; a busbar and what is wired
-- by hand has no port of its own at the far end.
CREATE TABLE power_cord (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    device_id INTEGER NOT NULL REFERENCES device (id) DEFERRABLE INITIALLY DEFERRED,
    port INTEGER NOT NULL CHECK (port >= 0),
    from_device_id INTEGER REFERENCES device (id) DEFERRABLE INITIALLY DEFERRED,
    from_port INTEGER CHECK (from_port >= 0),
    from_node_id INTEGER REFERENCES power_node (id) DEFERRABLE INITIALLY DEFERRED,
    type_id INTEGER REFERENCES catalog_item (id) DEFERRABLE INITIALLY DEFERRED,
    length_mm INTEGER CHECK (length_mm > 0),
    phase INTEGER NOT NULL DEFAULT 1 CHECK (phase >= 0),
    CHECK ((from_device_id IS NULL) != (from_node_id IS NULL)),
    CHECK (from_port IS NULL OR from_device_id IS NOT NULL)
) STRICT;
CREATE UNIQUE INDEX power_cord_inlet ON power_cord (device_id, port);
CREATE UNIQUE INDEX power_cord_outlet ON power_cord (from_device_id, from_port);
CREATE INDEX power_cord_node ON power_cord (from_node_id);

INSERT INTO table_kind (name, kind) VALUES ('power_node', 'design'), ('power_cord', 'design');
