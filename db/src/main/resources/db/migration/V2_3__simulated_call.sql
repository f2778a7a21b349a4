-- Locks: call_attempt ACCESS EXCLUSIVE, 2 ms at 1,000,000 orders

-- The node whose built-in simulator has the call, which ends with that node; another node that ends the
-- call takes the place. Null: the gateway is outside of the nodes, or a node of release 1 has placed it.
ALTER TABLE call_attempt ADD COLUMN simulator_node uuid;
