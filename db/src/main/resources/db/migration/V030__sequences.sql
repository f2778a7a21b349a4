-- Sequences, the signals that drive them, and the enrollments of persons in them.
--
-- Times are the tenant's, but for the columns whose name says recorded.

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
CREATE INDEX sequence_newest ON sequence (tenant_id, created_at DESC, id DESC);

CREATE TABLE sequence_version (
  sequence_id  uuid NOT NULL REFERENCES sequence,
  tenant_id    uuid NOT NULL,
  version      integer NOT NULL CHECK (version >= 1),
  status       text NOT NULL CHECK (status IN ('draft', 'active', 'archived')),
  signal_type  text NOT NULL, -- that of the trigger
  definition   json NOT NULL, -- trigger, exit_conditions, steps, in the shape in which clients see them
  created_at   timestamptz NOT NULL,
  activated_at timestamptz,
  PRIMARY KEY (sequence_id, version),
  CHECK ((status = 'draft') = (activated_at IS NULL))
);
CREATE UNIQUE INDEX one_active_version ON sequence_version (sequence_id) WHERE status = 'active';
CREATE INDEX sequence_version_trigger ON sequence_version (tenant_id, signal_type)
  WHERE status = 'active';

CREATE TABLE signal (
  id                uuid PRIMARY KEY,
  tenant_id         uuid NOT NULL, -- without a reference: every insert would lock the tenant's row
  signal_type       text NOT NULL,
  subject_reference text NOT NULL,
  dedupe_key        text NOT NULL,
  occurred_at       text,          -- as given, with its offset
  received_at       timestamptz NOT NULL,
  recorded_at       timestamptz NOT NULL DEFAULT now(),
  person            json,          -- subject, contacts and context, as far as they were given
  complete          boolean NOT NULL, -- whether an order could be made of it
  metadata          json,
  triggered         json NOT NULL
);
-- The newest of a person that an order could be made of.
CREATE INDEX signal_with_person ON signal (tenant_id, subject_reference, received_at DESC, id DESC)
  WHERE complete;

-- Which signals not to take twice. Looked up by exact age; rows past it go in small batches.
CREATE TABLE signal_key (
  tenant_id   uuid NOT NULL,
  signal_type text NOT NULL,
  dedupe_key  text NOT NULL,
  signal_id   uuid NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, signal_type, dedupe_key)
);
CREATE INDEX signal_key_oldest ON signal_key (recorded_at);

-- One person on the ladder of one sequence. Where it stands: before a step or in a wait, with the
-- instant at which it goes on; or with an order under way, without one.
CREATE TABLE enrollment (
  id                 uuid PRIMARY KEY,
  tenant_id          uuid NOT NULL,
  sequence_id        uuid NOT NULL,
  sequence_key       text NOT NULL,
  sequence_version   integer NOT NULL,
  subject_reference  text NOT NULL,
  signal_id          uuid NOT NULL, -- the one that triggered it
  status             text NOT NULL,
  position           text NOT NULL,
  step               integer NOT NULL CHECK (step >= 0),
  next_action_at     timestamptz,
  order_ended        boolean NOT NULL DEFAULT false, -- the order under way is over, nobody has looked yet
  known              text[] NOT NULL DEFAULT '{}',   -- facts that some wait asks for
  exit_reason        text,
  revision           integer NOT NULL DEFAULT 1,
  created_at         timestamptz NOT NULL,
  ended_at           timestamptz,
  CONSTRAINT enrollment_status_known CHECK (status IN ('active', 'paused', 'completed', 'exited',
    'canceled', 'failed')),
  CONSTRAINT enrollment_position_known CHECK (position IN ('before', 'waiting', 'ordered', 'ended')),
  CONSTRAINT terminal_has_no_position CHECK (
    (status IN ('active', 'paused')) = (position <> 'ended')),
  CONSTRAINT terminal_enrollment_has_ended CHECK ((position = 'ended') = (ended_at IS NOT NULL)),
  CONSTRAINT timer_or_order CHECK (
    (position IN ('before', 'waiting')) = (next_action_at IS NOT NULL)),
  CONSTRAINT only_an_order_ends CHECK (NOT order_ended OR position = 'ordered')
);
-- Paused ones count as well.
CREATE UNIQUE INDEX one_enrollment_per_person ON enrollment (tenant_id, sequence_id, subject_reference)
  WHERE status IN ('active', 'paused');
CREATE INDEX enrollment_of_person ON enrollment (tenant_id, subject_reference, created_at DESC, id DESC);
CREATE INDEX enrollment_newest ON enrollment (tenant_id, created_at DESC, id DESC);
CREATE INDEX enrollment_due ON enrollment (tenant_id, next_action_at) WHERE status = 'active';
CREATE INDEX enrollment_order_ended ON enrollment (tenant_id) WHERE order_ended;

-- The wide half, which does not change: whom to call about what, and what the client attached.
CREATE TABLE enrollment_body (
  enrollment_id uuid PRIMARY KEY REFERENCES enrollment,
  tenant_id     uuid NOT NULL,
  person        json, -- subject, contacts and context; null: nobody has told yet
  metadata      json
);

-- Which running enrollments hold a telephone number, as call_order_phone does for orders.
CREATE TABLE enrollment_phone (
  tenant_id     uuid NOT NULL,
  phone         text NOT NULL,
  enrollment_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, phone, enrollment_id)
);

-- Orders of a paused enrollment keep their status and are not dialled.
ALTER TABLE call_order ADD COLUMN held boolean NOT NULL DEFAULT false;
DROP INDEX call_order_to_plan;
DROP INDEX call_order_due;
CREATE INDEX call_order_to_plan ON call_order (tenant_id, created_at)
  WHERE status = 'accepted' AND NOT held;
CREATE INDEX call_order_due ON call_order (tenant_id, next_attempt_at)
  WHERE status = 'scheduled' AND NOT held;

-- A step has one order, whatever crashes.
CREATE UNIQUE INDEX one_order_per_step ON call_order (enrollment_id, sequence_step_id)
  WHERE enrollment_id IS NOT NULL;

-- Who ends an order under its person's lock also lays it before the enrollment that waits for it.
CREATE FUNCTION tell_enrollment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE enrollment
     SET order_ended = true
   WHERE id = NEW.enrollment_id AND tenant_id = NEW.tenant_id AND position = 'ordered';
  RETURN NULL;
END $$;
CREATE TRIGGER enrollment_is_told AFTER UPDATE OF status ON call_order
  FOR EACH ROW
  WHEN (NEW.enrollment_id IS NOT NULL AND NEW.ended_at IS NOT NULL AND OLD.ended_at IS NULL)
  EXECUTE FUNCTION tell_enrollment();

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['sequence', 'sequence_version', 'signal', 'signal_key', 'enrollment',
    'enrollment_body', 'enrollment_phone'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY tenant_sees_its_own ON %I USING (sees_tenant(tenant_id))', name);
  END LOOP;
END $$;
