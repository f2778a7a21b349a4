-- The nodes of the deployment, as each of them says every few seconds that it is there. Real time.
CREATE TABLE node (
  id           uuid PRIMARY KEY,
  started_at   timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL
);
