-- The day that runs is the first that has not ended: days of the past are kept, and must not be read on the way to it.
CREATE INDEX dial_count_by_end ON dial_count (tenant_id, ends_at);
