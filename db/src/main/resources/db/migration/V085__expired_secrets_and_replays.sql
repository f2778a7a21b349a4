-- What is cleaned away is found by its time, not by reading the whole table.
CREATE INDEX webhook_secret_retired ON webhook_secret (retires_at) WHERE retires_at IS NOT NULL;
CREATE INDEX webhook_replay_ended ON webhook_replay (ended_at) WHERE ended_at IS NOT NULL;
