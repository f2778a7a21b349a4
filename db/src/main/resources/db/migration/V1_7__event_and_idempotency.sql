-- The event feed, the daily partitions of logs, and idempotency records.

-- Feed order within a transaction. Only that order counts, so each connection may cache numbers.
CREATE SEQUENCE event_seq AS bigint CACHE 100;

-- Written in the transaction that changes the resource. The feed's order is (xid, seq). A reader reads
-- only rows below the oldest running transaction, so that no row can appear before those it has read;
-- a sequence alone does not allow that, since its numbers are drawn before the commit (ADR 0002).
CREATE TABLE event (
  tenant_id     uuid NOT NULL,
  id            uuid NOT NULL,
  recorded_at   timestamptz NOT NULL, -- real time, the millisecond in `id`: the id gives the partition
  occurred_at   timestamptz NOT NULL, -- the tenant's time
  xid           xid8 NOT NULL DEFAULT feed_place(),
  seq           bigint NOT NULL DEFAULT nextval('event_seq'),
  call_order_id uuid,
  enrollment_id uuid,
  type          text NOT NULL,
  envelope      text NOT NULL, -- JSON as sent to clients, byte for byte
  PRIMARY KEY (tenant_id, id, recorded_at)
) PARTITION BY RANGE (recorded_at);

DO $$
BEGIN
  ALTER TABLE event ALTER COLUMN envelope SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported OR invalid_parameter_value THEN
  NULL; -- this server is built without lz4: default compression
END $$;

CREATE INDEX event_feed ON event (tenant_id, xid, seq);
CREATE INDEX event_by_call_order ON event (tenant_id, call_order_id, xid, seq)
  WHERE call_order_id IS NOT NULL;
CREATE INDEX event_by_enrollment ON event (tenant_id, enrollment_id, xid, seq)
  WHERE enrollment_id IS NOT NULL;

ALTER TABLE event ENABLE ROW LEVEL SECURITY;
ALTER TABLE event FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON event USING (is_tenant_visible(tenant_id));

-- For rows without a partition of their day. Empty while maintenance runs.
CREATE TABLE event_default PARTITION OF event DEFAULT;

ALTER TABLE event_default ENABLE ROW LEVEL SECURITY;
ALTER TABLE event_default FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON event_default USING (is_tenant_visible(tenant_id));

-- The two functions create and drop partitions by day (UTC) of every log that has a default partition,
-- whose settings the others share. They run as the owner of the tables, which the service's role need
-- not be. They wait for a lock one second at most, since later statements queue behind them. pg_temp
-- comes last: a temporary table of the caller hides no table.

-- Creates the partition of a day; false if it exists or if the default partition has rows of that day.
CREATE FUNCTION create_day_partition(log text, day date) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET lock_timeout = '1s' SET timezone = 'UTC'
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
  -- Attaching, unlike creating as a partition, does not block readers and writers.
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL) %s', name, log, settings);
  EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
  EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
  EXECUTE format('CREATE POLICY tenant_isolation ON %I USING (is_tenant_visible(tenant_id))', name);
  EXECUTE format(
    'ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
    log, name, day::timestamptz, (day + 1)::timestamptz);
  RETURN true;
EXCEPTION WHEN check_violation THEN
  RETURN false;
END $$;

-- Drops the partitions whose rows are all older than `before`, and returns their number. Never drops
-- rows of the last 30 days, whatever the caller's clock says.
CREATE FUNCTION drop_day_partitions(log text, before timestamptz) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET lock_timeout = '1s' SET timezone = 'UTC'
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

-- From yesterday on: clocks differ, and a node may have read its clock just before midnight.
DO $$
BEGIN
  PERFORM create_day_partition('event', (now() AT TIME ZONE 'UTC')::date + offset_days)
     FROM generate_series(-1, 7) AS offset_days;
END $$;

-- Responses to writes with an Idempotency-Key, stored by the transaction of the write. Not partitioned
-- by time: a key is unique across days. Rows older than 48 hours count as absent and are deleted in
-- batches.
CREATE TABLE idempotency_record (
  tenant_id  uuid NOT NULL,
  key        text NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  method     text NOT NULL,
  path       text NOT NULL, -- as the client sent it, without the query
  body_hash  bytea NOT NULL CHECK (length(body_hash) = 32),
  status     smallint NOT NULL CHECK (status BETWEEN 200 AND 499),
  headers    json NOT NULL, -- those of the resource: Location, ETag
  body       text, -- of the response, without secrets; null: empty, a problem, or an accepted order
  problem    json, -- {detail, code, errors}; a replay adds its own trace id
  accepted_order_id uuid, -- whose acceptance the body is; rendered from the order
  created_at timestamptz NOT NULL, -- real time
  PRIMARY KEY (tenant_id, key),
  CHECK (num_nonnulls(body, problem, accepted_order_id) <= 1),
  CHECK ((problem IS NOT NULL) = (status >= 400))
);
-- Rows are stored in the order of their time: a block range needs no index entry per row.
CREATE INDEX idempotency_record_by_created_at ON idempotency_record USING brin (created_at);

ALTER TABLE idempotency_record ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency_record FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON idempotency_record USING (is_tenant_visible(tenant_id));
