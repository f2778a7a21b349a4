-- How many orders of a tenant are open, kept by the database itself so that no writer can forget
-- it. Acceptance asks for it with every batch, and counting a million rows takes too long for that.
--
-- Each session adds to a row of its own (or nearly so), that writers do not wait for each other; a
-- single row may be negative, their sum is the truth.
CREATE TABLE open_orders (
  tenant_id uuid NOT NULL,
  shard     smallint NOT NULL,
  orders    integer NOT NULL,
  undialled integer NOT NULL, -- those of them that wait for their first dial
  PRIMARY KEY (tenant_id, shard)
) WITH (fillfactor = 50);

ALTER TABLE open_orders ENABLE ROW LEVEL SECURITY;
ALTER TABLE open_orders FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_sees_its_own ON open_orders USING (sees_tenant(tenant_id));

CREATE FUNCTION is_open(status text) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN status IN ('accepted', 'scheduled', 'dialing', 'in_progress');

CREATE FUNCTION is_undialled(status text, attempt_count integer) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN status IN ('accepted', 'scheduled') AND attempt_count = 0;

CREATE FUNCTION count_new_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO open_orders AS o (tenant_id, shard, orders, undialled)
  SELECT tenant_id, pg_backend_pid() % 256, count(*), count(*)
    FROM new_rows
   GROUP BY tenant_id
   ORDER BY tenant_id
  ON CONFLICT (tenant_id, shard) DO UPDATE
     SET orders = o.orders + excluded.orders, undialled = o.undialled + excluded.undialled;
  RETURN NULL;
END $$;

CREATE FUNCTION count_changed_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO open_orders AS o (tenant_id, shard, orders, undialled)
  SELECT tenant_id, pg_backend_pid() % 256, sum(open), sum(undialled)
    FROM (SELECT tenant_id, is_open(status)::int AS open,
                 is_undialled(status, attempt_count)::int AS undialled
            FROM new_rows
           UNION ALL
          SELECT tenant_id, -is_open(status)::int, -is_undialled(status, attempt_count)::int
            FROM old_rows) AS change
   GROUP BY tenant_id
  HAVING sum(open) <> 0 OR sum(undialled) <> 0
   ORDER BY tenant_id
  ON CONFLICT (tenant_id, shard) DO UPDATE
     SET orders = o.orders + excluded.orders, undialled = o.undialled + excluded.undialled;
  RETURN NULL;
END $$;

CREATE TRIGGER new_orders_are_counted AFTER INSERT ON call_order
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_new_orders();
CREATE TRIGGER changed_orders_are_counted AFTER UPDATE ON call_order
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_orders();

INSERT INTO open_orders (tenant_id, shard, orders, undialled)
SELECT tenant_id, 0, count(*), count(*) FILTER (WHERE is_undialled(status, attempt_count))
  FROM call_order
 WHERE is_open(status)
 GROUP BY tenant_id;

-- No attempt starts at or after this instant, whoever or whatever holds dialling back.
ALTER TABLE call_order ADD COLUMN expires_at timestamptz;
UPDATE call_order o
   SET expires_at = LEAST((w.bounds ->> 'not_after')::timestamptz,
                          GREATEST(o.created_at, (w.bounds ->> 'not_before')::timestamptz)
                            + interval '30 days')
  FROM (SELECT order_id, document #> '{scheduling,window}' AS bounds FROM call_order_body) AS w
 WHERE w.order_id = o.id;
ALTER TABLE call_order ALTER COLUMN expires_at SET NOT NULL;
CREATE INDEX call_order_expiring ON call_order (tenant_id, expires_at)
  WHERE status IN ('accepted', 'scheduled');

-- When the day is over, in the tenant's time: until then a tenant that has dialled all it may is
-- not looked at.
ALTER TABLE dial_count ADD COLUMN ends_at timestamptz;
UPDATE dial_count c SET ends_at = (c.day + 1)::timestamp AT TIME ZONE t.timezone
  FROM tenant t WHERE t.id = c.tenant_id;
ALTER TABLE dial_count ALTER COLUMN ends_at SET NOT NULL;
