-- Locks: none
--
-- Tenants whose deletion an operator has requested.
--
-- Times in this file are real time.

-- How far a deletion is: it goes through the tables of the tenant, deletes the tenant's row, and goes
-- through them once more, since transactions that began before may have written to them. Without a
-- reference to tenant: its row goes first.
CREATE TABLE tenant_deletion (
  tenant_id    uuid PRIMARY KEY,
  requested_at timestamptz NOT NULL,
  removed_at   timestamptz, -- when the tenant's row was deleted
  table_name   text CHECK (length(table_name) BETWEEN 1 AND 63), -- whose rows are being deleted; null: the first
  position     uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000', -- last row read of that table
  next_run_at  timestamptz NOT NULL
);
CREATE INDEX tenant_deletion_by_next_run_at ON tenant_deletion (next_run_at);

ALTER TABLE tenant_deletion ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant_deletion FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON tenant_deletion USING (is_tenant_visible(tenant_id));
