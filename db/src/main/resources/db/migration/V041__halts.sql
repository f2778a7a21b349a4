-- What operators have stopped: dialling for everybody, or for a tenant, a country, an order type.
-- Real time. Rows stay when a halt is lifted.
CREATE TABLE dial_halt (
  id          uuid PRIMARY KEY,
  tenant_id   uuid REFERENCES tenant,            -- null: every tenant
  country     text CHECK (country ~ '^[A-Z]{2}$'), -- of the number; null: every country
  order_type  text,                              -- null: every type
  reason      text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  halted_at   timestamptz NOT NULL,
  lifted_at   timestamptz,
  released_at timestamptz, -- when the last order that was set aside for it had been given back
  CHECK (released_at IS NULL OR lifted_at IS NOT NULL)
);
CREATE UNIQUE INDEX dial_halt_once ON dial_halt
  (coalesce(tenant_id::text, ''), coalesce(country, ''), coalesce(order_type, ''))
  WHERE lifted_at IS NULL;
CREATE INDEX dial_halt_to_release ON dial_halt (lifted_at)
  WHERE lifted_at IS NOT NULL AND released_at IS NULL;

ALTER TABLE dial_halt ENABLE ROW LEVEL SECURITY;
ALTER TABLE dial_halt FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_sees_its_own ON dial_halt USING (sees_tenant(tenant_id));
CREATE POLICY everybody_sees_those_of_all ON dial_halt FOR SELECT USING (tenant_id IS NULL);

-- Whether nothing at all is dialled for a tenant. Whoever looks for work passes it over.
CREATE FUNCTION dialling_is_halted(tenant uuid) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN EXISTS (SELECT FROM dial_halt h
                  WHERE h.lifted_at IS NULL
                    AND h.country IS NULL
                    AND h.order_type IS NULL
                    AND (h.tenant_id IS NULL OR h.tenant_id = tenant));

-- A due order that a narrower halt concerns is set aside, so that nobody looks at it again before
-- the halt is lifted. The halt itself decides: this only keeps the order out of the way.
ALTER TABLE call_order ADD COLUMN halt_id uuid;
DROP INDEX call_order_due;
CREATE INDEX call_order_due ON call_order (tenant_id, next_attempt_at)
  WHERE status = 'scheduled' AND NOT held AND halt_id IS NULL;
CREATE INDEX call_order_set_aside ON call_order (halt_id) WHERE halt_id IS NOT NULL;
