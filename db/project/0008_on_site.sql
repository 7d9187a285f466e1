-- Work on site: who works there, and the log of what was recorded.
--
-- `record` is append-only: no step writes its images, so Ctrl+Z never takes an entry back, and every copy of the file carries it. Each entry
-- names its writer (a random id for each installation), the running number of that writer, and the digest of that writer's entry before:
-- one chain for each writer. `digest` is that of the entry itself, as gpudesk/core/checklist/entries.py takes it. A writer and number that come
-- twice with other content are a fork of a copied file: both are kept, so that only the digest is unique.
-- `kind` is one of gpudesk/core/checklist/entries.py. `scope` and `target` say of what the entry speaks (an id of the table of that scope, 0 for
-- the site and the cluster); ids are never used again, so an entry about a removed device stays, under the name that it had.
-- `value`, `judged` and `files` are JSON: what was entered; the expression, the values of plan and site sheet that it read, and the verdict;
-- names, sizes and SHA-256 of files. `about` names another entry as WRITER:NUMBER, which this one withdraws or corrects.

CREATE TABLE record (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    writer TEXT NOT NULL CHECK (writer != ''),
    number INTEGER NOT NULL CHECK (number > 0),
    previous TEXT NOT NULL,
    digest TEXT NOT NULL CHECK (digest != ''),
    at_utc TEXT NOT NULL,
    utc_offset TEXT NOT NULL,
    person TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind != ''),
    item TEXT NOT NULL,
    scope TEXT NOT NULL,
    target INTEGER NOT NULL CHECK (target >= 0),
    target_name TEXT NOT NULL,
    field TEXT NOT NULL,
    value TEXT NOT NULL,
    verdict TEXT NOT NULL,
    judged TEXT NOT NULL,
    files TEXT NOT NULL,
    reason TEXT NOT NULL,
    second TEXT NOT NULL,
    revision INTEGER NOT NULL CHECK (revision >= 0),
    about TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX record_digest ON record (digest);
CREATE INDEX record_place ON record (item, target);

-- The people who work on site. Names are declared, not proven.
CREATE TABLE person (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL CHECK (name != ''),
    team TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE UNIQUE INDEX person_name ON person (name);

INSERT INTO table_kind (name, kind) VALUES ('record', 'record'), ('person', 'settings');

-- Programs of earlier formats judged breakers in North America at their whole rating where no value was typed. Such a project keeps that, in
-- words, until a person chooses 80 %; the rule compliance.continuous_factor offers it.
INSERT INTO site_value (key, value)
    SELECT 'continuous_factor', '1.0' FROM site_value AS region
    WHERE region.key = 'region' AND region.value = '"north-america"'
        AND NOT EXISTS (SELECT 1 FROM site_value WHERE key = 'continuous_factor');
