-- Events: written in the transaction that changes their resource, read as the feed.
--
-- The feed's order is (xid, seq): by writing transaction, and within one by the order of writing.
-- A reader takes rows below the oldest running transaction only, so that nothing can still appear
-- before what it has read. A sequence alone cannot do that: numbers are drawn before the commit.

-- Only the order within one transaction counts, so each connection may draw its numbers in bulk.
CREATE SEQUENCE event_seq AS bigint CACHE 100;

CREATE TABLE event (
  tenant_id     uuid NOT NULL,
  id            uuid NOT NULL,
  -- Real time, whatever the tenant's clock says, and to the millisecond that `id` carries: who
  -- knows an identifier knows the partition.
  recorded_at   timestamptz NOT NULL,
  -- The tenant's time.
  occurred_at   timestamptz NOT NULL,
  xid           xid8 NOT NULL DEFAULT pg_current_xact_id(),
  seq           bigint NOT NULL DEFAULT nextval('event_seq'),
  call_order_id uuid,
  enrollment_id uuid,
  type          text NOT NULL,
  -- JSON as clients get it, byte for byte.
  envelope      text NOT NULL,
  PRIMARY KEY (tenant_id, id, recorded_at)
) PARTITION BY RANGE (recorded_at);

DO $$
BEGIN
  ALTER TABLE event ALTER COLUMN envelope SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported OR invalid_parameter_value THEN
  NULL; -- this server was built without lz4: the default compression it is
END $$;

CREATE INDEX event_feed ON event (tenant_id, xid, seq);
CREATE INDEX event_of_call_order ON event (tenant_id, call_order_id, xid, seq)
  WHERE call_order_id IS NOT NULL;
CREATE INDEX event_of_enrollment ON event (tenant_id, enrollment_id, xid, seq)
  WHERE enrollment_id IS NOT NULL;

ALTER TABLE event ENABLE ROW LEVEL SECURITY;
ALTER TABLE event FORCE ROW LEVEL SECURITY;
CREATE POLICY event_of_tenant ON event USING (sees_tenant(tenant_id));

-- The safety net: takes what has no partition of its day. Empty as long as upkeep runs.
CREATE TABLE event_default PARTITION OF event DEFAULT;
ALTER TABLE event_default ENABLE ROW LEVEL SECURITY;
ALTER TABLE event_default FORCE ROW LEVEL SECURITY;
CREATE POLICY event_of_tenant ON event_default USING (sees_tenant(tenant_id));

-- The two functions keep a partition of a log for each day (UTC), for every log with a default
-- partition, whose settings the others share. They run as the owner of the tables, which the
-- service's role need not be, and wait for a lock one second at most, since everybody who comes
-- later waits behind them.

-- Creates the partition of a day and says whether it did. A day some of whose rows lie in the
-- default partition stays there.
CREATE FUNCTION create_day_partition(log text, day date) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT SET lock_timeout = '1s' SET timezone = 'UTC'
AS $$
DECLARE
  name text := log || '_' || to_char(day, 'YYYYMMDD');
  settings text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('partitions of ' || log, 0));
  SELECT COALESCE('WITH (' || array_to_string(c.reloptions, ', ') || ')', '')
    INTO STRICT settings
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
   WHERE i.inhparent = to_regclass(log) AND c.relname = log || '_default';
  IF to_regclass(name) IS NOT NULL THEN
    RETURN false;
  END IF;
  -- Attaching, unlike creating as a partition, goes on beside readers and writers.
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL) %s', name, log, settings);
  EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
  EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
  EXECUTE format('CREATE POLICY tenant_sees_its_own ON %I USING (sees_tenant(tenant_id))', name);
  EXECUTE format(
    'ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
    log, name, day::timestamptz, (day + 1)::timestamptz);
  RETURN true;
EXCEPTION WHEN check_violation THEN
  RETURN false;
END $$;

-- Drops the partitions all of whose rows were recorded before that instant, and says how many;
-- never one with rows of the last 30 days, whatever time the caller believes it is.
CREATE FUNCTION drop_day_partitions(log text, before timestamptz) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT SET lock_timeout = '1s' SET timezone = 'UTC'
AS $$
DECLARE
  name text;
  dropped integer := 0;
  expired timestamptz := LEAST(before, now() - interval '30 days');
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('partitions of ' || log, 0));
  FOR name IN
    SELECT c.relname
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = to_regclass(log)
       AND c.relname ~ '_[0-9]{8}$'
       AND to_date(right(c.relname, 8), 'YYYYMMDD') + 1 <= expired
     ORDER BY c.relname
  LOOP
    EXECUTE format('DROP TABLE %I', name);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END $$;

-- Yesterday too: clocks differ, and a node may have drawn its time just before midnight.
SELECT create_day_partition('event', (now() AT TIME ZONE 'UTC')::date + offset_days)
  FROM generate_series(-1, 7) AS offset_days;
