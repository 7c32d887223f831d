-- Students get a mail when their access to a class ends by a refund, with a subscription or with a term, where the school has not switched it off.
-- Ends of before this migration, which a job may only find later, are not mailed.
alter table schools add column has_ended_mails boolean not null default true;
alter table schools add column utc_ended_mails_from timestamptz not null default now();
