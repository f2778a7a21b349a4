-- The search of the administration: parts of names, references and phones.
--
-- A loop writes the rows after the acceptance, under the subject's lock; a redaction deletes them in its
-- own transaction.

CREATE SEQUENCE search_number AS bigint;

CREATE TABLE search_text (
  id        uuid PRIMARY KEY,           -- of the order or enrollment
  tenant_id uuid NOT NULL,
  kind      text NOT NULL CHECK (kind IN ('order', 'enrollment')),
  number    bigint NOT NULL UNIQUE,     -- from search_number: newer rows have higher ones
  text      text NOT NULL,              -- references and name in lower case, a line each
  phones    text NOT NULL               -- digits, a line each
);

ALTER TABLE search_text ENABLE ROW LEVEL SECURITY;
ALTER TABLE search_text FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON search_text USING (is_tenant_visible(tenant_id));

-- The trigrams of each row. Without a policy, which would make PostgreSQL test every row before `@>`
-- instead of using the index: that operator is not leakproof. Texts are in search_text alone.
--
-- A key contains number / 4096 above 24 bits of the trigram, so that a search goes through blocks of
-- rows, newest first, and ends early when it finds enough.
CREATE TABLE search_trigram (
  number bigint PRIMARY KEY,
  keys   bigint[] NOT NULL
);
-- Each search of a block reads the whole pending list, so the list is short.
CREATE INDEX search_trigram_keys ON search_trigram USING gin (keys) WITH (gin_pending_list_limit = 64);

-- How far the loop is. Everything up to the position is indexed, unless redacted.
CREATE TABLE search_cursor (
  kind     text PRIMARY KEY CHECK (kind IN ('order', 'enrollment')),
  position uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'
);
INSERT INTO search_cursor (kind) VALUES ('order'), ('enrollment');
