-- Who changed what in the administration: one chain per deployment. Each entry holds the hash of the
-- one before it, so that none can be altered, left out or moved unseen; the head tells how many there
-- are, so that none is missed at the end. No personal data: targets are identifiers. It is kept for good.
CREATE TABLE audit_entry (
  place         bigint PRIMARY KEY CHECK (place >= 1), -- in the chain, without gaps
  id            uuid NOT NULL UNIQUE,
  at            timestamptz NOT NULL,
  actor         text NOT NULL CHECK (actor IN ('operator', 'service')),
  action        text NOT NULL CHECK (action ~ '^[a-z_]+\.[a-z_]+$'),
  tenant_id     uuid,
  target        text CHECK (length(target) BETWEEN 1 AND 200),
  previous_hash bytea NOT NULL UNIQUE CHECK (length(previous_hash) = 32), -- the chain never forks
  hash          bytea NOT NULL UNIQUE CHECK (length(hash) = 32)
);

-- One row: the length of the chain and its last hash.
CREATE TABLE audit_head (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  entries   bigint NOT NULL,
  hash      bytea NOT NULL CHECK (length(hash) = 32)
);
INSERT INTO audit_head (entries, hash) VALUES (0, decode(repeat('00', 32), 'hex'));

CREATE FUNCTION audit_log_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log only grows';
END $$;
CREATE TRIGGER audit_log_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION audit_log_only_grows();

-- It speaks of all tenants, and no tenant reads it.
ALTER TABLE audit_entry ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_entry FORCE ROW LEVEL SECURITY;
CREATE POLICY workers_only ON audit_entry USING (sees_tenant(NULL));
ALTER TABLE audit_head ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_head FORCE ROW LEVEL SECURITY;
CREATE POLICY workers_only ON audit_head USING (sees_tenant(NULL));
