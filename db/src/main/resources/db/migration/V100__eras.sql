-- Eras: one row for each instance of the PostgreSQL server that this deployment has worked with. A
-- database that comes back from a backup is an older copy that cannot know it, so each new instance
-- begins a new era: the feed's places contain its number, and dialing waits (ADR 0009).
CREATE TABLE era (
  number      smallint PRIMARY KEY CHECK (number >= 0),
  id          uuid NOT NULL UNIQUE,  -- in cursors of the feed; that of era 0 is deployment.epoch
  started     timestamptz NOT NULL,  -- pg_postmaster_start_time()
  db          bigint NOT NULL,       -- oid of the database
  file        bigint NOT NULL,       -- pg_relation_filenode('era')
  sysid       bigint NOT NULL,       -- of the cluster
  timeline    integer NOT NULL,      -- of the write-ahead log
  begun_at    timestamptz NOT NULL,  -- real time
  known_until timestamptz,           -- the last sign of life before; null: none
  why         text NOT NULL CHECK (length(why) BETWEEN 1 AND 200)
);

-- The place of an event in the feed: number of the era << 48 | id of the transaction. Null, and so
-- no event, on a server that is not that of the newest era. The service's own statements contain the
-- same expression, so that it is computed once for all events of a statement.
CREATE FUNCTION feed_place() RETURNS xid8
  LANGUAGE sql STABLE
  RETURN (SELECT CASE WHEN e.started = pg_postmaster_start_time()
                       AND e.file = pg_relation_filenode('era')
                      THEN (e.number::bigint << 48
                            | pg_current_xact_id()::text::bigint)::text::xid8 END
            FROM era e ORDER BY e.number DESC LIMIT 1);
ALTER TABLE event ALTER COLUMN xid SET DEFAULT feed_place();

-- Why dialing is halted: an operator said so, or the database may be an older copy. A recovery halt
-- ends when the gateway's log has been read, or by an operator's `recovery accept`.
ALTER TABLE dial_halt
  ADD COLUMN kind text NOT NULL DEFAULT 'operator' CHECK (kind IN ('operator', 'recovery')),
  ADD COLUMN era smallint REFERENCES era,  -- the era that it began with
  ADD COLUMN lifted_why text CHECK (length(lifted_why) BETWEEN 1 AND 500),
  ADD CONSTRAINT recovery_has_its_era CHECK ((kind = 'recovery') = (era IS NOT NULL)),
  ADD CONSTRAINT recovery_is_of_everything CHECK (
    kind <> 'recovery' OR coalesce(tenant_id::text, country, order_type) IS NULL);
DROP INDEX dial_halt_once;
CREATE UNIQUE INDEX dial_halt_once ON dial_halt
  (kind, coalesce(tenant_id::text, ''), coalesce(country, ''), coalesce(order_type, ''))
  WHERE lifted_at IS NULL;
