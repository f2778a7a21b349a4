-- Webhooks: endpoints with their secrets, what is to be sent, and the log of what was.
--
-- All times are real time, also under a test clock, but for those of replays whose name says
-- `occurred`.

CREATE TABLE webhook_endpoint (
  id                   uuid PRIMARY KEY,
  tenant_id            uuid NOT NULL REFERENCES tenant,
  url                  text NOT NULL CHECK (length(url) BETWEEN 12 AND 2048),
  description          text CHECK (length(description) <= 500),
  event_types          text[] CHECK (cardinality(event_types) > 0), -- filters; null: everything
  payload_mode         text NOT NULL CHECK (payload_mode IN ('full', 'thin')),
  status               text NOT NULL
    CHECK (status IN ('pending_verification', 'active', 'disabled')),
  -- Moves with configuration, status and secrets; with verification and health only where these
  -- change the status.
  revision             bigint NOT NULL DEFAULT 1 CHECK (revision >= 1),
  verification_state   text NOT NULL
    CHECK (verification_state IN ('pending', 'succeeded', 'failed', 'expired')),
  -- While pending: what the endpoint has to give back. The tries are attempts of a delivery.
  challenge            text,
  last_try_at          timestamptz,
  expires_at           timestamptz, -- while pending
  failure_reason       text,
  -- The first success of a verification. From then on each event that the endpoint subscribes to
  -- has a delivery in the log, if only a skipped one.
  activated_at         timestamptz,
  consecutive_failures integer NOT NULL DEFAULT 0 CHECK (consecutive_failures >= 0),
  failing_since        timestamptz,
  counting             boolean NOT NULL DEFAULT false,
  warned_at            integer NOT NULL DEFAULT 0,
  last_success_at      timestamptz,
  last_failure_at      timestamptz,
  created_at           timestamptz NOT NULL,
  updated_at           timestamptz NOT NULL,
  deleted_at           timestamptz,
  CONSTRAINT pending_has_a_challenge CHECK (
    (verification_state = 'pending') = (challenge IS NOT NULL)
    AND (verification_state = 'pending') = (expires_at IS NOT NULL)),
  CONSTRAINT active_is_verified CHECK (
    (status = 'active' AND verification_state = 'succeeded' AND activated_at IS NOT NULL)
    OR (status = 'pending_verification' AND verification_state <> 'succeeded')
    OR status = 'disabled')
);
CREATE INDEX webhook_endpoint_newest ON webhook_endpoint (tenant_id, created_at DESC, id DESC)
  WHERE deleted_at IS NULL;
CREATE INDEX webhook_endpoint_in_service ON webhook_endpoint (tenant_id)
  WHERE deleted_at IS NULL AND activated_at IS NOT NULL;
CREATE INDEX webhook_endpoint_expiring ON webhook_endpoint (expires_at)
  WHERE deleted_at IS NULL AND expires_at IS NOT NULL;

-- What signs: one secret, or two for a day after a rotation. Sealed with tenant and row.
CREATE TABLE webhook_secret (
  id          uuid PRIMARY KEY,
  tenant_id   uuid NOT NULL,
  endpoint_id uuid NOT NULL REFERENCES webhook_endpoint,
  sealed      bytea NOT NULL,
  created_at  timestamptz NOT NULL,
  retires_at  timestamptz -- null: the newest
);
CREATE UNIQUE INDEX webhook_secret_newest ON webhook_secret (endpoint_id)
  WHERE retires_at IS NULL;
CREATE INDEX webhook_secret_of_endpoint ON webhook_secret (endpoint_id);

