-- Cooling: what takes heat away (units), and what carries it (room air and loops of liquid).
--
-- Kinds are those of gpudesk/core/cooling/cooling_kinds.py. A unit gives cold to a carrier (supplies_id) and takes it from another one (cooled_by_id): a
-- CDU supplies a technology loop and is fed by a facility loop, which chillers supply. A rear door supplies nothing but hangs on a rack.
-- A unit may be a device that stands somewhere (device_id) or only an entry of the catalog (type_id); figures that are missing here are
-- those of its type. `redundancy` is what a carrier is meant to have: 0 N, 1 N+1, 2 N+2, 3 2N; units of one `unit_side` may be lost together.
-- Temperatures are tenths of a degree Celsius, differences tenths of a kelvin.

CREATE TABLE cooling_node (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hall_id INTEGER REFERENCES hall (id) DEFERRABLE INITIALLY DEFERRED,
    rack_id INTEGER REFERENCES rack (id) DEFERRABLE INITIALLY DEFERRED,
    device_id INTEGER REFERENCES device (id) DEFERRABLE INITIALLY DEFERRED,
    type_id INTEGER REFERENCES catalog_item (id) DEFERRABLE INITIALLY DEFERRED,
    supplies_id INTEGER REFERENCES cooling_node (id) DEFERRABLE INITIALLY DEFERRED,
    cooled_by_id INTEGER REFERENCES cooling_node (id) DEFERRABLE INITIALLY DEFERRED,
    power_node_id INTEGER REFERENCES power_node (id) DEFERRABLE INITIALLY DEFERRED,
    power_alternate_id INTEGER REFERENCES power_node (id) DEFERRABLE INITIALLY DEFERRED,
    kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 11),
    name TEXT NOT NULL,
    unit_side TEXT NOT NULL DEFAULT '',
    redundancy INTEGER NOT NULL DEFAULT 0 CHECK (redundancy BETWEEN 0 AND 3),
    capacity_w INTEGER CHECK (capacity_w > 0),
    airflow_m3_h INTEGER CHECK (airflow_m3_h > 0),
    flow_l_min INTEGER CHECK (flow_l_min > 0),
    supply_dc INTEGER CHECK (supply_dc >= 0),
    delta_dk INTEGER CHECK (delta_dk > 0),
    volume_l INTEGER CHECK (volume_l > 0),
    coolant TEXT NOT NULL DEFAULT '',
    notes TEXT NOT NULL DEFAULT '',
    phase INTEGER NOT NULL DEFAULT 1 CHECK (phase >= 0)
) STRICT;
CREATE INDEX cooling_node_hall ON cooling_node (hall_id);
CREATE INDEX cooling_node_rack ON cooling_node (rack_id);
CREATE INDEX cooling_node_device ON cooling_node (device_id);
CREATE INDEX cooling_node_supplies ON cooling_node (supplies_id);
CREATE INDEX cooling_node_cooled_by ON cooling_node (cooled_by_id);

-- What a carrier cools: all of a hall, of a row, of a rack, or one device. The narrowest that is said counts.
CREATE TABLE cooling_service (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    cooling_id INTEGER NOT NULL REFERENCES cooling_node (id) DEFERRABLE INITIALLY DEFERRED,
    hall_id INTEGER REFERENCES hall (id) DEFERRABLE INITIALLY DEFERRED,
    row_id INTEGER REFERENCES rack_row (id) DEFERRABLE INITIALLY DEFERRED,
    rack_id INTEGER REFERENCES rack (id) DEFERRABLE INITIALLY DEFERRED,
    device_id INTEGER REFERENCES device (id) DEFERRABLE INITIALLY DEFERRED,
    CHECK ((hall_id IS NOT NULL) + (row_id IS NOT NULL) + (rack_id IS NOT NULL) + (device_id IS NOT NULL) = 1)
) STRICT;
CREATE INDEX cooling_service_cooling ON cooling_service (cooling_id);

INSERT INTO table_kind (name, kind) VALUES ('cooling_node', 'design'), ('cooling_service', 'design');
