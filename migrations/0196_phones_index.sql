-- outside a transaction
-- Telephones of members by their last eight digits, which are equal however the rest was written.
create index concurrently memberships__phone on memberships (school_id, right(cellphone, 8)) where cellphone <> '';
