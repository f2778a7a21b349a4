-- Order types and call orders.
--
-- Times are the tenant's (in the sandbox its clock may be ahead of real time), unless a comment says
-- real time. Tables with many inserts have no foreign key to tenant, call_order or call_attempt: every
-- insert would look up and lock the referenced row.

CREATE TABLE order_type (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  key         text NOT NULL CHECK (key ~ '^[a-z][a-z0-9_]{1,63}$'),
  title       text NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  description text CHECK (length(description) <= 500),
  status      text NOT NULL CHECK (status IN ('draft', 'active', 'archived')),
  version     integer NOT NULL CHECK (version >= 1),
  revision    integer NOT NULL DEFAULT 1, -- the entity tag
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, key)
);
CREATE INDEX order_type_by_created_at ON order_type (tenant_id, created_at DESC, key DESC);

ALTER TABLE order_type ENABLE ROW LEVEL SECURITY;
ALTER TABLE order_type FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON order_type USING (is_tenant_visible(tenant_id));

-- Each change of behavior adds a row; an order uses the version it was accepted with.
CREATE TABLE order_type_version (
  tenant_id uuid NOT NULL,
  key       text NOT NULL,
  version   integer NOT NULL CHECK (version >= 1),
  agent     json NOT NULL,
  defaults  json NOT NULL,
  PRIMARY KEY (tenant_id, key, version),
  FOREIGN KEY (tenant_id, key) REFERENCES order_type
);

ALTER TABLE order_type_version ENABLE ROW LEVEL SECURITY;
ALTER TABLE order_type_version FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON order_type_version USING (is_tenant_visible(tenant_id));

-- The narrow, changing part of an order.
CREATE TABLE call_order (
  id                   uuid PRIMARY KEY,
  tenant_id            uuid NOT NULL,
  status               text NOT NULL,
  revision             integer NOT NULL DEFAULT 1 CHECK (revision >= 1),
  plannings            integer NOT NULL DEFAULT 0, -- revisions by planning alone, not in the entity tag
  order_type           text NOT NULL,
  order_type_version   integer NOT NULL,
  subject_reference    text NOT NULL, -- empty once redacted: no client can name it
  client_reference     text,
  enrollment_id        uuid,
  sequence_step_id     text,
  attempt_count        integer NOT NULL DEFAULT 0 CHECK (attempt_count >= 0),
  consecutive_refusals integer NOT NULL DEFAULT 0 CHECK (consecutive_refusals >= 0), -- by the gateway
  current_attempt_id   uuid,
  stop_reason          text, -- why the call in progress is to be canceled
  next_attempt_at      timestamptz,
  next_phone           text, -- that rotation proposes for the next dial; the dialer decides again
  waits_for_phone      text, -- phone of the active attempt that blocks this due order
  held                 boolean NOT NULL DEFAULT false, -- its enrollment is paused: no dial
  halt_id              uuid, -- the halt for which this due order is parked; it only spares rereading
  created_at           timestamptz NOT NULL,
  updated_at           timestamptz NOT NULL,
  expires_at           timestamptz NOT NULL, -- no attempt starts from here on
  ended_at             timestamptz,
  redacted_at          timestamptz,
  CONSTRAINT order_status_known CHECK (status IN ('accepted', 'scheduled', 'dialing',
    'in_progress', 'completed', 'expired', 'canceled', 'failed')),
  CONSTRAINT scheduled_has_next_attempt_at CHECK (
    (status = 'scheduled') = (next_attempt_at IS NOT NULL)),
  CONSTRAINT dialing_has_current_attempt CHECK (
    (status IN ('dialing', 'in_progress')) = (current_attempt_id IS NOT NULL)),
  CONSTRAINT stop_reason_only_while_dialing CHECK (
    stop_reason IS NULL OR status IN ('dialing', 'in_progress')),
  CONSTRAINT only_scheduled_has_a_next_phone CHECK (
    status = 'scheduled' OR (next_phone IS NULL AND waits_for_phone IS NULL)),
  CONSTRAINT terminal_has_ended CHECK (
    (status IN ('completed', 'expired', 'canceled', 'failed')) = (ended_at IS NOT NULL))
);
CREATE INDEX call_order_by_created_at ON call_order (tenant_id, created_at DESC, id DESC);
CREATE INDEX call_order_by_subject ON call_order
  (tenant_id, subject_reference, created_at DESC, id DESC);
