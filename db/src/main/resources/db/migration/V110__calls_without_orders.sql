-- After a restore the gateway's log knows calls whose orders are gone with what was lost. Their
-- attempts are recorded all the same: gaps and limits of the person and the number count them.
ALTER TABLE call_attempt DROP CONSTRAINT call_attempt_order_id_fkey;

-- No open order tells whose number it was: nothing can be recorded, an operator may look.
ALTER TABLE unknown_call ADD COLUMN listed boolean NOT NULL DEFAULT false;
CREATE INDEX unknown_call_open ON unknown_call (attempt_id) WHERE NOT listed;

-- How far the log of the gateway was read: a recovery waits until nothing is missing.
ALTER TABLE gateway_cursor
  ADD COLUMN end_asked_at timestamptz, -- when the page was asked for that was empty
  ADD COLUMN log_id       text,        -- of the log that the cursor belongs to
  ADD COLUMN kept_since   timestamptz, -- real time: that log has every fact since
  ADD COLUMN gap          boolean NOT NULL DEFAULT false; -- events were deleted unread, or the log is another
