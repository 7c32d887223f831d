-- Links of an integration may open a session once. The kind of a link is fixed when it is given, so a change of the integration is for later ones.
alter table access_api_integrations add column is_single_use boolean not null default false;
alter table access_api_tokens add column is_single_use boolean not null default false;
alter table access_api_tokens add column utc_used_on timestamptz;
-- A row stays after its link is over, so that the student is told that the link was used.
create policy platform_spends on access_api_tokens for update to escola_platform using (true) with check (true);
grant update (utc_used_on) on access_api_tokens to escola_platform;

-- Moment of the latest mail to a buyer who asked for help with a purchase: there is one an hour.
create table purchase_help_mails (
  school_id bigint not null default app.school_id() references schools,
  platform text not null,
  purchase_code text not null,
  utc_asked_on timestamptz not null,
  primary key (school_id, platform, purchase_code)
);
select app.protect('purchase_help_mails');

-- A buyer names the transaction.
create index sales__transaction on sales (school_id, transaction_code) where transaction_code <> '';
