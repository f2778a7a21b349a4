-- What was answered to writes with an Idempotency-Key, written by the transaction that did the
-- work. Not partitioned by time: the key must be unique across days. Rows older than 48 hours count
-- as absent and go in batches.

CREATE TABLE idempotency_record (
  tenant_id  uuid NOT NULL,
  key        text NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  method     text NOT NULL,
  -- As the client sent it, without the query.
  path       text NOT NULL,
  body_hash  bytea NOT NULL CHECK (length(body_hash) = 32),
  status     smallint NOT NULL CHECK (status BETWEEN 200 AND 499),
  -- Those that belong to the answer: Location, ETag.
  headers    json NOT NULL,
  -- The answer's body, without secrets; absent when it was empty or a problem.
  body       text,
  -- What a refusal said: {detail, code, errors}. Its trace id is that of the replay.
  problem    json,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, key),
  CHECK (body IS NULL OR problem IS NULL),
  CHECK ((problem IS NOT NULL) = (status >= 400))
);

-- Rows come in the order of their time: a block range is found without an entry per row.
CREATE INDEX idempotency_record_age ON idempotency_record USING brin (created_at);

ALTER TABLE idempotency_record ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency_record FORCE ROW LEVEL SECURITY;
CREATE POLICY idempotency_record_of_tenant ON idempotency_record USING (sees_tenant(tenant_id));
