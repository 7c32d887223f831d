-- Tries of cards in a school, so that a day's refusals can be bounded whatever becomes of the payments. A try is 'begun' before the provider is asked, and is
-- deleted once it has brought money or a kept card; 'told' is an event in which the provider says that a card was refused. Rows of past days are deleted.
create table card_tries (
  school_id bigint not null default app.school_id() references schools,
  kind text not null check (kind in ('begun', 'told')),
  key text not null,
  utc_tried_on timestamptz not null,
  primary key (school_id, kind, key)
);
select app.protect('card_tries');
