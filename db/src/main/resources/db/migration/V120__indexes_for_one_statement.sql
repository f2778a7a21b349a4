-- What is cleaned away is found by its time, not by reading the whole table.
CREATE INDEX webhook_secret_retired ON webhook_secret (retires_at) WHERE retires_at IS NOT NULL;
CREATE INDEX webhook_replay_ended ON webhook_replay (ended_at) WHERE ended_at IS NOT NULL;

-- The next replay to work on: finished ones stay for a while.
CREATE INDEX webhook_replay_running_next ON webhook_replay (id) WHERE state = 'running';

-- With the time, so that no other index serves an erasure as well as this one.
DROP INDEX signal_without_person;
CREATE INDEX signal_without_person ON signal (tenant_id, subject_reference, received_at)
  WHERE NOT complete AND redacted_at IS NULL;

-- For expiry alone: PostgreSQL took it for due orders too.
DROP INDEX call_order_expiring;
CREATE INDEX call_order_expiring ON call_order (tenant_id, expires_at)
  WHERE status IN ('accepted', 'scheduled') AND ended_at IS NULL;
