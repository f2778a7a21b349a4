-- The latest time that maintenance has seen. A clock more than 24 hours ahead of it may have jumped: what
-- is deleted by age stays until the clock is right again, or an operator's `maintenance resume`.
CREATE TABLE maintenance_clock (
  singleton   boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  latest_seen timestamptz NOT NULL,
  resumed_at  timestamptz,  -- by an operator
  resumed_why text CHECK (length(resumed_why) BETWEEN 1 AND 500)
);

-- 24 hours: a stop overnight needs no operator, and a key replays for a day at least after a shorter jump.
CREATE FUNCTION clock_has_jumped(latest_seen timestamptz, at timestamptz) RETURNS boolean
  LANGUAGE sql STABLE
  RETURN at > latest_seen + interval '24 hours';

CREATE FUNCTION clock_has_jumped(at timestamptz) RETURNS boolean
  LANGUAGE sql STABLE
  RETURN coalesce((SELECT clock_has_jumped(c.latest_seen, at) FROM maintenance_clock c), false);
