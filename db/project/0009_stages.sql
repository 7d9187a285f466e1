-- What stages of networks say besides: how their links are counted, on which switches they are, and from which port on.
--
-- `per_tray` says that `links` are those of each tray of a rack-scale system, not of the system. Stages of earlier formats count those of a
-- device, whichever it is, and keep that. `switches` names the switches of the role `upper` by their numbers in the order of their names, from 1,
-- as in '24, 32' or '1-4' ('' for all), and `first_port` the first port that the stage takes on each, from 1 in the order of its ports, at the
-- rate of the stage.

ALTER TABLE network_stage ADD COLUMN per_tray INTEGER NOT NULL DEFAULT 0 CHECK (per_tray IN (0, 1));
ALTER TABLE network_stage ADD COLUMN switches TEXT NOT NULL DEFAULT '';
ALTER TABLE network_stage ADD COLUMN first_port INTEGER CHECK (first_port > 0);
