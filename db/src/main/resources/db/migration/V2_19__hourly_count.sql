-- Locks: none
--
-- What the administration's statistics count: orders that have ended, dials, and deliveries of webhooks
-- (ADR 0027). No row names a person.

-- Counts by hour. Those of all tenants together stay when one of them is deleted.
CREATE TABLE hourly_count (
  tenant_id uuid NOT NULL, -- all zeros: every tenant. Without a reference: each new row would lock that row
  hour      timestamptz NOT NULL, -- its beginning (UTC): of deliveries in real time, else the tenant's
  kind      text NOT NULL CHECK (kind IN ('order', 'dial', 'delivery')),
  name      text NOT NULL, -- summary code of the order, bound of the dial's lag in ms, status of the delivery
  count     bigint NOT NULL CHECK (count > 0),
  PRIMARY KEY (tenant_id, hour, kind, name)
);
CREATE INDEX hourly_count_delivery_by_hour ON hourly_count (hour) WHERE kind = 'delivery';

ALTER TABLE hourly_count ENABLE ROW LEVEL SECURITY;
ALTER TABLE hourly_count FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON hourly_count USING (is_tenant_visible(tenant_id));

-- Queue of counts. The transaction of what is counted adds a row and waits for no other; a loop adds
-- these rows to hourly_count every few seconds.
CREATE TABLE hourly_count_queue (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id uuid NOT NULL,
  hour      timestamptz NOT NULL,
  kind      text NOT NULL,
  name      text NOT NULL,
  count     integer NOT NULL CHECK (count > 0)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

ALTER TABLE hourly_count_queue ENABLE ROW LEVEL SECURITY;
ALTER TABLE hourly_count_queue FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON hourly_count_queue USING (is_tenant_visible(tenant_id));
