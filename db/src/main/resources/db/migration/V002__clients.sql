-- Who may ask for access tokens, what locks them out, and the keys that sign the tokens.

CREATE TABLE client_registration (
  id              uuid PRIMARY KEY,
  tenant_id       uuid NOT NULL REFERENCES tenant,
  name            text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  scopes          text[] NOT NULL CHECK (scopes <@ ARRAY[
                    'orders:write', 'orders:read', 'events:read', 'config:write', 'config:read',
                    'suppressions:write', 'transcripts:read', 'recordings:read']),
  allowlist       text[] NOT NULL DEFAULT '{}',
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
CREATE POLICY tenant_sees_own ON client_registration USING (sees_tenant(tenant_id));

-- A secret is 256 random bits, so that a plain SHA-256 of it cannot be searched. Two slots: at most
-- two secrets of a registration are active at once.
CREATE TABLE client_secret (
  id              uuid PRIMARY KEY,
  tenant_id       uuid NOT NULL,
  registration_id uuid NOT NULL,
  slot            smallint NOT NULL CHECK (slot IN (1, 2)),
  hash            bytea NOT NULL CHECK (length(hash) = 32),
  created_at      timestamptz NOT NULL,
  revoked_at      timestamptz,
  ends_tokens     boolean NOT NULL DEFAULT false,
  FOREIGN KEY (tenant_id, registration_id) REFERENCES client_registration (tenant_id, id),
  CHECK (revoked_at IS NOT NULL OR NOT ends_tokens)
);

CREATE UNIQUE INDEX client_secret_two_active ON client_secret (registration_id, slot)
  WHERE revoked_at IS NULL;
CREATE INDEX client_secret_of_registration ON client_secret (registration_id);

ALTER TABLE client_secret ENABLE ROW LEVEL SECURITY;
ALTER TABLE client_secret FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_sees_own ON client_secret USING (sees_tenant(tenant_id));

-- Failed authentications of a registration. The row with the empty address counts those of
-- strangers; an address that has authenticated lately counts its own, so that strangers cannot lock
-- out the owner.
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
CREATE POLICY tenant_sees_own ON client_lockout USING (sees_tenant(tenant_id));

-- Keys of the whole deployment. The private part is encrypted with a master key that the ciphertext
-- names. A retired key no longer signs and is published until its last token has expired.
CREATE TABLE signing_key (
  kid         text PRIMARY KEY,
  public_jwk  json NOT NULL,
  private_key bytea NOT NULL,
  created_at  timestamptz NOT NULL,
  retired_at  timestamptz
);

CREATE UNIQUE INDEX signing_key_one_active ON signing_key ((true)) WHERE retired_at IS NULL;
