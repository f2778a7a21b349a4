-- Locks: call_attempt SHARE UPDATE EXCLUSIVE, 4 s at 1,000,000 orders

-- Counts the attempts at a phone on a day. Redacted attempts have no phone, and the active one of a phone
-- is found by one_active_attempt_per_number.
DROP INDEX CONCURRENTLY IF EXISTS call_attempt_by_phone;
CREATE INDEX CONCURRENTLY call_attempt_by_phone ON call_attempt (tenant_id, phone, ended_at)
  WHERE ended_at IS NOT NULL AND phone <> '';
