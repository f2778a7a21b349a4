-- The newest era that a node has settled. A witnessed halt without a gateway's log ends once every
-- living node has settled the era. Null: a node of an earlier release, for which no halt waits.
ALTER TABLE node ADD COLUMN settled_era smallint;

-- A node that settled the era has seen a later state of the database, or another server: the restart
-- counts as witnessed no more, whatever other nodes have seen.
CREATE TABLE era_contradiction (
  era      smallint PRIMARY KEY REFERENCES era,
  node     uuid NOT NULL,
  found_at timestamptz NOT NULL, -- real time
  why      text NOT NULL CHECK (length(why) BETWEEN 1 AND 200)
);
