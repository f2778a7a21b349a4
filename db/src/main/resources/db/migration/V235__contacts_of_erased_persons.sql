-- Contacts of erased persons, as long as a gap, a day's quota or a limit of seven days counts them.
-- Person, number and claim are keyed hashes by the first master key at the time; lookups ask by each
-- master key. Both indexes are by hash alone, so that no lookup reads all rows of a tenant.
CREATE TABLE erased_contact (
  id             uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  tenant_id      uuid NOT NULL,
  reference_hash uuid NOT NULL,
  phone_hash     uuid NOT NULL,
  claim_hash     uuid NOT NULL,
  ended_at       timestamptz NOT NULL,
  contact_day    date NOT NULL,       -- the person's local day
  cause          text,
  answered       boolean NOT NULL,
  expires_at     timestamptz NOT NULL -- real time
);
CREATE INDEX erased_contact_by_reference ON erased_contact (reference_hash, ended_at);
CREATE INDEX erased_contact_by_phone ON erased_contact (phone_hash, ended_at);
CREATE INDEX erased_contact_oldest ON erased_contact (expires_at);
ALTER TABLE erased_contact ENABLE ROW LEVEL SECURITY;
ALTER TABLE erased_contact FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON erased_contact USING (sees_tenant(tenant_id));
