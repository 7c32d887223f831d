-- outside a transaction
-- Mails that were given up, the latest first.
create index concurrently messages__undelivered on messages (school_id, utc_undelivered_on desc, id desc)
  where utc_undelivered_on is not null;
