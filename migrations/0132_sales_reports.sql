-- A platform's sales report as a school compares it with what it knows: the newest alone, for some days. Of purchases that are as they should be,
-- the report keeps their number; of those that an administrator looks at, their rows.
create table sales_reports (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  account_id bigint not null,
  filename text not null,
  total integer not null,
  fine_paid integer not null,
  fine_ended integer not null,
  fine_over integer not null,
  -- Purchases that were settled, by what that was.
  given integer not null default 0,
  ended integer not null default 0,
  -- Purchases that the job was asked to settle since it last was done.
  asked integer not null default 0,
  created_by bigint not null,
  utc_created_on timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, account_id) references sales_accounts (school_id, id) on delete cascade
);
select app.protect('sales_reports');
create unique index sales_reports__only on sales_reports (school_id);
create index sales_reports__account on sales_reports (school_id, account_id);

create table sales_report_rows (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  report_id bigint not null,
  line integer not null,
  verdict text not null check (verdict in
    ('missing', 'still_in', 'no_class', 'no_email', 'removed', 'paid_back', 'other_access', 'mixed')),
  status text not null check (status in ('paid', 'refunded', 'canceled', 'chargeback')),
  transaction_code text not null,
  buyer_name text not null,
  buyer_email text not null,
  buyer_cellphone text not null,
  product_ids text[] not null,
  offer_ids text[] not null,
  product_name text not null,
  subscription_code text,
  utc_occurred_on timestamptz not null,
  -- False: the report names no moment.
  is_stated boolean not null,
  utc_ends_on timestamptz,
  fact_key text not null,
  is_known boolean not null,
  utc_on timestamptz,
  cohort_ids bigint[] not null,
  reasons text[] not null,
  is_asked boolean not null default false,
  primary key (school_id, id),
  foreign key (school_id, report_id) references sales_reports (school_id, id) on delete cascade
);
select app.protect('sales_report_rows');
create index sales_report_rows__verdict on sales_report_rows (school_id, report_id, verdict, line, id);
create index sales_report_rows__email on sales_report_rows (school_id, buyer_email);
