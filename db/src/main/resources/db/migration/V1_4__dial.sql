-- Call attempts, quotas and halts of dialing, and the gateway's log.
--
-- Times are the tenant's, unless a comment says real time.

-- One attempt to reach the subject of an order, written before the gateway is asked to place the call.
CREATE TABLE call_attempt (
  id                    uuid PRIMARY KEY,
  tenant_id             uuid NOT NULL,
  order_id              uuid NOT NULL, -- without a reference: a restore may have lost the order
  order_gone            boolean NOT NULL DEFAULT false, -- lost by a restore; limits still count the attempt
  subject_reference     text NOT NULL,
  phone                 text NOT NULL,
  from_number           text NOT NULL,
  -- The receivable: a digest of its case, contract or invoice number, or else of the creditor's name.
  -- Some countries limit the calls to one subject about one claim, over all orders.
  claim_key             uuid NOT NULL,
  status                text NOT NULL,
  attempt_number        integer CHECK (attempt_number >= 1), -- within the order
  gateway_ref           text,
  intended_at           timestamptz NOT NULL,
  not_after             timestamptz NOT NULL, -- real time: the gateway may not start to dial later
  reconcile_at          timestamptz,          -- real time: next query of the gateway; null: nothing is open
  contact_day           date NOT NULL,        -- the subject's local day
  dial_day              date NOT NULL,        -- the tenant's local day
  decision              json NOT NULL,        -- the facts that allowed the dial
  started_at            timestamptz,
  answered_at           timestamptz,
  ended_at              timestamptz,
  disposition           text,
  cause                 text,
  ended_by              text,
  suppression_id        uuid, -- the entry created by the subject's objection
  report                json,
  report_due_at         timestamptz,
  transcript_expires_at timestamptz,
  CONSTRAINT attempt_status_known CHECK (status IN ('placing', 'placed', 'ringing', 'answered',
    'ended', 'closed', 'refused')),
  CONSTRAINT attempt_number_unless_placing_or_refused CHECK (
    (status IN ('placing', 'refused')) = (attempt_number IS NULL)),
  CONSTRAINT ended_has_disposition CHECK (
    (status IN ('ended', 'closed')) = (disposition IS NOT NULL AND ended_at IS NOT NULL)),
  CONSTRAINT disposition_known CHECK (disposition IN ('answered', 'no_answer', 'busy', 'voicemail',
    'failed', 'canceled'))
);
-- Also finds the attempts of an order.
CREATE UNIQUE INDEX call_attempt_number_unique ON call_attempt (order_id, attempt_number);
-- A subject has at most one dial attempt at a time. Also counts the calls of a tenant: PostgreSQL
-- sometimes prefers an index by tenant alone for one subject, and then reads all of the tenant's calls.
CREATE UNIQUE INDEX one_active_attempt_per_subject ON call_attempt (tenant_id, subject_reference)
  WHERE status IN ('placing', 'placed', 'ringing', 'answered');
-- A phone has at most one active attempt per tenant, whatever the references of the orders.
CREATE UNIQUE INDEX one_active_attempt_per_number ON call_attempt (tenant_id, phone)
  WHERE status IN ('placing', 'placed', 'ringing', 'answered');
CREATE INDEX call_attempt_by_subject ON call_attempt (tenant_id, subject_reference, ended_at);
CREATE INDEX call_attempt_to_reconcile ON call_attempt (reconcile_at) WHERE reconcile_at IS NOT NULL;
CREATE INDEX call_attempt_report_due ON call_attempt (tenant_id, report_due_at)
  WHERE report_due_at IS NOT NULL;
-- No order leads retention and erasure to these attempts.
CREATE INDEX call_attempt_of_gone_orders ON call_attempt
  (tenant_id, (COALESCE(ended_at, intended_at)))
  WHERE order_gone AND subject_reference <> '';

