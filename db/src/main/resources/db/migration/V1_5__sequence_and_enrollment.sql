-- Sequences, the signals that start and steer them, and the enrollments of subjects.
--
-- Times are the tenant's, except recorded_at: real time.

CREATE TABLE sequence (
  id             uuid PRIMARY KEY,
  tenant_id      uuid NOT NULL REFERENCES tenant,
  key            text NOT NULL CHECK (key ~ '^[a-z][a-z0-9_]{1,63}$'),
  title          text NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  status         text NOT NULL CHECK (status IN ('draft', 'active', 'archived')),
  active_version integer,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  UNIQUE (tenant_id, key),
  CHECK (status <> 'active' OR active_version IS NOT NULL)
);
CREATE INDEX sequence_by_created_at ON sequence (tenant_id, created_at DESC, id DESC);

ALTER TABLE sequence ENABLE ROW LEVEL SECURITY;
ALTER TABLE sequence FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON sequence USING (is_tenant_visible(tenant_id));

CREATE TABLE sequence_version (
  sequence_id  uuid NOT NULL REFERENCES sequence,
  tenant_id    uuid NOT NULL,
  version      integer NOT NULL CHECK (version >= 1),
  status       text NOT NULL CHECK (status IN ('draft', 'active', 'archived')),
  signal_type  text NOT NULL, -- of the trigger
  definition   json NOT NULL, -- trigger, exit_conditions and steps, as in the API
  created_at   timestamptz NOT NULL,
  activated_at timestamptz,
  PRIMARY KEY (sequence_id, version),
  CHECK ((status = 'draft') = (activated_at IS NULL))
);
CREATE UNIQUE INDEX one_active_version ON sequence_version (sequence_id) WHERE status = 'active';
CREATE INDEX sequence_version_trigger ON sequence_version (tenant_id, signal_type)
  WHERE status = 'active';

ALTER TABLE sequence_version ENABLE ROW LEVEL SECURITY;
ALTER TABLE sequence_version FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON sequence_version USING (is_tenant_visible(tenant_id));

CREATE TABLE signal (
  id                    uuid PRIMARY KEY,
  tenant_id             uuid NOT NULL, -- without a reference: every insert would lock the tenant's row
  signal_type           text NOT NULL,
  subject_reference     text NOT NULL,
  dedupe_key            text NOT NULL,
  occurred_at           text, -- as sent, with its offset
  received_at           timestamptz NOT NULL,
  recorded_at           timestamptz NOT NULL DEFAULT now(),
  subject_data          json, -- subject, contacts and context, as far as sent
  subject_data_complete boolean NOT NULL, -- enough for an order
  metadata              json,
  triggered             json NOT NULL, -- its effects on enrollments: [{enrollment_id, effect}]
  redacted_at           timestamptz
);
-- The subject's newest signal with enough data for an order.
CREATE INDEX signal_with_subject_data ON signal
  (tenant_id, subject_reference, received_at DESC, id DESC)
  WHERE subject_data_complete;
CREATE INDEX signal_to_redact ON signal (tenant_id, received_at) WHERE redacted_at IS NULL;
-- For erasure, which reads the others from signal_with_subject_data. Redacted signals have no
-- reference; the condition of signal_to_redact would let PostgreSQL take that index.
CREATE INDEX signal_without_subject_data ON signal (tenant_id, subject_reference, received_at)
  WHERE NOT subject_data_complete AND subject_reference <> '';

ALTER TABLE signal ENABLE ROW LEVEL SECURITY;
ALTER TABLE signal FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON signal USING (is_tenant_visible(tenant_id));

-- Deduplicates signals. Lookups check the exact age; expired rows are deleted in small batches.
CREATE TABLE signal_key (
  tenant_id   uuid NOT NULL,
  signal_type text NOT NULL,
  dedupe_key  text NOT NULL,
  signal_id   uuid NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, signal_type, dedupe_key)
);
CREATE INDEX signal_key_by_recorded_at ON signal_key (recorded_at);

ALTER TABLE signal_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE signal_key FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON signal_key USING (is_tenant_visible(tenant_id));

