-- Moment of the latest test that a platform sent to an account: it opens nothing, and shows that the address and the code are right.
alter table sales_accounts add column utc_tested_on timestamptz;

-- Body of a delivery, sealed: it shows the account's secrets. That of before is empty here, and is moved by a job.
alter table sales add column sealed_body text;
create index sales__plain_body on sales (school_id, id) where body <> '';
