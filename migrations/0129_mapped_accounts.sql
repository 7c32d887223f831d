-- Accounts on platforms that the school named say how deliveries prove themselves, what the fields mean, and when one came without the proof.
alter table sales_accounts add column proof jsonb, add column mapping jsonb, add column utc_refused_on timestamptz;

-- Index of deliveries that can't be understood yet, by the account whose mapping has to say more.
create index sales__not_understood on sales (school_id, account_id, event) where reason in ('no_mapping', 'no_meaning');
