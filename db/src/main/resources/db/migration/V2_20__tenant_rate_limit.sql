-- Locks: tenant ACCESS EXCLUSIVE, 2 ms at 1,000,000 orders

-- Limits of a tenant over all its registrations; null: none for requests, the default for bytes of bodies.
ALTER TABLE tenant
  ADD COLUMN requests_per_second   integer CHECK (requests_per_second >= 1),
  ADD COLUMN requests_burst        integer CHECK (requests_burst >= 1),
  ADD COLUMN body_bytes_per_second integer CHECK (body_bytes_per_second >= 1),
  ADD COLUMN body_bytes_burst      integer CHECK (body_bytes_burst >= 1048576), -- the largest body
  ADD CHECK ((requests_per_second IS NULL) = (requests_burst IS NULL)),
  ADD CHECK ((body_bytes_per_second IS NULL) = (body_bytes_burst IS NULL));
