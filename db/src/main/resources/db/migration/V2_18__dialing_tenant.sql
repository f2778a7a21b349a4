-- Locks: none

-- Tenants whose orders the dialer looks for: neither disabled nor halted as a whole. What it says for one
-- tenant, is_dialing_halted says too; called for each of a thousand tenants, the function costs four times
-- as much as all else that the search for due orders does.
CREATE VIEW dialing_tenant WITH (security_invoker = true) AS
  SELECT t.id, t.clock_offset_ms, t.max_concurrent_calls, t.max_dials_per_day,
         t.id IN (SELECT c.tenant_id FROM predial_check c) AS has_predial_check
    FROM tenant t
   WHERE NOT t.disabled
     AND NOT EXISTS (SELECT FROM dial_halt h
                      WHERE h.lifted_at IS NULL
                        AND h.country IS NULL
                        AND h.order_type IS NULL
                        AND h.tenant_id IS NULL)
     AND t.id NOT IN (SELECT h.tenant_id
                        FROM dial_halt h
                       WHERE h.lifted_at IS NULL
                         AND h.country IS NULL
                         AND h.order_type IS NULL
                         AND h.tenant_id IS NOT NULL);
