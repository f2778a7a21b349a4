-- A call that cannot be recorded does not hold up dialing for long: after some failures it is parked, and its number
-- and person are on the do-not-call list until an operator has looked at it.
ALTER TABLE unknown_call
  ADD COLUMN failures integer NOT NULL DEFAULT 0,
  ADD COLUMN parked   boolean NOT NULL DEFAULT false;
