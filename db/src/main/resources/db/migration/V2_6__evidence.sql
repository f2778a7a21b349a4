-- Locks: tenant ACCESS EXCLUSIVE, 2 ms at 1,000,000 orders
--
-- The evidence of calls, the disclosures of tenants, and legal holds. Times are real time.

-- What the tenant adds to the disclosure, by language.
ALTER TABLE tenant ADD COLUMN disclosures json NOT NULL DEFAULT '{}';

-- The keys that sign evidence; the newest one signs. Rows stay: each is published as long as evidence
-- exists. Not of a tenant.
CREATE TABLE evidence_key (
  kid         text PRIMARY KEY,
  public_jwk  json NOT NULL,
  private_key bytea NOT NULL, -- encrypted; the ciphertext names its master key
  created_at  timestamptz NOT NULL
);

-- The evidence of a call, written in the transaction that closes the attempt. Without personal data:
-- an erasure leaves it.
CREATE TABLE call_evidence (
  call_id    uuid PRIMARY KEY,
  tenant_id  uuid NOT NULL,
  created_at timestamptz NOT NULL,
  jws        text NOT NULL,
  -- Place in the hash tree whose root is in the audit log: the root, the number of its leaves, the
  -- index of this one and the hashes on its path, 32 bytes each. Null: in no tree yet.
  root       bytea CHECK (length(root) = 32),
  leaves     integer,
  leaf       integer,
  path       bytea,
  CONSTRAINT place_in_the_tree_is_complete CHECK (
    num_nulls(root, leaves, leaf, path) IN (0, 4) AND leaf BETWEEN 0 AND leaves - 1)
);
CREATE INDEX call_evidence_by_tenant ON call_evidence (tenant_id, call_id);
CREATE INDEX call_evidence_without_root ON call_evidence (created_at) WHERE root IS NULL;

CREATE FUNCTION reject_evidence_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the evidence of a call never changes';
END $$;
CREATE TRIGGER call_evidence_unchanged BEFORE UPDATE OF call_id, tenant_id, created_at, jws
  ON call_evidence FOR EACH STATEMENT EXECUTE FUNCTION reject_evidence_change();

ALTER TABLE call_evidence ENABLE ROW LEVEL SECURITY;
ALTER TABLE call_evidence FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON call_evidence USING (is_tenant_visible(tenant_id));

-- Subjects whose data stays for a litigation: retention passes them over, erasures are refused. A
-- release deletes the row; the audit log has both.
CREATE TABLE legal_hold (
  id                uuid PRIMARY KEY,
  tenant_id         uuid NOT NULL REFERENCES tenant,
  subject_reference text NOT NULL CHECK (length(subject_reference) BETWEEN 1 AND 128),
  reason            text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  created_at        timestamptz NOT NULL
);
CREATE UNIQUE INDEX legal_hold_subject_unique ON legal_hold (tenant_id, subject_reference);
CREATE INDEX legal_hold_by_id ON legal_hold (tenant_id, id);

ALTER TABLE legal_hold ENABLE ROW LEVEL SECURITY;
ALTER TABLE legal_hold FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON legal_hold USING (is_tenant_visible(tenant_id));