ALTER TABLE call_attempt ENABLE ROW LEVEL SECURITY;
ALTER TABLE call_attempt FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON call_attempt USING (is_tenant_visible(tenant_id));

-- Account and card numbers are redacted before a transcript is stored.
CREATE TABLE transcript (
  attempt_id uuid PRIMARY KEY,
  tenant_id  uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  document   json NOT NULL
);
CREATE INDEX transcript_expiring ON transcript (tenant_id, expires_at);

ALTER TABLE transcript ENABLE ROW LEVEL SECURITY;
ALTER TABLE transcript FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON transcript USING (is_tenant_visible(tenant_id));

-- Dials per local day of the tenant. The row serializes them, so that the quota is exact.
CREATE TABLE dial_count (
  tenant_id uuid NOT NULL REFERENCES tenant,
  day       date NOT NULL,
  ends_at   timestamptz NOT NULL, -- a tenant without quota left is skipped until then
  dials     integer NOT NULL CHECK (dials >= 0),
  PRIMARY KEY (tenant_id, day)
);
-- Finds the current day without reading past ones.
CREATE INDEX dial_count_by_end ON dial_count (tenant_id, ends_at);

ALTER TABLE dial_count ENABLE ROW LEVEL SECURITY;
ALTER TABLE dial_count FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON dial_count USING (is_tenant_visible(tenant_id));

-- Halts of dialing: of everything, or of a tenant, a country or an order type. Lifted halts stay. A
-- recovery halt begins when the database may be an older copy, and ends when the gateway's log has
-- been read or an operator runs `recovery accept`. Times are real time.
CREATE TABLE dial_halt (
  id               uuid PRIMARY KEY,
  kind             text NOT NULL DEFAULT 'operator' CHECK (kind IN ('operator', 'recovery')),
  tenant_id        uuid REFERENCES tenant,            -- null: every tenant
  country          text CHECK (country ~ '^[A-Z]{2}$'), -- of the phone; null: every country
  order_type       text,                              -- null: every type
  reason           text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  halted_at        timestamptz NOT NULL,
  lifted_at        timestamptz,
  lifted_why       text CHECK (length(lifted_why) BETWEEN 1 AND 500),
  released_at      timestamptz, -- when the last order parked for this halt was released
  era              smallint REFERENCES era, -- that a recovery halt began with
  -- The restart was plain and a node saw it: the halt ends without an operator even if the gateway's
  -- log does not cover the last second before, and holds up no webhook.
  witnessed        boolean NOT NULL DEFAULT false,
  recorded_calls   integer NOT NULL DEFAULT 0, -- that the recovery found in the gateway's log
  gone_order_calls integer NOT NULL DEFAULT 0, -- of these, calls of lost orders
  objections       integer NOT NULL DEFAULT 0, -- in these calls
  CHECK (released_at IS NULL OR lifted_at IS NOT NULL),
  CONSTRAINT recovery_has_its_era CHECK ((kind = 'recovery') = (era IS NOT NULL)),
  CONSTRAINT recovery_is_of_everything CHECK (
    kind <> 'recovery' OR coalesce(tenant_id::text, country, order_type) IS NULL)
);
CREATE UNIQUE INDEX dial_halt_scope_unique ON dial_halt
  (kind, coalesce(tenant_id::text, ''), coalesce(country, ''), coalesce(order_type, ''))
  WHERE lifted_at IS NULL;
CREATE INDEX dial_halt_to_release ON dial_halt (lifted_at)
  WHERE lifted_at IS NOT NULL AND released_at IS NULL;

ALTER TABLE dial_halt ENABLE ROW LEVEL SECURITY;
ALTER TABLE dial_halt FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON dial_halt USING (is_tenant_visible(tenant_id));
CREATE POLICY global_halts_readable ON dial_halt FOR SELECT USING (tenant_id IS NULL);