-- One subject in one sequence: before a step or in a wait, with the time of the next action, or with
-- an open order, without one.
CREATE TABLE enrollment (
  id                uuid PRIMARY KEY,
  tenant_id         uuid NOT NULL,
  sequence_id       uuid NOT NULL,
  sequence_key      text NOT NULL,
  sequence_version  integer NOT NULL,
  subject_reference text NOT NULL, -- empty once redacted
  signal_id         uuid NOT NULL, -- the trigger
  status            text NOT NULL,
  revision          integer NOT NULL DEFAULT 1,
  position          text NOT NULL,
  step              integer NOT NULL CHECK (step >= 0),
  next_action_at    timestamptz,
  order_ended       boolean NOT NULL DEFAULT false, -- the step's order has ended and is not processed yet
  known_facts       text[] NOT NULL DEFAULT '{}',   -- facts for the waits of the sequence
  exit_reason       text,
  created_at        timestamptz NOT NULL,
  ended_at          timestamptz,
  redacted_at       timestamptz,
  CONSTRAINT enrollment_status_known CHECK (status IN ('active', 'paused', 'completed', 'exited',
    'canceled', 'failed')),
  CONSTRAINT enrollment_position_known CHECK (position IN ('before', 'waiting', 'ordered', 'ended')),
  CONSTRAINT terminal_has_no_position CHECK (
    (status IN ('active', 'paused')) = (position <> 'ended')),
  CONSTRAINT terminal_enrollment_has_ended CHECK ((position = 'ended') = (ended_at IS NOT NULL)),
  CONSTRAINT next_action_only_before_or_waiting CHECK (
    (position IN ('before', 'waiting')) = (next_action_at IS NOT NULL)),
  CONSTRAINT order_ended_only_while_ordered CHECK (NOT order_ended OR position = 'ordered')
);
CREATE UNIQUE INDEX one_running_enrollment_per_subject ON enrollment
  (tenant_id, sequence_id, subject_reference)
  WHERE ended_at IS NULL;
CREATE INDEX enrollment_by_subject ON enrollment
  (tenant_id, subject_reference, created_at DESC, id DESC);
CREATE INDEX enrollment_by_created_at ON enrollment (tenant_id, created_at DESC, id DESC);
CREATE INDEX enrollment_due ON enrollment (tenant_id, next_action_at) WHERE status = 'active';
CREATE INDEX enrollment_order_ended ON enrollment (tenant_id) WHERE order_ended;
CREATE INDEX enrollment_to_redact ON enrollment (tenant_id, ended_at)
  WHERE ended_at IS NOT NULL AND redacted_at IS NULL;

ALTER TABLE enrollment ENABLE ROW LEVEL SECURITY;
ALTER TABLE enrollment FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON enrollment USING (is_tenant_visible(tenant_id));

-- The wide part, which does not change.
CREATE TABLE enrollment_body (
  enrollment_id uuid PRIMARY KEY REFERENCES enrollment,
  tenant_id     uuid NOT NULL,
  subject_data  json, -- subject, contacts and context; null: no signal has brought them yet
  metadata      json
);

ALTER TABLE enrollment_body ENABLE ROW LEVEL SECURITY;
ALTER TABLE enrollment_body FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON enrollment_body USING (is_tenant_visible(tenant_id));

-- Phones of running enrollments, like call_order_phone.
CREATE TABLE enrollment_phone (
  tenant_id     uuid NOT NULL,
  phone         text NOT NULL,
  enrollment_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, phone, enrollment_id)
);

ALTER TABLE enrollment_phone ENABLE ROW LEVEL SECURITY;
ALTER TABLE enrollment_phone FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON enrollment_phone USING (is_tenant_visible(tenant_id));

-- Sets order_ended in the transaction that ends the step's order, under the subject's lock.
CREATE FUNCTION mark_enrollment_order_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE enrollment
     SET order_ended = true
   WHERE id = NEW.enrollment_id AND tenant_id = NEW.tenant_id AND position = 'ordered';
  RETURN NULL;
END $$;
CREATE TRIGGER call_order_mark_enrollment AFTER UPDATE OF status ON call_order
  FOR EACH ROW
  WHEN (NEW.enrollment_id IS NOT NULL AND NEW.ended_at IS NOT NULL AND OLD.ended_at IS NULL)
  EXECUTE FUNCTION mark_enrollment_order_ended();
