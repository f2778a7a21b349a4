-- Items that a loop could not process and skips, kept for the operator. Real time.
CREATE TABLE failed_work (
  kind            text NOT NULL,
  item_id         text NOT NULL,
  detail          text NOT NULL DEFAULT '', -- what is needed to process it by hand
  attempt_id      uuid,                     -- whose news it is: an erasure of the person deletes it
  error           text NOT NULL,
  failures        integer NOT NULL DEFAULT 1,
  first_failed_at timestamptz NOT NULL DEFAULT now(),
  last_failed_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, item_id)
);
CREATE INDEX failed_work_by_age ON failed_work (last_failed_at);
CREATE INDEX failed_work_by_attempt ON failed_work (attempt_id) WHERE attempt_id IS NOT NULL;

ALTER TABLE failed_work ENABLE ROW LEVEL SECURITY;
ALTER TABLE failed_work FORCE ROW LEVEL SECURITY;
CREATE POLICY workers_only ON failed_work USING (sees_tenant(NULL));
