-- The gateway's log is another one than the database has read: the database, or the gateway, is a copy.
-- No halt ends by it, witnessed or not.
ALTER TABLE gateway_cursor ADD COLUMN foreign_log boolean NOT NULL DEFAULT false;