-- Events whose deliveries are still to be made: filled with the event, emptied by the transaction
-- that makes them, in order of recording. Unlike the feed it need not wait for older transactions,
-- since nobody reads it by position.
CREATE TABLE webhook_event (
  recorded_at timestamptz NOT NULL,
  event_id    uuid NOT NULL,
  tenant_id   uuid NOT NULL,
  type        text NOT NULL,
  PRIMARY KEY (recorded_at, event_id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

CREATE FUNCTION queue_events_for_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_event (recorded_at, event_id, tenant_id, type)
  SELECT e.recorded_at, e.id, e.tenant_id, e.type
    FROM new_rows e
   WHERE EXISTS (SELECT FROM webhook_endpoint w
                  WHERE w.tenant_id = e.tenant_id
                    AND w.deleted_at IS NULL
                    AND w.activated_at IS NOT NULL);
  RETURN NULL;
END $$;

CREATE TRIGGER new_events_are_queued_for_webhooks AFTER INSERT ON event
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION queue_events_for_webhooks();

-- The log: one event on its way to one endpoint. Once per event, endpoint and run: the transaction
-- that writes the rows takes the event off the queue, or moves the run's position.
CREATE TABLE webhook_delivery (
  tenant_id         uuid NOT NULL,
  -- To the millisecond that `id` carries: who knows an identifier knows the partition.
  created_at        timestamptz NOT NULL,
  id                uuid NOT NULL,
  endpoint_id       uuid NOT NULL,
  run_id            uuid, -- the replay; null: fresh
  event_id          uuid NOT NULL,
  event_recorded_at timestamptz NOT NULL,
  event_type        text NOT NULL,
  status            text NOT NULL
    CHECK (status IN ('pending', 'succeeded', 'retrying', 'failed', 'skipped')),
  -- Does not move with success, so that the one update most rows ever see touches no index.
  undelivered       boolean NOT NULL GENERATED ALWAYS AS (status IN ('failed', 'skipped')) STORED,
  attempt_count     integer NOT NULL DEFAULT 0,
  -- [{at, response_status, error, duration_ms}], as clients see them.
  attempts          json NOT NULL DEFAULT '[]',
  next_attempt_at   timestamptz,
  -- Only of what is in no feed: verification and ping.
  envelope          text,
  PRIMARY KEY (tenant_id, created_at, id)
) PARTITION BY RANGE (created_at);

CREATE INDEX webhook_delivery_of_endpoint ON webhook_delivery (endpoint_id, created_at, id);
CREATE INDEX webhook_delivery_of_event ON webhook_delivery (tenant_id, event_id);
CREATE INDEX webhook_delivery_undelivered ON webhook_delivery (tenant_id, created_at, id)
  WHERE undelivered;
CREATE INDEX webhook_delivery_undelivered_to ON webhook_delivery (endpoint_id, event_id)
  WHERE undelivered;

-- The safety net: takes what has no partition of its day. Empty as long as upkeep runs.
CREATE TABLE webhook_delivery_default PARTITION OF webhook_delivery DEFAULT
  WITH (fillfactor = 70);

-- What is still to be sent, or being sent: one row for each delivery that is pending or retrying,
-- narrow because it is hot. Gone when the delivery is finished.
CREATE TABLE webhook_due (
  tenant_id   uuid NOT NULL,
  created_at  timestamptz NOT NULL, -- of the delivery
  delivery_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  priority    smallint NOT NULL CHECK (priority IN (0, 1)), -- 0: fresh, 1: of a replay
  due_at      timestamptz NOT NULL, -- while leased: when the lease ends
  lease_until timestamptz,          -- null: nobody is sending it
  owner       uuid,                 -- the node that is
  fence       bigint NOT NULL DEFAULT 0, -- grows with each lease: who comes late writes nothing
  PRIMARY KEY (tenant_id, created_at, delivery_id),
  CHECK ((lease_until IS NULL) = (owner IS NULL))
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
CREATE INDEX webhook_due_of_endpoint ON webhook_due (endpoint_id, priority, due_at);
CREATE INDEX webhook_due_soon ON webhook_due (due_at);

-- A replay: a range of the feed that is worked off for one endpoint, behind what is fresh.
CREATE TABLE webhook_replay (
  id             uuid PRIMARY KEY,
  tenant_id      uuid NOT NULL,
  endpoint_id    uuid NOT NULL REFERENCES webhook_endpoint,
  cursor_xid     xid8 NOT NULL,   -- everything up to this place is done; at first, the range's start
  cursor_seq     bigint NOT NULL,
  end_xid        xid8 NOT NULL,   -- transactions from this one on are not part of it
  occurred_from  timestamptz,     -- tenant's time, itself included
  occurred_until timestamptz,     -- tenant's time, itself excluded
  event_types    text[],          -- exact names; null: all
  only_failed    boolean NOT NULL,
  state          text NOT NULL CHECK (state IN ('running', 'done', 'canceled')),
  events         bigint NOT NULL, -- as many as matched when it was asked for
  created_at     timestamptz NOT NULL,
  ended_at       timestamptz,
  CHECK ((state = 'running') = (ended_at IS NULL))
);
CREATE INDEX webhook_replay_running ON webhook_replay (endpoint_id, created_at)
  WHERE state = 'running';

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['webhook_endpoint', 'webhook_secret', 'webhook_event',
    'webhook_delivery', 'webhook_delivery_default', 'webhook_due', 'webhook_replay'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY tenant_sees_its_own ON %I USING (sees_tenant(tenant_id))', name);
  END LOOP;
END $$;

SELECT create_day_partition('webhook_delivery', (now() AT TIME ZONE 'UTC')::date + offset_days)
  FROM generate_series(-1, 7) AS offset_days;
