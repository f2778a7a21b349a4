-- Locks: tenant SHARE UPDATE EXCLUSIVE, 5 ms at 1,000,000 orders
DROP INDEX CONCURRENTLY IF EXISTS tenant_by_note_of_a_test;
CREATE INDEX CONCURRENTLY tenant_by_note_of_a_test ON tenant (note_of_a_test);
