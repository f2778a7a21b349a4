-- What the operations on order types and on the do-not-call list need.

CREATE INDEX order_type_newest ON order_type (tenant_id, created_at DESC, key DESC);

-- The listings, newest first: all entries, and those of one source.
CREATE INDEX suppression_newest ON suppression (tenant_id, created_at DESC, id DESC);
CREATE INDEX suppression_of_source ON suppression (tenant_id, source, created_at DESC, id DESC);
-- The same entry exists once; each objection is an entry of its own.
CREATE UNIQUE INDEX suppression_once ON suppression
  (tenant_id, coalesce(phone, ''), coalesce(subject_reference, ''), scope, source)
  WHERE source <> 'in_call_request';

-- Which orders that have not ended hold a telephone number: written with the order, gone with its
-- end, so that no number outlives its use here. Narrow, with its key as the only index, and without
-- a reference to the order, whose row every insert would lock.
CREATE TABLE call_order_phone (
  tenant_id uuid NOT NULL,
  phone     text NOT NULL,
  order_id  uuid NOT NULL,
  PRIMARY KEY (tenant_id, phone, order_id)
);

ALTER TABLE call_order_phone ENABLE ROW LEVEL SECURITY;
ALTER TABLE call_order_phone FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_sees_its_own ON call_order_phone USING (sees_tenant(tenant_id));

SELECT set_config('app.worker', 'on', true);
INSERT INTO call_order_phone (tenant_id, phone, order_id)
SELECT DISTINCT o.tenant_id, contact ->> 'value', o.id
  FROM call_order o
  JOIN call_order_body b ON b.order_id = o.id
 CROSS JOIN LATERAL json_array_elements(b.document -> 'contacts') AS contact
 WHERE o.ended_at IS NULL AND contact ->> 'channel' = 'phone';
SELECT set_config('app.worker', '', true);
