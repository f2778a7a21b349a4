-- Locks: none
--
-- The question to a tenant's client before each dial.

-- One row of a tenant whose client is asked. Without a reference to tenant, which would lock that table.
CREATE TABLE predial_check (
  id         uuid PRIMARY KEY,
  tenant_id  uuid NOT NULL UNIQUE,
  url        text NOT NULL CHECK (length(url) BETWEEN 12 AND 2048),
  timeout_ms integer NOT NULL CHECK (timeout_ms BETWEEN 1 AND 2000), -- real time
  on_failure text NOT NULL CHECK (on_failure IN ('hold', 'proceed')),
  revision   integer NOT NULL DEFAULT 1 CHECK (revision >= 1), -- changes with the setting and its secrets
  created_at timestamptz NOT NULL, -- real time
  updated_at timestamptz NOT NULL  -- real time
);

ALTER TABLE predial_check ENABLE ROW LEVEL SECURITY;
ALTER TABLE predial_check FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON predial_check USING (is_tenant_visible(tenant_id));

-- Signing secrets: one, or two for a day after a rotation. As webhook_secret; the endpoint is the check.
-- Times are real time.
CREATE TABLE predial_secret (
  id          uuid PRIMARY KEY,
  tenant_id   uuid NOT NULL,
  endpoint_id uuid NOT NULL REFERENCES predial_check,
  ciphertext  bytea NOT NULL, -- bound to tenant and row
  created_at  timestamptz NOT NULL,
  retires_at  timestamptz -- null: the current secret
);
CREATE UNIQUE INDEX predial_secret_current_unique ON predial_secret (endpoint_id)
  WHERE retires_at IS NULL;
CREATE INDEX predial_secret_by_check ON predial_secret (endpoint_id);
CREATE INDEX predial_secret_retired ON predial_secret (retires_at) WHERE retires_at IS NOT NULL;

ALTER TABLE predial_secret ENABLE ROW LEVEL SECURITY;
ALTER TABLE predial_secret FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON predial_secret USING (is_tenant_visible(tenant_id));

-- The newest question about an order: it waits for its answer, or the order waits because of it. An
-- order that is dialed or that the answer ends has no row.
CREATE TABLE predial_question (
  tenant_id    uuid NOT NULL,
  order_id     uuid NOT NULL,
  question_id  uuid NOT NULL, -- its `webhook-id`
  entity_tag   integer NOT NULL, -- of the order in the question: an edited order is asked about anew
  asked_until  timestamptz, -- real time: later the answer is not awaited; null: answered
  held_until   timestamptz, -- tenant's time
  failure      text CHECK (length(failure) <= 64), -- why there is no valid answer; null: the client holds the order
  failures     integer NOT NULL DEFAULT 0 CHECK (failures >= 0), -- in a row
  delete_after timestamptz NOT NULL, -- real time
  PRIMARY KEY (tenant_id, order_id),
  CONSTRAINT question_is_asked_or_holds CHECK ((asked_until IS NULL) <> (held_until IS NULL))
);
CREATE INDEX predial_question_asked ON predial_question (tenant_id, asked_until)
  WHERE asked_until IS NOT NULL;
CREATE INDEX predial_question_expired ON predial_question (delete_after);

ALTER TABLE predial_question ENABLE ROW LEVEL SECURITY;
ALTER TABLE predial_question FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON predial_question USING (is_tenant_visible(tenant_id));
