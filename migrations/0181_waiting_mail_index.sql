-- outside a transaction
-- Mails that wait, by the time of the next try.
create index concurrently messages__waiting on messages (school_id, utc_try_on, id) where utc_try_on is not null;
