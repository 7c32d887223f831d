-- Months of a plan that a card pays are payments of ours. A subscription at the provider that an earlier release began is left; its id stays, to be read.
alter table subscriptions add column left_stripe_id text;
-- When the card is charged by us at the earliest, after that: processes of the earlier release may work for a while.
alter table subscriptions add column utc_charges_from timestamptz;
-- Charges of the month that is due.
alter table subscriptions add column tries integer not null default 0;

-- Day in São Paulo on which the month begins that a renewal pays; null for all other payments.
alter table payments add column month text;

-- Consents to charge a card each month, as the payer read them.
create table card_consents (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  method_id bigint not null,
  user_id bigint,
  version integer not null,
  text text not null,
  utc_given_on timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, method_id) references payment_methods (school_id, id)
);
select app.protect('card_consents');
revoke update, delete on card_consents from escola_app;

-- Jobs of the plans that an earlier release began at the provider look at them now, and not at the end of their months.
insert into due_jobs (school_id, name, utc_due_on)
  select school_id, 'payments.follow_subscription', now() from subscriptions where stripe_id is not null or utc_card_from is not null
  on conflict (school_id, name) do update set utc_due_on = least(due_jobs.utc_due_on, excluded.utc_due_on);
