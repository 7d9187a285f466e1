-- Workloads: what the GPUs of the project are for. They are judged against the GPUs that stand there.
--
-- `asked` is what is asked as gpudesk/sizing/kept.py writes it, `model` the counted architecture of a model of one's own files as
-- gpudesk/sizing/own_model_text.py writes it ('' for one of the catalog, which `asked` names).
-- A workload runs on GPUs of one type of system (`on_type`, a key of the catalog), in one hall, of one build phase (`on_phase`); what is
-- left out does not matter. `demand` is the percentage of what is asked in each of the 24 hours of a day, '' for all of it always.

CREATE TABLE workload (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    task TEXT NOT NULL CHECK (task IN ('serve', 'train', 'finetune')),
    asked TEXT NOT NULL,
    model TEXT NOT NULL DEFAULT '',
    on_type TEXT NOT NULL DEFAULT '',
    hall_id INTEGER REFERENCES hall (id) DEFERRABLE INITIALLY DEFERRED,
    on_phase INTEGER CHECK (on_phase >= 0),
    demand TEXT NOT NULL DEFAULT '',
    notes TEXT NOT NULL DEFAULT '',
    phase INTEGER NOT NULL DEFAULT 1 CHECK (phase >= 0)
) STRICT;

INSERT INTO table_kind (name, kind) VALUES ('workload', 'design');
