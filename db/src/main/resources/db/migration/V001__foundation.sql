-- What everything else stands on: the deployment, the tenant, and who sees whose rows.

-- One row: which environment this database belongs to, for good, and the epoch that feed cursors
-- carry, so that a cursor of another database is never taken for one of this.
CREATE TABLE deployment (
  singleton   boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  environment text NOT NULL CHECK (environment IN ('live', 'sandbox')),
  epoch       uuid NOT NULL DEFAULT gen_random_uuid(),
  created_at  timestamptz NOT NULL DEFAULT now()
);

-- True for the rows of the tenant that the transaction speaks for, and for workers.
CREATE FUNCTION sees_tenant(tenant uuid) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN current_setting('app.worker', true) = 'on'
      OR tenant::text = current_setting('app.tenant', true);

CREATE TABLE tenant (
  id                              uuid PRIMARY KEY,
  name                            text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  disabled                        boolean NOT NULL DEFAULT false,
  default_locale                  text NOT NULL,
  timezone                        text NOT NULL,
  verification_mode               text NOT NULL,
  calling_hours                   json NOT NULL,
  max_concurrent_calls            integer NOT NULL CHECK (max_concurrent_calls >= 0),
  max_dials_per_day               integer NOT NULL CHECK (max_dials_per_day >= 0),
  max_contacts_per_subject_per_day integer NOT NULL CHECK (max_contacts_per_subject_per_day >= 0),
  max_open_orders                 integer NOT NULL CHECK (max_open_orders >= 0),
  transcript_mode                 text NOT NULL CHECK (transcript_mode IN ('none', 'structured')),
  transcript_retention            text NOT NULL,
  recording_retention             text NOT NULL,
  result_months                   integer NOT NULL CHECK (result_months >= 1),
  sequences_enabled               boolean NOT NULL,
  caller_ids                      text[] NOT NULL DEFAULT '{}',
  clock_offset_ms                 bigint NOT NULL DEFAULT 0 CHECK (clock_offset_ms >= 0),
  created_at                      timestamptz NOT NULL DEFAULT now(),
  updated_at                      timestamptz NOT NULL DEFAULT now()
);

ALTER TABLE tenant ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_sees_itself ON tenant USING (sees_tenant(id));
