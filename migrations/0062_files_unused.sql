-- Since when nothing names the file. What stays unused for a week is removed; what is named again meanwhile is not.
alter table files add column utc_unused_on timestamptz;

-- Daily jobs are written once for every school, so the relay looks for the last one.
create index outbox__daily on outbox (school_id, name, utc_created_on);
