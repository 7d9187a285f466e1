-- The built catalog: made from the YAML files of resources/catalog or of the person's own folder, read only afterwards.
CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

-- One row a type; body is the entry as JSON with its sources written out, version is the hash of body.
CREATE TABLE item (
    key TEXT PRIMARY KEY,
    family TEXT NOT NULL,
    vendor TEXT NOT NULL,
    model TEXT NOT NULL,
    version TEXT NOT NULL,
    body TEXT NOT NULL
) STRICT;

-- What the search reads when the catalog is opened: JSON lists, and the figures shown beside a hit.
CREATE TABLE search (
    key TEXT PRIMARY KEY REFERENCES item (key),
    aliases TEXT NOT NULL,
    part_numbers TEXT NOT NULL,
    description TEXT NOT NULL,
    description_es TEXT NOT NULL,
    mount TEXT NOT NULL,
    height_u REAL,
    power_max_w REAL,
    weight_kg REAL
) STRICT;

CREATE TABLE fact (
    key TEXT NOT NULL REFERENCES item (key),
    name TEXT NOT NULL,
    value ANY NOT NULL,
    source TEXT NOT NULL,
    confidence TEXT NOT NULL,
    PRIMARY KEY (key, name)
) STRICT;

-- Units and titles of facts and families, as JSON, in the order in which they are shown.
CREATE TABLE definition (
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    place INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (kind, name)
) STRICT;

-- Entries that could not be read; only the person's own folder may have any.
CREATE TABLE fault (
    place INTEGER PRIMARY KEY,
    file TEXT NOT NULL,
    line INTEGER NOT NULL,
    message TEXT NOT NULL
) STRICT;