-- True while a halt covers all orders of the tenant: the dialer then skips the tenant.
CREATE FUNCTION is_dialing_halted(tenant uuid) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN EXISTS (SELECT FROM dial_halt h
                  WHERE h.lifted_at IS NULL
                    AND h.country IS NULL
                    AND h.order_type IS NULL
                    AND (h.tenant_id IS NULL OR h.tenant_id = tenant));

-- How far each gateway's log of events is copied. Not of a tenant: a log has the calls of all. The
-- lease only saves nodes the same work: reading an event twice does no harm. Times are real time.
CREATE TABLE gateway_cursor (
  gateway      text PRIMARY KEY CHECK (length(gateway) BETWEEN 1 AND 2000),
  cursor       text CHECK (length(cursor) BETWEEN 1 AND 1000), -- null: from the oldest stored event
  reader       uuid NOT NULL, -- the node that holds the lease
  leased_until timestamptz NOT NULL,
  end_asked_at timestamptz, -- when the request was sent whose page was empty
  log_id       text,        -- of the log that the cursor belongs to
  kept_since   timestamptz, -- the log is complete since then
  gap          boolean NOT NULL DEFAULT false, -- events were deleted unread, or the log is another one
  -- The log is not the one that the database has read: database or gateway is a copy. No halt ends by
  -- such a log.
  foreign_log  boolean NOT NULL DEFAULT false
);

-- Calls that the gateway reports and the database does not have: placed after the backup from which
-- it was restored. Their events are stored so that they can be confirmed, until the attempts exist.
-- The tenant is unknown here: no row-level security. Times are real time.
CREATE TABLE unknown_call (
  attempt_id         uuid PRIMARY KEY,
  order_id           uuid, -- as `call.accepted` names it; an erasure of the subject deletes the events by it
  priority           smallint NOT NULL CHECK (priority IN (0, 1)), -- 0: the subject has objected
  objection_recorded boolean NOT NULL DEFAULT false, -- the do-not-call entry exists
  listed             boolean NOT NULL DEFAULT false, -- no open order has the phone: left to an operator
  parked             boolean NOT NULL DEFAULT false, -- after some failures: phone and subject are suppressed
  tries              integer NOT NULL DEFAULT 0,
  failures           integer NOT NULL DEFAULT 0,
  first_seen_at      timestamptz NOT NULL DEFAULT now(),
  next_run_at        timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX unknown_call_queue ON unknown_call (priority, next_run_at);
CREATE INDEX unknown_call_by_first_seen ON unknown_call (first_seen_at);
CREATE INDEX unknown_call_by_order ON unknown_call (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX unknown_call_open ON unknown_call (attempt_id) WHERE NOT listed;

CREATE TABLE unknown_call_event (
  attempt_id uuid NOT NULL REFERENCES unknown_call ON DELETE CASCADE,
  event_id   text NOT NULL,
  document   json NOT NULL, -- as in the gateway's contract
  PRIMARY KEY (attempt_id, event_id)
);

-- Items that a loop could not process and skips, for an operator. Times are real time.
CREATE TABLE failed_work (
  kind            text NOT NULL,
  item_id         text NOT NULL,
  detail          text NOT NULL DEFAULT '', -- what is needed to process the item by hand
  attempt_id      uuid,                     -- an erasure of its subject deletes the item
  error           text NOT NULL,
  failures        integer NOT NULL DEFAULT 1,
  first_failed_at timestamptz NOT NULL DEFAULT now(),
  last_failed_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, item_id)
);
CREATE INDEX failed_work_by_age ON failed_work (last_failed_at);
CREATE INDEX failed_work_by_attempt ON failed_work (attempt_id) WHERE attempt_id IS NOT NULL;

ALTER TABLE failed_work ENABLE ROW LEVEL SECURITY;
ALTER TABLE failed_work FORCE ROW LEVEL SECURITY;
CREATE POLICY workers_only ON failed_work USING (is_tenant_visible(NULL));
