-- Locks: none
--
-- Holds: a person, a number or a claim is not called for now.
--
-- Times are the tenant's, unless a comment says real time.

-- The key of the hashes in hold, encrypted with the master key. It never changes: the names of erased
-- persons cannot be hashed again.
CREATE TABLE hold_key (
  singleton  boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  ciphertext bytea NOT NULL
);

-- Dials find holds by keyed hashes of the names, so that a hold outlives the erasure of its person. The
-- names are null once erased, the hashes once the hold has ended.
CREATE TABLE hold (
  id                uuid PRIMARY KEY,
  tenant_id         uuid NOT NULL REFERENCES tenant,
  subject_reference text,
  phone             text,
  claim_member      text CHECK (claim_member IN ('case_number', 'contract_number', 'invoice_number')),
  claim_value       text,
  subject_hash      uuid,
  phone_hash        uuid,
  claim_hash        uuid,
  -- The name by which dials find the hold. Each name has its own hashes, so this one tells its kind.
  lookup_hash       uuid GENERATED ALWAYS AS (COALESCE(subject_hash, claim_hash, phone_hash)) STORED,
  reason            text NOT NULL CHECK (reason ~ '^[a-z][a-z0-9_]{0,63}$'),
  source            text NOT NULL CHECK (source IN ('api', 'call_result', 'operator', 'signal')),
  status            text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'released', 'expired')),
  until             timestamptz, -- null: until it is released
  note              text CHECK (length(note) <= 200),
  call_id           uuid, -- the attempt whose report made it
  created_at        timestamptz NOT NULL,
  ended_at          timestamptz,
  wakes_orders      boolean NOT NULL DEFAULT false, -- it has ended, and orders may wait for it
  redacted_at       timestamptz, -- when the names and the note were erased
  CHECK ((status = 'active') = (ended_at IS NULL)),
  CHECK ((status = 'active') = (lookup_hash IS NOT NULL)),
  CHECK ((claim_member IS NULL) = (claim_value IS NULL)),
  CHECK (status <> 'active' OR NOT wakes_orders)
);
-- The same hold stands once. Dials read it by the first column: one descent for each name.
CREATE UNIQUE INDEX hold_unique ON hold (lookup_hash, phone_hash, claim_hash, reason, source)
  NULLS NOT DISTINCT WHERE status = 'active';
CREATE INDEX hold_by_until ON hold (tenant_id, until) WHERE status = 'active' AND until IS NOT NULL;
CREATE INDEX hold_waking ON hold (tenant_id, id) WHERE wakes_orders;
CREATE INDEX hold_to_redact ON hold (tenant_id, ended_at)
  WHERE ended_at IS NOT NULL AND redacted_at IS NULL;
-- Lists, newest first.
CREATE INDEX hold_by_created_at ON hold (tenant_id, created_at DESC, id DESC);
CREATE INDEX hold_of_subject ON hold (tenant_id, subject_reference, created_at DESC, id DESC)
  WHERE subject_reference IS NOT NULL;
CREATE INDEX hold_of_phone ON hold (tenant_id, phone, created_at DESC, id DESC)
  WHERE phone IS NOT NULL;
CREATE INDEX hold_of_claim ON hold (tenant_id, claim_member, claim_value, created_at DESC, id DESC)
  WHERE claim_member IS NOT NULL;

ALTER TABLE hold ENABLE ROW LEVEL SECURITY;
ALTER TABLE hold FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON hold USING (is_tenant_visible(tenant_id));

-- Holds of source api that stand, per tenant: there is a limit.
CREATE TABLE hold_count (
  tenant_id uuid PRIMARY KEY,
  standing  integer NOT NULL CHECK (standing >= 0)
);

ALTER TABLE hold_count ENABLE ROW LEVEL SECURITY;
ALTER TABLE hold_count FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON hold_count USING (is_tenant_visible(tenant_id));

-- Orders that are parked because holds bar their phones, with the hold of each phone that ended last when
-- the order was parked: call_order.halt_id is one of them. The end of each one wakes the order.
CREATE TABLE held_order (
  tenant_id uuid NOT NULL,
  order_id  uuid NOT NULL,
  hold_id   uuid NOT NULL,
  PRIMARY KEY (tenant_id, order_id, hold_id)
);
CREATE INDEX held_order_by_hold ON held_order (tenant_id, hold_id, order_id);

ALTER TABLE held_order ENABLE ROW LEVEL SECURITY;
ALTER TABLE held_order FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON held_order USING (is_tenant_visible(tenant_id));
