-- Locks: tenant ACCESS EXCLUSIVE, 2 ms at 1,000,000 orders
ALTER TABLE tenant ADD COLUMN note_of_a_test text;
