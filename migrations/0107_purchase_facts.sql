-- Facts that platforms tell of purchases and subscriptions, kept for good and without a name: each purchase is decided from all of them, in the
-- order in which they happened, whatever comes late or twice.
create table purchase_facts (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  platform text not null,
  -- The delivery: done again, it says the same once.
  fact_key text not null,
  kind text not null check (kind in
    ('paid', 'canceled', 'refunded', 'subscription_ended', 'subscription_resumed', 'charge_moved', 'plan_switched')),
  -- '' where the subscription alone is named.
  purchase_code text not null default '',
  subscription_code text,
  -- Part of a purchase that is paid and canceled by itself; '' for the whole.
  line text not null default '',
  item_ids text[] not null default '{}',
  dropped_ids text[] not null default '{}',
  user_id bigint,
  utc_occurred_on timestamptz not null,
  -- False: the platform names no moment, and that of the arrival counts.
  is_stated boolean not null,
  -- End of what was paid, as the platform names it.
  utc_ends_on timestamptz,
  primary key (school_id, id)
);
select app.protect('purchase_facts');
create unique index purchase_facts__key on purchase_facts (school_id, platform, fact_key);
create index purchase_facts__purchase on purchase_facts (school_id, platform, purchase_code) where purchase_code <> '';
create index purchase_facts__subscription on purchase_facts (school_id, platform, subscription_code) where subscription_code is not null;

-- A grant that lives without an end was paid after the end of its subscription, if there was one.
insert into purchase_facts (school_id, platform, fact_key, kind, purchase_code, subscription_code, item_ids, user_id, utc_occurred_on, is_stated)
  select g.school_id, g.platform, 'before facts: paid ' || g.user_id || ' ' || g.code, 'paid', g.code, t.subscription_code, g.item_ids, g.user_id,
    case when g.lives_on and s.utc_canceled_on >= g.utc_starts_on then s.utc_canceled_on + interval '1 millisecond' else g.utc_starts_on end, true
  from (
    select school_id, user_id, split_part(source_key, ':', 1) as platform,
      replace(replace(split_part(source_key, ':', 2), '%3A', ':'), '%25', '%') as code,
      array_agg(distinct replace(replace(split_part(source_key, ':', 3), '%3A', ':'), '%25', '%')) as item_ids,
      min(utc_starts_on) as utc_starts_on, bool_or(utc_ended_on is null and utc_ends_on is null) as lives_on
    from enrollment_grants where source = 'sale' group by 1, 2, 3, 4
  ) g
  left join sales_transactions t on t.school_id = g.school_id and t.platform = g.platform and t.kind = 'purchase' and t.code = g.code
  left join sales_transactions s on s.school_id = g.school_id and s.platform = g.platform and s.kind = 'subscription' and s.code = t.subscription_code;
insert into purchase_facts (school_id, platform, fact_key, kind, purchase_code, utc_occurred_on, is_stated)
  select school_id, split_part(source_key, ':', 1), 'before facts: canceled ' || split_part(source_key, ':', 2), 'canceled',
    replace(replace(split_part(source_key, ':', 2), '%3A', ':'), '%25', '%'), max(utc_ended_on), true
  from enrollment_grants where source = 'sale'
  group by school_id, split_part(source_key, ':', 1), split_part(source_key, ':', 2)
  having bool_and(utc_ended_on is not null) and bool_or(ended_why = 'canceled');
insert into purchase_facts (school_id, platform, fact_key, kind, purchase_code, utc_occurred_on, is_stated)
  select school_id, platform, 'before facts: refunded ' || code, 'refunded', code, utc_paid_back_on, true
  from sales_transactions where kind = 'purchase' and utc_paid_back_on is not null;
insert into purchase_facts (school_id, platform, fact_key, kind, subscription_code, utc_occurred_on, is_stated, utc_ends_on)
  select school_id, platform, 'before facts: subscription ended ' || code, 'subscription_ended', code, utc_canceled_on, true, utc_paid_until
  from sales_transactions where kind = 'subscription' and utc_canceled_on is not null;

-- Its rows are locks from now on: the events of a purchase or a subscription are done one after the other.
drop index sales_transactions__subscription;
alter table sales_transactions drop column utc_paid_back_on, drop column utc_canceled_on, drop column utc_paid_until, drop column subscription_code;
