-- Locks: call_attempt ACCESS EXCLUSIVE, 2 ms at 1,000,000 orders
-- Type, sequence and time of each event of the gateway, until the evidence of the call is made.
ALTER TABLE call_attempt ADD COLUMN gateway_events json;
