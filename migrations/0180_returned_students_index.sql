-- outside a transaction
-- Counted students whose price went back, by month.
create index concurrently counted_students__returned on counted_students (school_id, month) where utc_returned_on is not null;
