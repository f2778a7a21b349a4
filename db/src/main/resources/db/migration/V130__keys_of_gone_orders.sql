-- What makes an order the same when a client sends it again: a keyed hash of the tenant, the person,
-- and the Idempotency-Key or the signal and step, by each master key; the newest key first. It goes
-- to the gateway in the encrypted context of each call.
ALTER TABLE call_order_body ADD COLUMN key_hashes uuid[] NOT NULL DEFAULT '{}';

-- Orders that were lost with a restore and of which the gateway's log knows a call. An order that is
-- sent again under such a key is accepted under the id of the order that is gone.
CREATE TABLE gone_order_key (
  tenant_id   uuid NOT NULL,
  key_hash    uuid NOT NULL,
  order_id    uuid NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(), -- real time
  PRIMARY KEY (tenant_id, key_hash)
);
CREATE INDEX gone_order_key_by_order ON gone_order_key (order_id);
CREATE INDEX gone_order_key_oldest ON gone_order_key (recorded_at);
ALTER TABLE gone_order_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE gone_order_key FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON gone_order_key USING (sees_tenant(tenant_id));
