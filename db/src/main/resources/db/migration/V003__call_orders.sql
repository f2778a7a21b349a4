-- Order types, call orders and the attempts to carry them out.
--
-- Times of orders and attempts are the tenant's (its clock may be ahead of real time in the
-- sandbox), but for the columns whose name or comment says real time.

CREATE TABLE order_type (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  key         text NOT NULL CHECK (key ~ '^[a-z][a-z0-9_]{1,63}$'),
  title       text NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  description text CHECK (length(description) <= 500),
  status      text NOT NULL CHECK (status IN ('draft', 'active', 'archived')),
  version     integer NOT NULL CHECK (version >= 1),
  revision    integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, key)
);

-- Each behavioural change is a new row; orders keep the one they were accepted with.
CREATE TABLE order_type_version (
  tenant_id uuid NOT NULL,
  key       text NOT NULL,
  version   integer NOT NULL CHECK (version >= 1),
  agent     json NOT NULL,
  defaults  json NOT NULL,
  PRIMARY KEY (tenant_id, key, version),
  FOREIGN KEY (tenant_id, key) REFERENCES order_type
);

-- Whom not to call. An entry names a number, a person, or both.
CREATE TABLE suppression (
  id                uuid PRIMARY KEY,
  tenant_id         uuid NOT NULL REFERENCES tenant,
  phone             text,
  subject_reference text,
  scope             text NOT NULL CHECK (scope = 'voice'),
  source            text NOT NULL CHECK (source IN ('api', 'in_call_request', 'operator')),
  reason            text CHECK (length(reason) <= 200),
  call_id           uuid,
  created_at        timestamptz NOT NULL,
  CHECK (phone IS NOT NULL OR subject_reference IS NOT NULL),
  CHECK (source <> 'in_call_request' OR call_id IS NOT NULL)
);
CREATE INDEX suppression_by_phone ON suppression (tenant_id, phone) WHERE phone IS NOT NULL;
CREATE INDEX suppression_by_subject ON suppression (tenant_id, subject_reference)
  WHERE subject_reference IS NOT NULL;
CREATE UNIQUE INDEX suppression_of_a_call ON suppression (call_id)
  WHERE source = 'in_call_request';

-- The narrow half of an order, which changes.
CREATE TABLE call_order (
  id                 uuid PRIMARY KEY,
  tenant_id          uuid NOT NULL, -- without a reference: every insert would lock the tenant's row
  status             text NOT NULL,
  revision           integer NOT NULL DEFAULT 1 CHECK (revision >= 1),
  attempt_count      integer NOT NULL DEFAULT 0 CHECK (attempt_count >= 0),
  refusals_in_row    integer NOT NULL DEFAULT 0 CHECK (refusals_in_row >= 0),
  next_attempt_at    timestamptz,
  current_attempt_id uuid,
  stop_reason        text,
  order_type         text NOT NULL,
  order_type_version integer NOT NULL,
  subject_reference  text NOT NULL,
  client_reference   text,
  enrollment_id      uuid,
  sequence_step_id   text,
  created_at         timestamptz NOT NULL,
  updated_at         timestamptz NOT NULL,
  ended_at           timestamptz,
  CONSTRAINT order_status_known CHECK (status IN ('accepted', 'scheduled', 'dialing',
    'in_progress', 'completed', 'expired', 'canceled', 'failed')),
  CONSTRAINT scheduled_has_an_instant CHECK ((status = 'scheduled') = (next_attempt_at IS NOT NULL)),
  CONSTRAINT dialing_has_an_attempt CHECK (
    (status IN ('dialing', 'in_progress')) = (current_attempt_id IS NOT NULL)),
  CONSTRAINT only_dialing_stops CHECK (
    stop_reason IS NULL OR status IN ('dialing', 'in_progress')),
  CONSTRAINT terminal_has_ended CHECK (
    (status IN ('completed', 'expired', 'canceled', 'failed')) = (ended_at IS NOT NULL))
);
CREATE INDEX call_order_newest ON call_order (tenant_id, created_at DESC, id DESC);
CREATE INDEX call_order_of_subject ON call_order (tenant_id, subject_reference, created_at DESC, id DESC);
CREATE INDEX call_order_of_client ON call_order (tenant_id, client_reference, created_at DESC, id DESC)
  WHERE client_reference IS NOT NULL;
