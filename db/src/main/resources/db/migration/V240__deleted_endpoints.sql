-- Rows of endpoints that were deleted before the oldest delivery of the log go.
CREATE INDEX webhook_endpoint_deleted ON webhook_endpoint (deleted_at)
  WHERE deleted_at IS NOT NULL;
CREATE INDEX webhook_replay_of_endpoint ON webhook_replay (endpoint_id);
