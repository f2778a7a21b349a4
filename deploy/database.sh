#!/bin/sh
# Creates the role that owns the schema, the role that serves, and the database. Run it once as a
# superuser of PostgreSQL, with OWNER_PASSWORD and SERVICE_PASSWORD in the environment; psql finds the
# server by PGHOST, PGPORT and PGUSER. Passwords go into addresses: use letters and digits only.
set -eu
: "${OWNER_PASSWORD:?}" "${SERVICE_PASSWORD:?}"
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username="${PGUSER:-postgres}" --dbname=postgres <<'SQL'
\getenv owner_password OWNER_PASSWORD
\getenv service_password SERVICE_PASSWORD
CREATE ROLE call_orders_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE call_orders LOGIN PASSWORD :'service_password';
-- Shows the service how old transactions of other roles are, which its event feed waits for.
GRANT pg_read_all_stats TO call_orders;
CREATE DATABASE call_orders OWNER call_orders_owner TEMPLATE template0 ENCODING 'UTF8';
REVOKE ALL ON DATABASE call_orders FROM PUBLIC;
GRANT CONNECT ON DATABASE call_orders TO call_orders;
SQL
