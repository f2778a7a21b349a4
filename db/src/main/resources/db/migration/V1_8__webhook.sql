-- Webhook endpoints with their secrets, the queues of events and deliveries, and the delivery log.
--
-- Times are real time, also under a test clock, except occurred_from and occurred_until.

CREATE TABLE webhook_endpoint (
  id                           uuid PRIMARY KEY,
  tenant_id                    uuid NOT NULL REFERENCES tenant,
  url                          text NOT NULL CHECK (length(url) BETWEEN 12 AND 2048),
  description                  text CHECK (length(description) <= 500),
  event_types                  text[] CHECK (cardinality(event_types) > 0), -- filters; null: every type
  payload_mode                 text NOT NULL CHECK (payload_mode IN ('full', 'thin')),
  status                       text NOT NULL
    CHECK (status IN ('pending_verification', 'active', 'disabled')),
  -- Moves with configuration, status and secrets, and with verification and health only if these
  -- change the status.
  revision                     bigint NOT NULL DEFAULT 1 CHECK (revision >= 1),
  verification_state           text NOT NULL
    CHECK (verification_state IN ('pending', 'succeeded', 'failed', 'expired')),
  challenge                    text, -- that the endpoint has to return; the requests are attempts of a delivery
  verification_last_attempt_at timestamptz,
  verification_expires_at      timestamptz,
  verification_failure_reason  text,
  activated_at                 timestamptz, -- first success: each subscribed event since has a delivery in the log
  consecutive_failures         integer NOT NULL DEFAULT 0 CHECK (consecutive_failures >= 0),
  failing_since                timestamptz,
  disable_countdown_started    boolean NOT NULL DEFAULT false, -- the five days to disabling run
  warned_percent               integer NOT NULL DEFAULT 0, -- percent of these days at the last warning; 0: none
  last_success_at              timestamptz,
  last_failure_at              timestamptz,
  created_at                   timestamptz NOT NULL,
  updated_at                   timestamptz NOT NULL,
  deleted_at                   timestamptz,
  CONSTRAINT pending_verification_has_challenge CHECK (
    (verification_state = 'pending') = (challenge IS NOT NULL)
    AND (verification_state = 'pending') = (verification_expires_at IS NOT NULL)),
  CONSTRAINT active_is_verified CHECK (
    (status = 'active' AND verification_state = 'succeeded' AND activated_at IS NOT NULL)
    OR (status = 'pending_verification' AND verification_state <> 'succeeded')
    OR status = 'disabled')
);
CREATE INDEX webhook_endpoint_by_created_at ON webhook_endpoint (tenant_id, created_at DESC, id DESC)
  WHERE deleted_at IS NULL;
CREATE INDEX webhook_endpoint_activated ON webhook_endpoint (tenant_id)
  WHERE deleted_at IS NULL AND activated_at IS NOT NULL;
CREATE INDEX webhook_endpoint_expiring ON webhook_endpoint (verification_expires_at)
  WHERE deleted_at IS NULL AND verification_expires_at IS NOT NULL;
-- Deleted endpoints are removed once the log has no delivery of theirs.
CREATE INDEX webhook_endpoint_deleted ON webhook_endpoint (deleted_at)
  WHERE deleted_at IS NOT NULL;

ALTER TABLE webhook_endpoint ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_endpoint FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON webhook_endpoint USING (is_tenant_visible(tenant_id));

-- Signing secrets: one, or two for a day after a rotation.
CREATE TABLE webhook_secret (
  id          uuid PRIMARY KEY,
  tenant_id   uuid NOT NULL,
  endpoint_id uuid NOT NULL REFERENCES webhook_endpoint,
  ciphertext  bytea NOT NULL, -- bound to tenant and row
  created_at  timestamptz NOT NULL,
  retires_at  timestamptz -- null: the current secret
);
CREATE UNIQUE INDEX webhook_secret_current_unique ON webhook_secret (endpoint_id)
  WHERE retires_at IS NULL;
CREATE INDEX webhook_secret_by_endpoint ON webhook_secret (endpoint_id);
CREATE INDEX webhook_secret_retired ON webhook_secret (retires_at) WHERE retires_at IS NOT NULL;

ALTER TABLE webhook_secret ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_secret FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON webhook_secret USING (is_tenant_visible(tenant_id));

