-- Revisions that only planned an order: its entity tag is the revision without them, so that the tag
-- of an answer stays good until a client or a call changes the order.
ALTER TABLE call_order ADD COLUMN plannings integer NOT NULL DEFAULT 0;
