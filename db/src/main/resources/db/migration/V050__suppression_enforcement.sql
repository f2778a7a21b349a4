-- What a new do-not-call entry has yet to end: orders are canceled and enrollments exited in batches
-- after the entry's own commit. A row is written with its entry and deleted when all is done. Real time.
CREATE TABLE suppression_enforcement (
  suppression_id   uuid PRIMARY KEY REFERENCES suppression ON DELETE CASCADE,
  tenant_id        uuid NOT NULL,
  phase            text NOT NULL DEFAULT 'orders_of_subject' CHECK (phase IN ('orders_of_subject',
                     'orders_of_phone', 'enrollments_of_subject', 'enrollments_of_phone')),
  after_created_at timestamptz NOT NULL DEFAULT 'epoch', -- the last item that is done
  after_id         uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  batch_limit      integer NOT NULL DEFAULT 100 CHECK (batch_limit BETWEEN 1 AND 100),
  failures         integer NOT NULL DEFAULT 0,  -- since the last batch that succeeded
  next_run_at      timestamptz NOT NULL DEFAULT now()
);
-- Entries take turns: each batch puts its entry behind the others.
CREATE INDEX suppression_enforcement_queue ON suppression_enforcement (next_run_at);

ALTER TABLE suppression_enforcement ENABLE ROW LEVEL SECURITY;
ALTER TABLE suppression_enforcement FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_sees_its_own ON suppression_enforcement USING (sees_tenant(tenant_id));
