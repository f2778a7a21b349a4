-- One number is never in two attempts of a tenant at once, whatever the references of their orders.
CREATE UNIQUE INDEX one_active_attempt_per_number ON call_attempt (tenant_id, phone)
  WHERE status IN ('placing', 'placed', 'ringing', 'answered');

-- The number that a scheduled order dials next, as far as rotation tells. The dialer decides anew.
ALTER TABLE call_order ADD COLUMN next_phone text;

-- A due order whose number or person is in an active attempt waits for the number of that attempt,
-- and is not in the index of due orders meanwhile. Of all that wait for one number the dialer looks
-- at the first, and only while no attempt at the number is active: nothing has to wake them.
ALTER TABLE call_order ADD COLUMN waits_for_phone text;

-- No number stays here after the order has been dialed or has ended.
ALTER TABLE call_order ADD CONSTRAINT only_scheduled_has_a_next_phone CHECK (
  status = 'scheduled' OR (next_phone IS NULL AND waits_for_phone IS NULL));

DROP INDEX call_order_due;
CREATE INDEX call_order_due ON call_order (tenant_id, next_attempt_at)
  WHERE status = 'scheduled' AND NOT held AND halt_id IS NULL AND waits_for_phone IS NULL;
CREATE INDEX call_order_waiting ON call_order (tenant_id, waits_for_phone, next_attempt_at)
  WHERE status = 'scheduled' AND NOT held AND halt_id IS NULL AND waits_for_phone IS NOT NULL;
