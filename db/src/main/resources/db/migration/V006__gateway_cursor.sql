-- How far each gateway's log of events has been read into the house. No tenant's: a log tells of
-- all calls. The lease only spares nodes the same work: reading something twice does no harm.
CREATE TABLE gateway_cursor (
  gateway      text PRIMARY KEY CHECK (length(gateway) BETWEEN 1 AND 2000),
  cursor       text CHECK (length(cursor) BETWEEN 1 AND 1000), -- null: from the oldest that is kept
  reader       uuid NOT NULL,
  leased_until timestamptz NOT NULL
);
