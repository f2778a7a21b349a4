-- The rows that count open orders count all of them, by status: an overview of ten million orders is
-- then a sum over some hundred rows for each tenant.
--
-- Nobody changes an order while they are counted for the first time.
LOCK TABLE call_order IN SHARE MODE;

ALTER TABLE open_orders
  ADD COLUMN accepted    integer NOT NULL DEFAULT 0,
  ADD COLUMN scheduled   integer NOT NULL DEFAULT 0,
  ADD COLUMN dialing     integer NOT NULL DEFAULT 0,
  ADD COLUMN in_progress integer NOT NULL DEFAULT 0,
  ADD COLUMN completed   integer NOT NULL DEFAULT 0,
  ADD COLUMN expired     integer NOT NULL DEFAULT 0,
  ADD COLUMN canceled    integer NOT NULL DEFAULT 0,
  ADD COLUMN failed      integer NOT NULL DEFAULT 0;

INSERT INTO open_orders AS o (tenant_id, shard, orders, undialled,
    accepted, scheduled, dialing, in_progress, completed, expired, canceled, failed)
SELECT tenant_id, 0, 0, 0,
       count(*) FILTER (WHERE status = 'accepted'), count(*) FILTER (WHERE status = 'scheduled'),
       count(*) FILTER (WHERE status = 'dialing'), count(*) FILTER (WHERE status = 'in_progress'),
       count(*) FILTER (WHERE status = 'completed'), count(*) FILTER (WHERE status = 'expired'),
       count(*) FILTER (WHERE status = 'canceled'), count(*) FILTER (WHERE status = 'failed')
  FROM call_order
 GROUP BY tenant_id
ON CONFLICT (tenant_id, shard) DO UPDATE
   SET accepted = excluded.accepted, scheduled = excluded.scheduled, dialing = excluded.dialing,
       in_progress = excluded.in_progress, completed = excluded.completed,
       expired = excluded.expired, canceled = excluded.canceled, failed = excluded.failed;

-- Every new order is accepted.
CREATE OR REPLACE FUNCTION count_new_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO open_orders AS o (tenant_id, shard, orders, undialled, accepted)
  SELECT tenant_id, pg_backend_pid() % 256, count(*), count(*), count(*)
    FROM new_rows
   GROUP BY tenant_id
   ORDER BY tenant_id
  ON CONFLICT (tenant_id, shard) DO UPDATE
     SET orders = o.orders + excluded.orders, undialled = o.undialled + excluded.undialled,
         accepted = o.accepted + excluded.accepted;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_changed_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO open_orders AS o (tenant_id, shard, orders, undialled,
      accepted, scheduled, dialing, in_progress, completed, expired, canceled, failed)
  SELECT tenant_id, pg_backend_pid() % 256, accepted + scheduled + dialing + in_progress, undialled,
         accepted, scheduled, dialing, in_progress, completed, expired, canceled, failed
    FROM (SELECT tenant_id,
                 sum(n * is_undialled(status, attempt_count)::int) AS undialled,
                 sum(n * (status = 'accepted')::int) AS accepted,
                 sum(n * (status = 'scheduled')::int) AS scheduled,
                 sum(n * (status = 'dialing')::int) AS dialing,
                 sum(n * (status = 'in_progress')::int) AS in_progress,
                 sum(n * (status = 'completed')::int) AS completed,
                 sum(n * (status = 'expired')::int) AS expired,
                 sum(n * (status = 'canceled')::int) AS canceled,
                 sum(n * (status = 'failed')::int) AS failed
            FROM (SELECT tenant_id, status, attempt_count, 1 AS n FROM new_rows
                   UNION ALL
                  SELECT tenant_id, status, attempt_count, -1 FROM old_rows) AS changed
           GROUP BY tenant_id) AS change
   WHERE (undialled, accepted, scheduled, dialing, in_progress, completed, expired, canceled, failed)
      <> (0, 0, 0, 0, 0, 0, 0, 0, 0)
   ORDER BY tenant_id
  ON CONFLICT (tenant_id, shard) DO UPDATE
     SET orders = o.orders + excluded.orders, undialled = o.undialled + excluded.undialled,
         accepted = o.accepted + excluded.accepted,
         scheduled = o.scheduled + excluded.scheduled,
         dialing = o.dialing + excluded.dialing,
         in_progress = o.in_progress + excluded.in_progress,
         completed = o.completed + excluded.completed,
         expired = o.expired + excluded.expired,
         canceled = o.canceled + excluded.canceled,
         failed = o.failed + excluded.failed;
  RETURN NULL;
END $$;
