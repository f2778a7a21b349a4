-- What is under way for an erased person is canceled in pages, newest first, before anything is
-- redacted. The place is that of the last row that is done; without one, the phase has just begun.
ALTER TABLE erasure
  ADD COLUMN withdrawal_phase text NOT NULL DEFAULT 'enrollments'
    CHECK (withdrawal_phase IN ('enrollments', 'orders', 'done')),
  ADD COLUMN withdrawn_at timestamptz, -- the tenant's time
  ADD COLUMN withdrawn_id uuid;
