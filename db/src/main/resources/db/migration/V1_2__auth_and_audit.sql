-- API clients with their secrets and lockouts, operators, the keys that sign access tokens, and the
-- audit log.
--
-- Times in this file are real time.

CREATE TABLE client_registration (
  id              uuid PRIMARY KEY,
  tenant_id       uuid NOT NULL REFERENCES tenant,
  name            text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  scopes          text[] NOT NULL CHECK (scopes <@ ARRAY[
                    'orders:write', 'orders:read', 'events:read', 'config:write', 'config:read',
                    'suppressions:write', 'transcripts:read', 'recordings:read']),
  allowlist       text[] NOT NULL DEFAULT '{}', -- client addresses; empty: every address
  disabled        boolean NOT NULL DEFAULT false,
  rate_per_second integer CHECK (rate_per_second >= 1),
  rate_burst      integer CHECK (rate_burst >= 1),
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  UNIQUE (tenant_id, id),
  CHECK ((rate_per_second IS NULL) = (rate_burst IS NULL))
);

ALTER TABLE client_registration ENABLE ROW LEVEL SECURITY;
ALTER TABLE client_registration FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON client_registration USING (is_tenant_visible(tenant_id));

-- A secret has 256 random bits, so a plain SHA-256 of it cannot be searched.
CREATE TABLE client_secret (
  id              uuid PRIMARY KEY,
  tenant_id       uuid NOT NULL,
  registration_id uuid NOT NULL,
  slot            smallint NOT NULL CHECK (slot IN (1, 2)), -- limits active secrets to two
  hash            bytea NOT NULL CHECK (length(hash) = 32),
  created_at      timestamptz NOT NULL,
  revoked_at      timestamptz,
  ends_tokens     boolean NOT NULL DEFAULT false, -- the revocation also ends issued tokens
  FOREIGN KEY (tenant_id, registration_id) REFERENCES client_registration (tenant_id, id),
  CHECK (revoked_at IS NOT NULL OR NOT ends_tokens)
);
CREATE UNIQUE INDEX client_secret_active_slot_unique ON client_secret (registration_id, slot)
  WHERE revoked_at IS NULL;
CREATE INDEX client_secret_by_registration ON client_secret (registration_id);

ALTER TABLE client_secret ENABLE ROW LEVEL SECURITY;
ALTER TABLE client_secret FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON client_secret USING (is_tenant_visible(tenant_id));

-- Failed authentications of a registration. The row with the empty address counts unknown addresses;
-- an address that has authenticated lately has its own row, so that others cannot lock it out.
CREATE TABLE client_lockout (
  registration_id       uuid NOT NULL,
  tenant_id             uuid NOT NULL,
  address               text NOT NULL,
  failures              timestamptz[] NOT NULL DEFAULT '{}',
  locks                 integer NOT NULL DEFAULT 0 CHECK (locks >= 0),
  locked_until          timestamptz,
  last_authenticated_at timestamptz,
  PRIMARY KEY (registration_id, address),
  FOREIGN KEY (tenant_id, registration_id) REFERENCES client_registration (tenant_id, id),
  CHECK ((address = '') = (last_authenticated_at IS NULL)),
  CHECK (locked_until IS NULL OR locks >= 1)
);

ALTER TABLE client_lockout ENABLE ROW LEVEL SECURITY;
ALTER TABLE client_lockout FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON client_lockout USING (is_tenant_visible(tenant_id));

-- Operators of the administration, for the whole deployment. None is deleted: the audit log names
-- them. A token has 256 random bits, so a plain SHA-256 of it cannot be searched.
CREATE TABLE operator (
  id         uuid PRIMARY KEY,
  name       text NOT NULL CHECK (
               length(name) BETWEEN 1 AND 100
               AND lower(name) NOT IN ('operator', 'service')), -- those two are actors already
  role       text NOT NULL CHECK (role IN ('read', 'operate', 'administer')),
  token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  disabled   boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX operator_name_unique ON operator (lower(name));
CREATE INDEX operator_enabled ON operator (id) WHERE NOT disabled;

ALTER TABLE operator ENABLE ROW LEVEL SECURITY;
ALTER TABLE operator FORCE ROW LEVEL SECURITY;
CREATE POLICY workers_only ON operator USING (is_tenant_visible(NULL));

-- Keys of the whole deployment. A retired key signs nothing, and is published until its last token
-- has expired.
CREATE TABLE signing_key (
  kid         text PRIMARY KEY,
  public_jwk  json NOT NULL,
  private_key bytea, -- encrypted; the ciphertext names its master key. Deleted when the key retires
  created_at  timestamptz NOT NULL,
  retired_at  timestamptz,
  CONSTRAINT active_key_signs CHECK (private_key IS NOT NULL OR retired_at IS NOT NULL)
);
CREATE UNIQUE INDEX signing_key_one_active ON signing_key ((true)) WHERE retired_at IS NULL;

-- Administrative changes, as one hash chain per deployment: altered, missing or reordered entries
-- break it. No personal data: targets are identifiers. Entries are never deleted.
CREATE TABLE audit_entry (
  position      bigint PRIMARY KEY CHECK (position >= 1), -- in the chain, without gaps
  id            uuid NOT NULL UNIQUE,
  at            timestamptz NOT NULL,
  actor         text NOT NULL CHECK (length(actor) BETWEEN 1 AND 100), -- an operator's name
  action        text NOT NULL CHECK (action ~ '^[a-z_]+\.[a-z_]+$'),
  tenant_id     uuid,
  target        text CHECK (length(target) BETWEEN 1 AND 200),
  previous_hash bytea NOT NULL UNIQUE CHECK (length(previous_hash) = 32), -- unique: the chain cannot fork
  hash          bytea NOT NULL UNIQUE CHECK (length(hash) = 32)
);

CREATE FUNCTION reject_audit_log_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only';
END $$;
CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION reject_audit_log_change();

-- Entries concern all tenants, so no tenant reads them.
ALTER TABLE audit_entry ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_entry FORCE ROW LEVEL SECURITY;
CREATE POLICY workers_only ON audit_entry USING (is_tenant_visible(NULL));

-- One row: length and last hash of the chain, so that entries missing at the end are noticed.
CREATE TABLE audit_head (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  entries   bigint NOT NULL,
  hash      bytea NOT NULL CHECK (length(hash) = 32)
);
INSERT INTO audit_head (entries, hash) VALUES (0, decode(repeat('00', 32), 'hex'));

ALTER TABLE audit_head ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_head FORCE ROW LEVEL SECURITY;
CREATE POLICY workers_only ON audit_head USING (is_tenant_visible(NULL));