-- Queue of events without deliveries: a trigger fills it, the transaction that creates the deliveries
-- empties it. Unlike the feed it need not wait for older transactions: no cursor points into it.
CREATE TABLE webhook_event_queue (
  recorded_at timestamptz NOT NULL,
  event_id    uuid NOT NULL,
  tenant_id   uuid NOT NULL,
  type        text NOT NULL,
  PRIMARY KEY (recorded_at, event_id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

ALTER TABLE webhook_event_queue ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_event_queue FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON webhook_event_queue USING (is_tenant_visible(tenant_id));

CREATE FUNCTION queue_events_for_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_event_queue (recorded_at, event_id, tenant_id, type)
  SELECT e.recorded_at, e.id, e.tenant_id, e.type
    FROM new_rows e
   WHERE EXISTS (SELECT FROM webhook_endpoint w
                  WHERE w.tenant_id = e.tenant_id
                    AND w.deleted_at IS NULL
                    AND w.activated_at IS NOT NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER event_queue_for_webhooks AFTER INSERT ON event
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION queue_events_for_webhooks();

-- The delivery log: one event to one endpoint, once per event, endpoint and replay. The transaction
-- that writes the rows removes the event from its queue, or moves the replay's position.
CREATE TABLE webhook_delivery (
  tenant_id         uuid NOT NULL,
  created_at        timestamptz NOT NULL, -- the millisecond in `id`: the id gives the partition
  id                uuid NOT NULL,
  endpoint_id       uuid NOT NULL,
  replay_id         uuid, -- null: not of a replay
  event_id          uuid NOT NULL,
  event_recorded_at timestamptz NOT NULL,
  event_type        text NOT NULL,
  status            text NOT NULL
    CHECK (status IN ('pending', 'succeeded', 'retrying', 'failed', 'skipped')),
  -- Does not change with success, so that the only update of most rows touches no index.
  undelivered       boolean NOT NULL GENERATED ALWAYS AS (status IN ('failed', 'skipped')) STORED,
  attempt_count     integer NOT NULL DEFAULT 0,
  attempts          json NOT NULL DEFAULT '[]', -- [{at, response_status, error, duration_ms}], as in the API
  next_attempt_at   timestamptz,
  envelope          text, -- only of verifications and pings, which are in no feed
  PRIMARY KEY (tenant_id, created_at, id)
) PARTITION BY RANGE (created_at);
CREATE INDEX webhook_delivery_by_endpoint ON webhook_delivery (endpoint_id, created_at, id);
-- Without the tenant, so that no plan takes it to find a delivery by its key.
CREATE INDEX webhook_delivery_by_event ON webhook_delivery (event_id);
CREATE INDEX webhook_delivery_undelivered ON webhook_delivery (tenant_id, created_at, id)
  WHERE undelivered;
CREATE INDEX webhook_delivery_undelivered_by_endpoint ON webhook_delivery (endpoint_id, event_id)
  WHERE undelivered;

ALTER TABLE webhook_delivery ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_delivery FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON webhook_delivery USING (is_tenant_visible(tenant_id));

-- For rows without a partition of their day. Empty while maintenance runs. The partitions of the days
-- take its fill factor: one transaction may finish all deliveries of a page, none of which leaves it.
CREATE TABLE webhook_delivery_default PARTITION OF webhook_delivery DEFAULT
  WITH (fillfactor = 40);

ALTER TABLE webhook_delivery_default ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_delivery_default FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON webhook_delivery_default USING (is_tenant_visible(tenant_id));

DO $$
BEGIN
  PERFORM create_day_partition('webhook_delivery', (now() AT TIME ZONE 'UTC')::date + offset_days)
     FROM generate_series(-1, 7) AS offset_days;
END $$;

-- Queue of pending and retrying deliveries. Narrow because it is hot; a row is deleted when its
-- delivery is finished.
CREATE TABLE webhook_delivery_queue (
  tenant_id   uuid NOT NULL,
  created_at  timestamptz NOT NULL, -- of the delivery
  delivery_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  priority    smallint NOT NULL CHECK (priority IN (0, 1)), -- 1: of a replay
  due_at      timestamptz NOT NULL, -- while leased: end of the lease
  lease_until timestamptz,          -- null: not leased
  owner       uuid,                 -- the node with the lease
  fence       bigint NOT NULL DEFAULT 0, -- grows with each lease: a write under an older one fails
  PRIMARY KEY (tenant_id, created_at, delivery_id),
  CHECK ((lease_until IS NULL) = (owner IS NULL))
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
CREATE INDEX webhook_delivery_queue_by_endpoint ON webhook_delivery_queue (endpoint_id, priority, due_at);
CREATE INDEX webhook_delivery_queue_by_due_at ON webhook_delivery_queue (due_at);

ALTER TABLE webhook_delivery_queue ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_delivery_queue FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON webhook_delivery_queue USING (is_tenant_visible(tenant_id));

-- A replay sends a range of the feed to one endpoint again, behind new events.
CREATE TABLE webhook_replay (
  id             uuid PRIMARY KEY,
  tenant_id      uuid NOT NULL,
  endpoint_id    uuid NOT NULL REFERENCES webhook_endpoint,
  cursor_xid     xid8 NOT NULL,   -- events up to this position are done; at first the start of the range
  cursor_seq     bigint NOT NULL,
  end_xid        xid8 NOT NULL,   -- first transaction after the range
  occurred_from  timestamptz,     -- tenant's time, inclusive
  occurred_until timestamptz,     -- tenant's time, exclusive
  event_types    text[],          -- exact names; null: all
  only_failed    boolean NOT NULL,
  state          text NOT NULL CHECK (state IN ('running', 'done', 'canceled')),
  events         bigint NOT NULL, -- matching events at the request
  created_at     timestamptz NOT NULL,
  ended_at       timestamptz,
  CHECK ((state = 'running') = (ended_at IS NULL))
);
CREATE INDEX webhook_replay_running ON webhook_replay (endpoint_id, created_at)
  WHERE state = 'running';
CREATE INDEX webhook_replay_running_next ON webhook_replay (id) WHERE state = 'running';
CREATE INDEX webhook_replay_of_endpoint ON webhook_replay (endpoint_id);
CREATE INDEX webhook_replay_ended ON webhook_replay (ended_at) WHERE ended_at IS NOT NULL;

ALTER TABLE webhook_replay ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_replay FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON webhook_replay USING (is_tenant_visible(tenant_id));
