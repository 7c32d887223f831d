-- Moment of the latest test that a platform sent to an account: it opens nothing, and shows that the address and the code are right.
alter table sales_accounts add column utc_tested_on timestamptz;