CREATE INDEX call_order_to_plan ON call_order (tenant_id, created_at) WHERE status = 'accepted';
CREATE INDEX call_order_due ON call_order (tenant_id, next_attempt_at) WHERE status = 'scheduled';
CREATE INDEX call_order_stopping ON call_order (stop_reason) WHERE stop_reason IS NOT NULL;

-- The wide half: what the client ordered, with every default filled in. Scheduling and metadata can
-- change until the first dial; nothing else does.
CREATE TABLE call_order_body (
  order_id         uuid PRIMARY KEY REFERENCES call_order,
  tenant_id        uuid NOT NULL,
  document         json NOT NULL,
  given_scheduling json NOT NULL
);

-- Written once, when the order ends.
CREATE TABLE call_order_result (
  order_id  uuid PRIMARY KEY REFERENCES call_order,
  tenant_id uuid NOT NULL,
  result    json NOT NULL
);

-- One attempt to reach the person. Written before the gateway hears of it.
CREATE TABLE call_attempt (
  id                uuid PRIMARY KEY,
  tenant_id         uuid NOT NULL,
  order_id          uuid NOT NULL REFERENCES call_order,
  subject_reference text NOT NULL,
  phone             text NOT NULL,
  from_number       text NOT NULL,
  status            text NOT NULL,
  number            integer CHECK (number >= 1),
  gateway_ref       text,
  intended_at       timestamptz NOT NULL,
  started_at        timestamptz,
  answered_at       timestamptz,
  ended_at          timestamptz,
  disposition       text,
  cause             text,
  ended_by          text,
  suppression_id    uuid, -- the entry made of the person's objection
  report            json,
  transcript_expires_at timestamptz,
  report_due_at     timestamptz,
  not_after         timestamptz NOT NULL, -- real time: the gateway may not start to dial later
  check_at          timestamptz,          -- real time: when to ask the gateway; null: nothing open
  contact_day       date NOT NULL,        -- the person's local day
  dial_day          date NOT NULL,        -- the tenant's local day
  decision          json NOT NULL,        -- what was seen when the dial was allowed
  CONSTRAINT attempt_status_known CHECK (status IN ('placing', 'placed', 'ringing', 'answered',
    'ended', 'closed', 'refused')),
  CONSTRAINT counted_unless_placing_or_refused CHECK (
    (status IN ('placing', 'refused')) = (number IS NULL)),
  CONSTRAINT ended_has_a_disposition CHECK (
    (status IN ('ended', 'closed')) = (disposition IS NOT NULL AND ended_at IS NOT NULL)),
  CONSTRAINT disposition_known CHECK (disposition IN ('answered', 'no_answer', 'busy', 'voicemail',
    'failed', 'canceled'))
);
-- Also finds the attempts of an order.
CREATE UNIQUE INDEX attempt_number_once ON call_attempt (order_id, number);
-- One person is never in two dial attempts at once. Also counts the calls of a tenant: an index by
-- tenant alone would at times be taken for the question about one person, and read all of them.
CREATE UNIQUE INDEX one_dial_per_person ON call_attempt (tenant_id, subject_reference)
  WHERE status IN ('placing', 'placed', 'ringing', 'answered');
CREATE INDEX attempt_of_person ON call_attempt (tenant_id, subject_reference, ended_at);
CREATE INDEX attempt_to_check ON call_attempt (check_at) WHERE check_at IS NOT NULL;
CREATE INDEX attempt_report_due ON call_attempt (tenant_id, report_due_at)
  WHERE report_due_at IS NOT NULL;

-- What was said; account and card numbers were redacted before they came here.
CREATE TABLE transcript (
  attempt_id uuid PRIMARY KEY REFERENCES call_attempt,
  tenant_id  uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  document   json NOT NULL
);

-- Dials of a tenant's local day; the row serialises them, so that the quota is exact.
CREATE TABLE dial_count (
  tenant_id uuid NOT NULL REFERENCES tenant,
  day       date NOT NULL,
  dials     integer NOT NULL CHECK (dials >= 0),
  PRIMARY KEY (tenant_id, day)
);

-- A walk of a tenant's test clock: where it is going, until it has arrived.
ALTER TABLE tenant ADD COLUMN clock_target timestamptz;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['order_type', 'order_type_version', 'suppression', 'call_order',
    'call_order_body', 'call_order_result', 'call_attempt', 'transcript', 'dial_count'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY tenant_sees_its_own ON %I USING (sees_tenant(tenant_id))', name);
  END LOOP;
END $$;
