-- Locks: signal ACCESS EXCLUSIVE, 1 ms at 1,000,000 orders
-- Why the client may call the person: {kind, obtained_at, evidence_ref}. Orders have it in their document.
ALTER TABLE signal ADD COLUMN compliance_basis json;
