-- The deployment, the instances of its database server, its nodes, and its tenants.
--
-- Times in this file are real time.

-- One row, written by the first migration.
CREATE TABLE deployment (
  singleton   boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  environment text NOT NULL CHECK (environment IN ('live', 'sandbox')), -- never changes
  epoch       uuid NOT NULL DEFAULT gen_random_uuid(), -- in feed cursors: refuses those of another database
  created_at  timestamptz NOT NULL DEFAULT now()
);

-- One row per instance of the PostgreSQL server that the deployment has used. A restored database is
-- an older copy and has no sign of it, so each new instance starts an era: feed positions contain the
-- era's number, and dialing waits until the era is settled (ADR 0009).
CREATE TABLE era (
  number      smallint PRIMARY KEY CHECK (number >= 0),
  id          uuid NOT NULL UNIQUE,  -- in feed cursors; era 0 has deployment.epoch
  started     timestamptz NOT NULL,  -- pg_postmaster_start_time()
  db          bigint NOT NULL,       -- oid of the database
  file        bigint NOT NULL,       -- pg_relation_filenode('era')
  sysid       bigint NOT NULL,       -- system identifier of the cluster
  timeline    integer NOT NULL,      -- of the write-ahead log
  begun_at    timestamptz NOT NULL,
  known_until timestamptz,           -- last time a node was seen before this era; null: never
  why         text NOT NULL CHECK (length(why) BETWEEN 1 AND 200)
);

-- A node that has settled the era saw a later state of the database, or another server. The restart
-- then no longer counts as witnessed, whatever other nodes saw.
CREATE TABLE era_contradiction (
  era      smallint PRIMARY KEY REFERENCES era,
  node     uuid NOT NULL,
  found_at timestamptz NOT NULL,
  why      text NOT NULL CHECK (length(why) BETWEEN 1 AND 200)
);

-- Position of an event in the feed: number of the era << 48 | transaction id. Null on a server that is
-- not that of the newest era, so that no event can be written there. The service's statements contain
-- the same expression, so that it is computed once per statement.
CREATE FUNCTION feed_place() RETURNS xid8
  LANGUAGE sql STABLE
  RETURN (SELECT CASE WHEN e.started = pg_postmaster_start_time()
                       AND e.file = pg_relation_filenode('era')
                      THEN (e.number::bigint << 48
                            | pg_current_xact_id()::text::bigint)::text::xid8 END
            FROM era e ORDER BY e.number DESC LIMIT 1);

-- Each node updates its row every few seconds.
CREATE TABLE node (
  id           uuid PRIMARY KEY,
  started_at   timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  settled_era  smallint -- the newest era that the node has settled
);

-- The latest time that maintenance has seen. If the clock is more than 24 hours ahead of it, it may
-- have jumped: deletion by age stops until the clock is right or an operator runs `maintenance resume`.
CREATE TABLE maintenance_clock (
  singleton   boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  latest_seen timestamptz NOT NULL,
  resumed_at  timestamptz, -- by an operator
  resumed_why text CHECK (length(resumed_why) BETWEEN 1 AND 500)
);

-- 24 hours: a stop overnight needs no operator, and after a shorter jump an idempotency key still
-- replays for at least a day.
CREATE FUNCTION clock_has_jumped(latest_seen timestamptz, at timestamptz) RETURNS boolean
  LANGUAGE sql STABLE
  RETURN at > latest_seen + interval '24 hours';

CREATE FUNCTION clock_has_jumped(at timestamptz) RETURNS boolean
  LANGUAGE sql STABLE
  RETURN coalesce((SELECT clock_has_jumped(c.latest_seen, at) FROM maintenance_clock c), false);

-- Row-level security: true for rows of the tenant in app.tenant, and for workers.
CREATE FUNCTION is_tenant_visible(tenant uuid) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN current_setting('app.worker', true) = 'on'
      OR tenant::text = current_setting('app.tenant', true);

CREATE TABLE tenant (
  id                               uuid PRIMARY KEY,
  name                             text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  disabled                         boolean NOT NULL DEFAULT false,
  default_locale                   text NOT NULL,
  timezone                         text NOT NULL,
  verification_mode                text NOT NULL,
  calling_hours                    json NOT NULL,
  caller_ids                       text[] NOT NULL DEFAULT '{}',
  max_concurrent_calls             integer NOT NULL CHECK (max_concurrent_calls >= 0),
  max_dials_per_day                integer NOT NULL CHECK (max_dials_per_day >= 0),
  max_contacts_per_subject_per_day integer NOT NULL CHECK (max_contacts_per_subject_per_day >= 0),
  max_open_orders                  integer NOT NULL CHECK (max_open_orders >= 0),
  transcript_mode                  text NOT NULL CHECK (transcript_mode IN ('none', 'structured')),
  transcript_retention             text NOT NULL,
  recording_retention              text NOT NULL,
  result_months                    integer NOT NULL CHECK (result_months >= 1),
  sequences_enabled                boolean NOT NULL,
  clock_offset_ms                  bigint NOT NULL DEFAULT 0 CHECK (clock_offset_ms >= 0), -- of the test clock
  clock_target                     timestamptz, -- end of the clock advance in progress, tenant's time
  created_at                       timestamptz NOT NULL DEFAULT now(),
  updated_at                       timestamptz NOT NULL DEFAULT now()
);

ALTER TABLE tenant ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON tenant USING (is_tenant_visible(id));
