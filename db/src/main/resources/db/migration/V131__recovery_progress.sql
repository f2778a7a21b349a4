-- What a recovery halt has found so far: calls that were recorded, those of them whose orders were
-- gone, and the objections in them.
ALTER TABLE dial_halt
  ADD COLUMN recorded_calls   integer NOT NULL DEFAULT 0,
  ADD COLUMN gone_order_calls integer NOT NULL DEFAULT 0,
  ADD COLUMN objections       integer NOT NULL DEFAULT 0;
