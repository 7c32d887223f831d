-- outside a transaction
-- Sales of several things of which one has no class.
create index concurrently sales__waiting_items on sales (school_id, id) where waiting_ids <> '{}';
