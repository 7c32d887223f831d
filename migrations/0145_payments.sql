-- Customer of the payment provider that a school is. The provider's events name the customer alone, so the map is asked before a school is known.
create table stripe_customers (
  school_id bigint primary key,
  customer_id text not null,
  constraint stripe_customers__customer unique (customer_id)
);
alter table stripe_customers owner to escola_owner;
grant select, insert on stripe_customers to escola_platform;

-- Events of the payment provider, stored before they are processed. Only what an event is about is kept: the object is read again.
create table stripe_events (
  event_id text primary key,
  type text not null,
  object_id text not null,
  utc_received_on timestamptz not null,
  utc_processed_on timestamptz
);
alter table stripe_events owner to escola_owner;
grant select, insert, update (utc_processed_on) on stripe_events to escola_platform;

-- Cards that a school keeps, and those that it kept.
create table payment_methods (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  stripe_id text not null,
  brand text not null,
  last_4_digits text not null,
  expires text not null,
  utc_saved_on timestamptz not null,
  utc_removed_on timestamptz,
  primary key (school_id, id),
  constraint payment_methods__stripe unique (school_id, stripe_id)
);
select app.protect('payment_methods');
revoke delete on payment_methods from escola_app;

-- Payments of a school to the platform. A row is written before the provider is asked, and its key makes sure that it is charged once.
create table payments (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  -- Made by the browser for a purchase, and by us for a month of a plan.
  key text not null,
  item text not null,
  way text not null check (way in ('card', 'pix')),
  cents bigint not null check (cents > 0),
  status text not null check (status in ('requires_action', 'processing', 'succeeded', 'failed', 'canceled')),
  -- Attempts to pay it, each with the card that was chosen; '' for Pix.
  attempt integer not null default 1,
  method text not null,
  saves_card boolean not null,
  -- The provider's intent, and for a month of a plan its invoice.
  intent_id text,
  invoice_id text,
  -- The provider's code of the last refusal; '' without one.
  fault text not null default '',
  -- Cents that went back to the payer, or are held by a dispute.
  returned_cents bigint not null default 0,
  is_disputed boolean not null default false,
  -- User who pays, and gets the receipt.
  user_id bigint,
  utc_created_on timestamptz not null,
  utc_tried_on timestamptz not null,
  utc_paid_on timestamptz,
  primary key (school_id, id),
  constraint payments__key unique (school_id, key),
  constraint payments__intent unique (school_id, intent_id)
);
select app.protect('payments');
revoke delete on payments from escola_app;
create index payments__open on payments (school_id, utc_tried_on) where status in ('requires_action', 'processing');

-- Refunds and disputes of payments, with what each took from the school, so that the very same is given back when it comes to nothing.
create table payment_returns (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  payment_id bigint not null,
  kind text not null check (kind in ('refund', 'dispute')),
  -- Makes a repeated call one refund; that of what was begun at the provider is the provider's id.
  key text not null,
  stripe_id text,
  cents bigint not null check (cents > 0),
  -- asked: the provider has not answered yet. booked: taken from the school. given_back: it came to nothing. final: a dispute is lost.
  state text not null check (state in ('asked', 'booked', 'given_back', 'final')),
  balance_cents bigint not null default 0,
  points bigint not null default 0,
  missing_cents bigint not null default 0,
  -- Words of the administrator of the platform who gave it back, and their id.
  reason text not null default '',
  returned_by bigint,
  utc_asked_on timestamptz not null,
  primary key (school_id, id),
  constraint payment_returns__key unique (school_id, key),
  constraint payment_returns__stripe unique (school_id, stripe_id),
  foreign key (school_id, payment_id) references payments (school_id, id)
);
select app.protect('payment_returns');
revoke delete on payment_returns from escola_app;
create index payment_returns__payment on payment_returns (school_id, payment_id);

-- Monthly plan of a school; no row means on demand.
create table subscriptions (
  school_id bigint not null default app.school_id() references schools,
  plan_id text not null,
  pays_with text not null check (pays_with in ('card', 'pix')),
  -- The provider's subscription and its item; null with Pix, whose months are payments that we ask for.
  stripe_id text,
  item_id text,
  -- Card that is charged.
  method_id bigint,
  utc_paid_until timestamptz not null,
  -- Plan that follows at the end of the paid month.
  next_plan_id text not null,
  -- Renewal that is not paid: its invoice or payment, when its grace ends, and the mails that were sent of it.
  invoice_id text,
  payment_id bigint,
  utc_grace_ends_on timestamptz,
  reminders integer not null default 0,
  primary key (school_id),
  foreign key (school_id, method_id) references payment_methods (school_id, id),
  foreign key (school_id, payment_id) references payments (school_id, id)
);
select app.protect('subscriptions');

-- A movement of a payment says which, and what was paid for: the statement names it and leads there.
alter table ledger_movements add column payment_id bigint;
alter table ledger_movements add column item text not null default '';