CREATE INDEX call_order_by_client_reference ON call_order
  (tenant_id, client_reference, created_at DESC, id DESC)
  WHERE client_reference IS NOT NULL;
CREATE INDEX call_order_stopping ON call_order (stop_reason) WHERE stop_reason IS NOT NULL;
-- One order per step, also after a crash.
CREATE UNIQUE INDEX one_order_per_step ON call_order (enrollment_id, sequence_step_id)
  WHERE enrollment_id IS NOT NULL;
CREATE INDEX call_order_to_plan ON call_order (tenant_id, created_at)
  WHERE status = 'accepted' AND NOT held;
CREATE INDEX call_order_by_halt ON call_order (halt_id) WHERE halt_id IS NOT NULL;
CREATE INDEX call_order_to_redact ON call_order (tenant_id, ended_at)
  WHERE ended_at IS NOT NULL AND redacted_at IS NULL;
CREATE INDEX call_order_due ON call_order (tenant_id, next_attempt_at)
  WHERE status = 'scheduled' AND NOT held AND halt_id IS NULL AND waits_for_phone IS NULL;
-- The dialer reads the first waiting order of each phone, and only while the phone has no active
-- attempt. So nothing has to wake waiting orders.
CREATE INDEX call_order_waiting ON call_order (tenant_id, waits_for_phone, next_attempt_at)
  WHERE status = 'scheduled' AND NOT held AND halt_id IS NULL AND waits_for_phone IS NOT NULL;
-- `ended_at IS NULL` is redundant: it stops PostgreSQL from using this index for due orders.
CREATE INDEX call_order_expiring ON call_order (tenant_id, expires_at)
  WHERE status IN ('accepted', 'scheduled') AND ended_at IS NULL;

ALTER TABLE call_order ENABLE ROW LEVEL SECURITY;
ALTER TABLE call_order FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON call_order USING (is_tenant_visible(tenant_id));

-- The wide part of an order: what the client ordered, with all defaults filled in. Scheduling and
-- metadata can change until the first dial.
CREATE TABLE call_order_body (
  order_id             uuid PRIMARY KEY,
  tenant_id            uuid NOT NULL,
  document             json NOT NULL,
  accepted_document    json, -- before the first edit; null while there was none
  submitted_scheduling json NOT NULL, -- as the client sent it, without defaults
  -- Recognize an order that a client sends again: keyed hashes of tenant, subject, and Idempotency-Key
  -- or signal and step, one per master key, newest key first. Calls carry them in encrypted context.
  key_hashes           uuid[] NOT NULL DEFAULT '{}'
);

ALTER TABLE call_order_body ENABLE ROW LEVEL SECURITY;
ALTER TABLE call_order_body FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON call_order_body USING (is_tenant_visible(tenant_id));

-- Written once, when the order ends.
CREATE TABLE call_order_result (
  order_id  uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  result    json NOT NULL
);

ALTER TABLE call_order_result ENABLE ROW LEVEL SECURITY;
ALTER TABLE call_order_result FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON call_order_result USING (is_tenant_visible(tenant_id));

-- Phones of orders that have not ended: written with the order, deleted when it ends, so that no
-- phone stays longer than its purpose.
CREATE TABLE call_order_phone (
  tenant_id uuid NOT NULL,
  phone     text NOT NULL,
  order_id  uuid NOT NULL,
  PRIMARY KEY (tenant_id, phone, order_id)
);

ALTER TABLE call_order_phone ENABLE ROW LEVEL SECURITY;
ALTER TABLE call_order_phone FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON call_order_phone USING (is_tenant_visible(tenant_id));

-- Orders that a restore lost and of which the gateway's log has a call. An order sent again under
-- such a key is accepted under the lost order's id.
CREATE TABLE gone_order_key (
  tenant_id   uuid NOT NULL,
  key_hash    uuid NOT NULL,
  order_id    uuid NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(), -- real time
  PRIMARY KEY (tenant_id, key_hash)
);
CREATE INDEX gone_order_key_by_order ON gone_order_key (order_id);
CREATE INDEX gone_order_key_oldest ON gone_order_key (recorded_at);

ALTER TABLE gone_order_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE gone_order_key FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON gone_order_key USING (is_tenant_visible(tenant_id));

