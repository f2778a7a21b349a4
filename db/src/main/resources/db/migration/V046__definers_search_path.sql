-- Functions that run as the owner of the tables look for tables in its schema alone. Without
-- pg_temp at the end, a temporary table of the caller would come before one of the same name.
ALTER FUNCTION create_day_partition(text, date) SET search_path = public, pg_temp;
ALTER FUNCTION drop_day_partitions(text, timestamptz) SET search_path = public, pg_temp;
