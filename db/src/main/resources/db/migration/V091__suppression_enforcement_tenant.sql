-- The walk of a test clock asks whether a tenant's do-not-call entries still have orders to end.
CREATE INDEX suppression_enforcement_tenant ON suppression_enforcement (tenant_id);
