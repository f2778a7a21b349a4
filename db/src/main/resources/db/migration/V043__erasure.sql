-- Personal data goes: with retention, or at once when a person is to be erased.
--
-- What is redacted has lost the person's reference too: an empty one, which no client can name.

ALTER TABLE call_order ADD COLUMN redacted_at timestamptz; -- the tenant's time
ALTER TABLE enrollment ADD COLUMN redacted_at timestamptz;
ALTER TABLE signal ADD COLUMN redacted_at timestamptz;

CREATE INDEX call_order_to_redact ON call_order (tenant_id, ended_at)
  WHERE ended_at IS NOT NULL AND redacted_at IS NULL;
CREATE INDEX enrollment_to_redact ON enrollment (tenant_id, ended_at)
  WHERE ended_at IS NOT NULL AND redacted_at IS NULL;
CREATE INDEX signal_to_redact ON signal (tenant_id, received_at) WHERE redacted_at IS NULL;
-- The others of a person lie in signal_with_person.
CREATE INDEX signal_without_person ON signal (tenant_id, subject_reference)
  WHERE NOT complete AND redacted_at IS NULL;
CREATE INDEX transcript_expiring ON transcript (tenant_id, expires_at);

-- A person who is being erased: what was there when that was asked for. The reference goes with the
-- rest, as the last.
CREATE TABLE erasure (
  id                uuid PRIMARY KEY,
  tenant_id         uuid NOT NULL REFERENCES tenant,
  subject_reference text,
  requested_at      timestamptz NOT NULL, -- real time
  until             timestamptz NOT NULL, -- the tenant's time: what came later stays
  next_look_at      timestamptz NOT NULL, -- real time
  keys_after        text NOT NULL DEFAULT '', -- how far stored answers have been looked through
  done_at           timestamptz,          -- real time
  CHECK ((done_at IS NULL) = (subject_reference IS NOT NULL))
);
CREATE UNIQUE INDEX erasure_under_way ON erasure (tenant_id, subject_reference)
  WHERE done_at IS NULL;
CREATE INDEX erasure_next ON erasure (next_look_at) WHERE done_at IS NULL;

-- Attempts of which the gateway has yet to erase its copies.
CREATE TABLE gateway_erasure (
  attempt_id  uuid PRIMARY KEY,
  tenant_id   uuid NOT NULL,
  tries       integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL -- real time
);
CREATE INDEX gateway_erasure_next ON gateway_erasure (next_try_at);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['erasure', 'gateway_erasure'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY tenant_sees_its_own ON %I USING (sees_tenant(tenant_id))', name);
  END LOOP;
END $$;
