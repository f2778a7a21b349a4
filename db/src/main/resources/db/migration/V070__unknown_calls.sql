-- Calls that the gateway reports and this database does not know: it was restored from a backup, and
-- the calls were placed after that backup. Their events are stored as reported, so that they may be
-- confirmed, until the attempts exist. No tenant is known here: no row-level security.
CREATE TABLE unknown_call (
  attempt_id    uuid PRIMARY KEY,
  priority      smallint NOT NULL CHECK (priority IN (0, 1)), -- 0: the person has objected
  tries         integer NOT NULL DEFAULT 0,
  first_seen_at timestamptz NOT NULL DEFAULT now(), -- real time
  next_run_at   timestamptz NOT NULL DEFAULT now()  -- real time
);
CREATE INDEX unknown_call_queue ON unknown_call (priority, next_run_at);
CREATE INDEX unknown_call_by_first_seen ON unknown_call (first_seen_at);

CREATE TABLE unknown_call_event (
  attempt_id uuid NOT NULL REFERENCES unknown_call ON DELETE CASCADE,
  event_id   text NOT NULL,
  document   json NOT NULL, -- as in the gateway's contract
  PRIMARY KEY (attempt_id, event_id)
);
