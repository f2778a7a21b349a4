-- Attempts whose orders were lost with a restore: retention and erasure find them by themselves,
-- since no order leads to them.
ALTER TABLE call_attempt ADD COLUMN order_gone boolean NOT NULL DEFAULT false;

-- Only a database that has begun a second era contains such attempts.
UPDATE call_attempt a
   SET order_gone = true
 WHERE (SELECT max(number) > 0 FROM era)
   AND NOT EXISTS (SELECT FROM call_order o WHERE o.id = a.order_id);

CREATE INDEX call_attempt_of_gone_orders ON call_attempt
  (tenant_id, (COALESCE(ended_at, intended_at)))
  WHERE order_gone AND subject_reference <> '';
