-- Tenants take turns: the worker goes from tenant to tenant, and reads the entries of each in the order of their time.
CREATE INDEX suppression_enforcement_turn ON suppression_enforcement (tenant_id, next_run_at);
DROP INDEX suppression_enforcement_queue;
DROP INDEX suppression_enforcement_tenant;
