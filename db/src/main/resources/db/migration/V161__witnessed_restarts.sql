-- A recovery halt after a plain restart that a node has witnessed: it ends without an operator when
-- the gateway's log cannot tell what happened in the last second before, and holds up no webhook.
ALTER TABLE dial_halt ADD COLUMN witnessed boolean NOT NULL DEFAULT false;
