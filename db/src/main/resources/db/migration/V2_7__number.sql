-- Locks: tenant ACCESS EXCLUSIVE, 2 ms at 1,000,000 orders

-- ISO 3166; '*': every country, as for the tenants of releases before.
ALTER TABLE tenant ADD COLUMN allowed_countries text[] NOT NULL DEFAULT '{*}';

-- Attempts at a phone, for whatever subject, on a day of the phone; null: no limit.
ALTER TABLE tenant ADD COLUMN max_contacts_per_number_per_day integer
  CHECK (max_contacts_per_number_per_day >= 0);

-- Running calls that operators have ended; the gateway is asked while the call is pending. Without a
-- reference to call_attempt: every insert would lock its row.
CREATE TABLE call_hangup (
  attempt_id   uuid PRIMARY KEY,
  tenant_id    uuid NOT NULL,
  reason       text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500), -- for other operators
  requested_by text NOT NULL,        -- an actor of the audit log
  requested_at timestamptz NOT NULL, -- real time
  pending      boolean NOT NULL DEFAULT true -- the call may still be running
);
CREATE INDEX call_hangup_pending ON call_hangup (attempt_id) WHERE pending;

ALTER TABLE call_hangup ENABLE ROW LEVEL SECURITY;
ALTER TABLE call_hangup FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON call_hangup USING (is_tenant_visible(tenant_id));
