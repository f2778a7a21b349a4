-- Locks: tenant ACCESS EXCLUSIVE, 2 ms at 1,000,000 orders
--
-- Promises to pay, and the settings by which results and signals affect later calls.
--
-- Times are the tenant's.

-- Outcomes that lead to holds, as in the administration's contract. Null: the tenant is of a release
-- before; no outcome leads to a hold, and the audit log does not say so yet.
ALTER TABLE tenant ADD COLUMN outcome_rules json;
ALTER TABLE tenant ADD COLUMN signals_end_orders boolean NOT NULL DEFAULT false;
ALTER TABLE tenant ADD COLUMN promise_grace_days integer NOT NULL DEFAULT 3
  CHECK (promise_grace_days BETWEEN 0 AND 365);
ALTER TABLE tenant ADD COLUMN promise_signal text;

-- A promise to pay that a person has made in a call. Deleted with the personal data of the call.
CREATE TABLE promise (
  id                    uuid PRIMARY KEY, -- follows from the call
  tenant_id             uuid NOT NULL,
  order_id              uuid NOT NULL,    -- without a reference: a restore may have lost the order
  call_id               uuid NOT NULL,
  subject_reference     text NOT NULL,
  claim_case_number     text,
  claim_contract_number text,
  claim_invoice_number  text,
  amount                text,
  currency              text,
  promised_on           date,             -- as the person has said
  due_on                date NOT NULL,    -- the day that counts
  breaks_at             timestamptz NOT NULL,
  status                text NOT NULL DEFAULT 'open'
    CHECK (status IN ('open', 'kept', 'broken', 'withdrawn')),
  created_at            timestamptz NOT NULL,
  ended_at              timestamptz,
  CHECK ((amount IS NULL) = (currency IS NULL)),
  CHECK ((status = 'open') = (ended_at IS NULL))
);
-- Lists, newest first: a page reads no more rows than it returns.
CREATE INDEX promise_by_created_at ON promise (tenant_id, created_at DESC, id DESC);
CREATE INDEX promise_by_status ON promise (tenant_id, status, created_at DESC, id DESC);
CREATE INDEX promise_of_subject ON promise
  (tenant_id, subject_reference, created_at DESC, id DESC);
-- The tenant comes last: else it could serve queries by breaks_at while the table is small.
CREATE INDEX promise_open_of_subject ON promise (subject_reference, tenant_id)
  WHERE status = 'open';
-- Not by the status: promise_by_status would serve its queries while the table is small.
CREATE INDEX promise_by_breaks_at ON promise (tenant_id, breaks_at) WHERE ended_at IS NULL;

ALTER TABLE promise ENABLE ROW LEVEL SECURITY;
ALTER TABLE promise FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON promise USING (is_tenant_visible(tenant_id));
