-- Locks: audit_entry ACCESS EXCLUSIVE, 2 ms at 1,000,000 orders
--
-- Why, and what has changed: a JSON object, in the characters that the entry's hash covers.
ALTER TABLE audit_entry ADD COLUMN details text CHECK (length(details) BETWEEN 2 AND 200000);