-- Number of orders per tenant and status, updated by triggers so that no writer can omit it: each
-- acceptance and the overview need it, and counting millions of rows takes too long (ADR 0007).
--
-- Each session adds to a row of its own (or nearly so), so that writers do not wait for each other.
-- A single row may be negative; only the sum counts.
CREATE TABLE order_count (
  tenant_id   uuid NOT NULL,
  shard       smallint NOT NULL,
  open        integer NOT NULL, -- accepted, scheduled, dialing or in progress
  undialed    integer NOT NULL, -- of these, orders before their first dial
  accepted    integer NOT NULL DEFAULT 0,
  scheduled   integer NOT NULL DEFAULT 0,
  dialing     integer NOT NULL DEFAULT 0,
  in_progress integer NOT NULL DEFAULT 0,
  completed   integer NOT NULL DEFAULT 0,
  expired     integer NOT NULL DEFAULT 0,
  canceled    integer NOT NULL DEFAULT 0,
  failed      integer NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, shard)
) WITH (fillfactor = 50);

ALTER TABLE order_count ENABLE ROW LEVEL SECURITY;
ALTER TABLE order_count FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON order_count USING (is_tenant_visible(tenant_id));

CREATE FUNCTION is_open(status text) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN status IN ('accepted', 'scheduled', 'dialing', 'in_progress');

CREATE FUNCTION is_undialed(status text, attempt_count integer) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN status IN ('accepted', 'scheduled') AND attempt_count = 0;

-- A new order is accepted, and scheduled in the same transaction if an attempt is possible.
CREATE FUNCTION count_inserted_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_count AS o (tenant_id, shard, open, undialed, accepted, scheduled)
  SELECT tenant_id, pg_backend_pid() % 256, count(*), count(*),
         count(*) FILTER (WHERE status = 'accepted'), count(*) FILTER (WHERE status = 'scheduled')
    FROM new_rows
   GROUP BY tenant_id
   ORDER BY tenant_id
  ON CONFLICT (tenant_id, shard) DO UPDATE
     SET open = o.open + excluded.open, undialed = o.undialed + excluded.undialed,
         accepted = o.accepted + excluded.accepted,
         scheduled = o.scheduled + excluded.scheduled;
  RETURN NULL;
END $$;
CREATE TRIGGER call_order_count_inserted AFTER INSERT ON call_order
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_orders();

CREATE FUNCTION count_updated_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_count AS o (tenant_id, shard, open, undialed,
      accepted, scheduled, dialing, in_progress, completed, expired, canceled, failed)
  SELECT tenant_id, pg_backend_pid() % 256, accepted + scheduled + dialing + in_progress, undialed,
         accepted, scheduled, dialing, in_progress, completed, expired, canceled, failed
    FROM (SELECT tenant_id,
                 sum(n * is_undialed(status, attempt_count)::int) AS undialed,
                 sum(n * (status = 'accepted')::int) AS accepted,
                 sum(n * (status = 'scheduled')::int) AS scheduled,
                 sum(n * (status = 'dialing')::int) AS dialing,
                 sum(n * (status = 'in_progress')::int) AS in_progress,
                 sum(n * (status = 'completed')::int) AS completed,
                 sum(n * (status = 'expired')::int) AS expired,
                 sum(n * (status = 'canceled')::int) AS canceled,
                 sum(n * (status = 'failed')::int) AS failed
            FROM (SELECT tenant_id, status, attempt_count, 1 AS n FROM new_rows
                   UNION ALL
                  SELECT tenant_id, status, attempt_count, -1 FROM old_rows) AS changed
           GROUP BY tenant_id) AS change
   WHERE (undialed, accepted, scheduled, dialing, in_progress, completed, expired, canceled, failed)
      <> (0, 0, 0, 0, 0, 0, 0, 0, 0)
   ORDER BY tenant_id
  ON CONFLICT (tenant_id, shard) DO UPDATE
     SET open = o.open + excluded.open, undialed = o.undialed + excluded.undialed,
         accepted = o.accepted + excluded.accepted,
         scheduled = o.scheduled + excluded.scheduled,
         dialing = o.dialing + excluded.dialing,
         in_progress = o.in_progress + excluded.in_progress,
         completed = o.completed + excluded.completed,
         expired = o.expired + excluded.expired,
         canceled = o.canceled + excluded.canceled,
         failed = o.failed + excluded.failed;
  RETURN NULL;
END $$;
CREATE TRIGGER call_order_count_updated AFTER UPDATE ON call_order
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_updated_orders();
