-- Networks, their cables, and the ways on which cables lie.
--
-- A network is what its switches and links are generated from: kinds are those of gpudesk/core/hardware/network_kinds.py, numbers of ports those of one plane
-- at the rate of its links, and what is not said follows from the types of its switches (gpudesk/core/fabric/fat_tree.py).

CREATE TABLE network (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 4),
    name TEXT NOT NULL,
    rate_gbps INTEGER NOT NULL CHECK (rate_gbps > 0),
    planes INTEGER NOT NULL DEFAULT 1 CHECK (planes > 0),
    unit_nodes INTEGER CHECK (unit_nodes > 0),
    tiers INTEGER CHECK (tiers BETWEEN 1 AND 3),
    rails_per_leaf INTEGER CHECK (rails_per_leaf > 0),
    leaf_up INTEGER CHECK (leaf_up > 0),
    leaf_down INTEGER CHECK (leaf_down > 0),
    spine_up INTEGER CHECK (spine_up > 0),
    spine_down INTEGER CHECK (spine_down > 0),
    pod_leaves INTEGER CHECK (pod_leaves > 0),
    pods_by_rail INTEGER NOT NULL DEFAULT 0 CHECK (pods_by_rail IN (0, 1)),
    by_hall INTEGER NOT NULL DEFAULT 0 CHECK (by_hall IN (0, 1)),
    whole_units INTEGER NOT NULL DEFAULT 1 CHECK (whole_units IN (0, 1)),
    even_cores INTEGER NOT NULL DEFAULT 0 CHECK (even_cores IN (0, 1)),
    notes TEXT NOT NULL DEFAULT '',
    phase INTEGER NOT NULL DEFAULT 1 CHECK (phase >= 0)
) STRICT;

-- What hangs on the switches of a network outside its tree: devices with the role `lower` ('' for all that have ports of the network and are none
-- of its switches) on switches with the role `upper`, `links` of each (all its ports of the network where it says none).
-- Spreads are those of gpudesk/core/hardware/network_kinds.py; stages are laid in the order of their places.
CREATE TABLE network_stage (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    network_id INTEGER NOT NULL REFERENCES network (id) DEFERRABLE INITIALLY DEFERRED,
    place INTEGER NOT NULL CHECK (place >= 0),
    lower TEXT NOT NULL DEFAULT '',
    upper TEXT NOT NULL,
    links INTEGER CHECK (links > 0),
    spread INTEGER NOT NULL DEFAULT 0 CHECK (spread BETWEEN 0 AND 2),
    rate_gbps INTEGER CHECK (rate_gbps > 0)
) STRICT;
CREATE UNIQUE INDEX network_stage_place ON network_stage (network_id, place);

-- A way for cables: a line through a hall, as `outline` of floor_item, at a height above the finished floor (below it where negative); a duct
-- leads from the first point of its line in one hall to the last point in another one, over a length that has to be said. Kinds are those of
-- gpudesk/core/cabling/pathway_kinds.py. `carries` names what may lie in it ('' for anything).
CREATE TABLE pathway (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hall_id INTEGER NOT NULL REFERENCES hall (id) DEFERRABLE INITIALLY DEFERRED,
    to_hall_id INTEGER REFERENCES hall (id) DEFERRABLE INITIALLY DEFERRED,
    kind INTEGER NOT NULL DEFAULT 0 CHECK (kind BETWEEN 0 AND 5),
    name TEXT NOT NULL,
    outline TEXT NOT NULL CHECK (outline != ''),
    height_mm INTEGER NOT NULL,
    width_mm INTEGER NOT NULL CHECK (width_mm > 0),
    depth_mm INTEGER NOT NULL CHECK (depth_mm > 0),
    length_mm INTEGER CHECK (length_mm > 0),
    fill_percent INTEGER CHECK (fill_percent BETWEEN 1 AND 100),
    load_kg_per_m INTEGER CHECK (load_kg_per_m > 0),
    bend_radius_mm INTEGER CHECK (bend_radius_mm > 0),
    carries TEXT NOT NULL DEFAULT '' CHECK (carries IN ('', 'fibre', 'copper')),
    notes TEXT NOT NULL DEFAULT '',
    phase INTEGER NOT NULL DEFAULT 1 CHECK (phase >= 0),
    CHECK (to_hall_id IS NULL OR length_mm IS NOT NULL)
) STRICT;
CREATE INDEX pathway_hall ON pathway (hall_id);
CREATE INDEX pathway_to_hall ON pathway (to_hall_id);

-- One leg of a cable: from a port of a device and its first lane to another one, by `lanes` lanes (0 where lanes mean nothing). Ports are counted
-- as in the type. A splitter is several legs with the same number of an assembly; a leg without one is a cable of its own. That number is no
-- reference: each deleted leg would have to look for others that name it.
-- The module of an end is that of its cage: all legs that end in one cage name the same. A cable whose type or length somebody chose (`by_hand`)
-- keeps both when media are chosen again.
CREATE TABLE cable (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    network_id INTEGER REFERENCES network (id) DEFERRABLE INITIALLY DEFERRED,
    a_device_id INTEGER NOT NULL REFERENCES device (id) DEFERRABLE INITIALLY DEFERRED,
    a_port INTEGER NOT NULL CHECK (a_port >= 0),
    a_lane INTEGER NOT NULL DEFAULT 0 CHECK (a_lane >= 0),
    b_device_id INTEGER NOT NULL REFERENCES device (id) DEFERRABLE INITIALLY DEFERRED,
    b_port INTEGER NOT NULL CHECK (b_port >= 0),
    b_lane INTEGER NOT NULL DEFAULT 0 CHECK (b_lane >= 0),
    lanes INTEGER NOT NULL DEFAULT 0 CHECK (lanes >= 0),
    assembly INTEGER CHECK (assembly > 0),
    type_id INTEGER REFERENCES catalog_item (id) DEFERRABLE INITIALLY DEFERRED,
    a_module_id INTEGER REFERENCES catalog_item (id) DEFERRABLE INITIALLY DEFERRED,
    b_module_id INTEGER REFERENCES catalog_item (id) DEFERRABLE INITIALLY DEFERRED,
    length_mm INTEGER CHECK (length_mm > 0),
    by_hand INTEGER NOT NULL DEFAULT 0 CHECK (by_hand IN (0, 1)),
    phase INTEGER NOT NULL DEFAULT 1 CHECK (phase >= 0)
) STRICT;
CREATE UNIQUE INDEX cable_a ON cable (a_device_id, a_port, a_lane);
CREATE UNIQUE INDEX cable_b ON cable (b_device_id, b_port, b_lane);

INSERT INTO table_kind (name, kind) VALUES ('network', 'design'), ('network_stage', 'design'), ('pathway', 'design'), ('cable', 'design');
