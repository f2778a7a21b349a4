-- The do-not-call list, and the erasure of personal data.
--
-- Times are the tenant's, unless a comment says real time.

-- A do-not-call entry: a phone, a subject, or both.
CREATE TABLE suppression (
  id                uuid PRIMARY KEY,
  tenant_id         uuid NOT NULL REFERENCES tenant,
  phone             text,
  subject_reference text,
  scope             text NOT NULL CHECK (scope = 'voice'),
  source            text NOT NULL CHECK (source IN ('api', 'in_call_request', 'operator')),
  reason            text CHECK (length(reason) <= 200),
  call_id           uuid, -- the attempt in which the subject objected
  created_at        timestamptz NOT NULL,
  CHECK (phone IS NOT NULL OR subject_reference IS NOT NULL),
  CHECK (source <> 'in_call_request' OR call_id IS NOT NULL)
);
CREATE UNIQUE INDEX suppression_by_call ON suppression (call_id)
  WHERE source = 'in_call_request';
-- The same entry exists once; each objection in a call is an entry of its own.
CREATE UNIQUE INDEX suppression_unique ON suppression
  (tenant_id, coalesce(phone, ''), coalesce(subject_reference, ''), scope, source)
  WHERE source <> 'in_call_request';
-- Lists, newest first: a page reads no more rows than it returns.
CREATE INDEX suppression_by_created_at ON suppression (tenant_id, created_at DESC, id DESC);
CREATE INDEX suppression_by_source ON suppression (tenant_id, source, created_at DESC, id DESC);
CREATE INDEX suppression_of_phone ON suppression (tenant_id, phone, created_at DESC, id DESC)
  WHERE phone IS NOT NULL;
CREATE INDEX suppression_of_subject ON suppression
  (tenant_id, subject_reference, created_at DESC, id DESC)
  WHERE subject_reference IS NOT NULL;

ALTER TABLE suppression ENABLE ROW LEVEL SECURITY;
ALTER TABLE suppression FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON suppression USING (is_tenant_visible(tenant_id));

-- Work that a new entry leaves: orders are canceled and enrollments exited in batches after the
-- entry's commit. Written with the entry, deleted when done. Times are real time.
CREATE TABLE suppression_enforcement (
  suppression_id   uuid PRIMARY KEY REFERENCES suppression ON DELETE CASCADE,
  tenant_id        uuid NOT NULL,
  phase            text NOT NULL DEFAULT 'orders_of_subject' CHECK (phase IN ('orders_of_subject',
                     'orders_of_phone', 'enrollments_of_subject', 'enrollments_of_phone')),
  after_created_at timestamptz NOT NULL DEFAULT 'epoch', -- of the last item done
  after_id         uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  batch_limit      integer NOT NULL DEFAULT 100 CHECK (batch_limit BETWEEN 1 AND 100),
  failures         integer NOT NULL DEFAULT 0, -- since the last batch that succeeded
  next_run_at      timestamptz NOT NULL DEFAULT now()
);
-- The worker goes from tenant to tenant, and reads each one's entries by time.
CREATE INDEX suppression_enforcement_turn ON suppression_enforcement (tenant_id, next_run_at);

ALTER TABLE suppression_enforcement ENABLE ROW LEVEL SECURITY;
ALTER TABLE suppression_enforcement FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON suppression_enforcement USING (is_tenant_visible(tenant_id));

-- A subject whose data is erased: what exists at the request. First its orders and enrollments are
-- canceled in pages, newest first, then data is redacted, and at last the reference here.
CREATE TABLE erasure (
  id                     uuid PRIMARY KEY,
  tenant_id              uuid NOT NULL REFERENCES tenant,
  subject_reference      text,
  requested_at           timestamptz NOT NULL, -- real time
  cutoff_at              timestamptz NOT NULL, -- later data stays
  withdrawal_phase       text NOT NULL DEFAULT 'enrollments'
    CHECK (withdrawal_phase IN ('enrollments', 'orders', 'done')),
  withdrawn_at           timestamptz,          -- with withdrawn_id: the last row done in this phase; null: none
  withdrawn_id           uuid,
  idempotency_key_cursor text NOT NULL DEFAULT '', -- the last idempotency record that was searched
  next_run_at            timestamptz NOT NULL, -- real time
  completed_at           timestamptz,          -- real time
  CHECK ((completed_at IS NULL) = (subject_reference IS NOT NULL))
);
CREATE UNIQUE INDEX erasure_pending_unique ON erasure (tenant_id, subject_reference)
  WHERE completed_at IS NULL;
CREATE INDEX erasure_by_next_run_at ON erasure (next_run_at) WHERE completed_at IS NULL;

ALTER TABLE erasure ENABLE ROW LEVEL SECURITY;
ALTER TABLE erasure FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON erasure USING (is_tenant_visible(tenant_id));

-- Attempts whose data the gateway has yet to erase.
CREATE TABLE gateway_erasure (
  attempt_id      uuid PRIMARY KEY,
  tenant_id       uuid NOT NULL,
  attempt_count   integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL -- real time
);
CREATE INDEX gateway_erasure_by_next_attempt_at ON gateway_erasure (next_attempt_at);

ALTER TABLE gateway_erasure ENABLE ROW LEVEL SECURITY;
ALTER TABLE gateway_erasure FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON gateway_erasure USING (is_tenant_visible(tenant_id));

-- Contacts of erased subjects, until no gap, daily quota or limit of seven days counts them. Subject,
-- phone and claim are keyed hashes by the first master key at the time; lookups try each master key.
-- The indexes start with the hash, so that no lookup reads all rows of a tenant.
CREATE TABLE erased_contact (
  id             uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  tenant_id      uuid NOT NULL,
  reference_hash uuid NOT NULL,
  phone_hash     uuid NOT NULL,
  claim_hash     uuid NOT NULL,
  ended_at       timestamptz NOT NULL,
  contact_day    date NOT NULL,       -- the subject's local day
  cause          text,
  answered       boolean NOT NULL,
  expires_at     timestamptz NOT NULL -- real time
);
CREATE INDEX erased_contact_by_reference ON erased_contact (reference_hash, ended_at);
CREATE INDEX erased_contact_by_phone ON erased_contact (phone_hash, ended_at);
CREATE INDEX erased_contact_oldest ON erased_contact (expires_at);

ALTER TABLE erased_contact ENABLE ROW LEVEL SECURITY;
ALTER TABLE erased_contact FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON erased_contact USING (is_tenant_visible(tenant_id));
