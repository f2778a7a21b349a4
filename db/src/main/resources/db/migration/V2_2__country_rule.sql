-- Locks: none

-- Calling hours and limits of countries as operators have set them; countries without a row have those
-- of the release. Rows are added, never changed: stored decisions name country and version. Writers
-- hold the lock of dialing exclusively, so that revisions are committed in their order. Not of a tenant.
CREATE TABLE country_rule (
  country    text NOT NULL CHECK (country ~ '^([A-Z]{2}|\*)$'), -- *: every country without rules of its own
  version    integer NOT NULL CHECK (version >= 1),
  revision   bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  document   json NOT NULL,        -- as in the administration's contract
  changed_at timestamptz NOT NULL, -- real time
  changed_by text NOT NULL,        -- an actor of the audit log
  PRIMARY KEY (country, version)
);
