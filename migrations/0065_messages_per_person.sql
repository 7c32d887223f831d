-- What a school has written to one person lately.
create index messages__person on messages (school_id, user_id, utc_created_on);
