-- A renewal that is not paid may be of another plan than the school's: the one that its invoice charges.
alter table subscriptions add column invoice_plan_id text;
