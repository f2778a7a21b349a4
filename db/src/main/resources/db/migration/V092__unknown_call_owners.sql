-- The order of an unknown call, as `call.accepted` names it: an erasure of its person deletes the events.
ALTER TABLE unknown_call
  ADD COLUMN order_id uuid,
  ADD COLUMN objection_recorded boolean NOT NULL DEFAULT false; -- the do-not-call entry was made
CREATE INDEX unknown_call_by_order ON unknown_call (order_id) WHERE order_id IS NOT NULL;
