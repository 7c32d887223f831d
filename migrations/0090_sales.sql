-- How a class is sold: a platform, the code by which its deliveries are known, and the products that open the class. Codes are sealed.
create table sales_integrations (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  cohort_id bigint not null,
  platform text not null check (platform in ('hotmart', 'eduzz', 'octapay', 'mercadopago', 'bravapay', 'fornece')),
  product_ids text[] not null,
  sealed_code text not null,
  code_hash text not null,
  sealed_access_token text,
  keeps_paid_period boolean not null,
  primary key (school_id, id),
  foreign key (school_id, cohort_id) references cohorts (school_id, id) on delete cascade
);
select app.protect('sales_integrations');
create index sales_integrations__cohort on sales_integrations (school_id, cohort_id);

-- Which schools a delivery may be for, before it is believed: by its products and by the hash of a code that it shows.
create table sales_lookups (
  school_id bigint not null default app.school_id() references schools,
  platform text not null,
  kind text not null check (kind in ('product', 'code')),
  value text not null,
  primary key (school_id, platform, kind, value)
);
select app.protect('sales_lookups', on_coordinator => true);
create index sales_lookups__value on sales_lookups (platform, kind, value);
create policy platform on sales_lookups for select to escola_platform using (true);
grant select on sales_lookups to escola_platform;

-- What a platform sent, as it came, and what became of it.
create table sales (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  platform text not null,
  delivery_hash text not null,
  headers jsonb not null,
  query jsonb not null,
  -- In base64: these are the very bytes that a signature is about.
  body text not null,
  integration_id bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'ignored', 'unmatched', 'failed')),
  reason text not null default '',
  event text not null default '',
  transaction_code text not null default '',
  buyer_name text not null default '',
  buyer_email text not null default '',
  product_ids text[] not null default '{}',
  product_name text not null default '',
  utc_received_on timestamptz not null,
  primary key (school_id, id)
);
select app.protect('sales');
-- The same delivery again is the same row.
create unique index sales__delivery on sales (school_id, platform, delivery_hash);
create index sales__newest on sales (school_id, utc_received_on desc, id desc);
create index sales__state on sales (school_id, state, utc_received_on desc, id desc);

-- What a sale opened. A student leaves the class when the last of theirs has ended.
create table sales_grants (
  school_id bigint not null default app.school_id() references schools,
  platform text not null,
  transaction_code text not null,
  cohort_id bigint not null,
  user_id bigint not null,
  subscription_code text,
  utc_granted_on timestamptz not null,
  -- With the subscription, which no purchase of before makes longer.
  utc_ends_on timestamptz,
  utc_ended_on timestamptz,
  primary key (school_id, platform, transaction_code, cohort_id),
  foreign key (school_id, cohort_id) references cohorts (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references memberships (school_id, user_id) on delete cascade
);
select app.protect('sales_grants');
create index sales_grants__student on sales_grants (school_id, user_id, cohort_id);
create index sales_grants__cohort on sales_grants (school_id, cohort_id);
create index sales_grants__subscription on sales_grants (school_id, platform, subscription_code) where subscription_code is not null;
create index sales_grants__ending on sales_grants (school_id, utc_ends_on) where utc_ends_on is not null and utc_ended_on is null;

-- Every purchase and subscription that was told of, so that its events are done in a row, whatever comes late.
create table sales_transactions (
  school_id bigint not null default app.school_id() references schools,
  platform text not null,
  kind text not null check (kind in ('purchase', 'subscription')),
  code text not null,
  -- Of a purchase, which opens nothing any more.
  utc_paid_back_on timestamptz,
  -- Of a subscription: when it was canceled last, and until when it was paid.
  utc_canceled_on timestamptz,
  utc_paid_until timestamptz,
  primary key (school_id, platform, kind, code)
);
select app.protect('sales_transactions');
