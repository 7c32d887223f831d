-- Text messages of a day are counted before another one is written.
create index messages__sms on messages (school_id, utc_created_on) where kind = 'access_link_sms';
