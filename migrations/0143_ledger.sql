-- Movements of a school's money and points. Each is made of transfers between accounts, so it balances by construction, and none is ever changed
-- or deleted. The sums stand beside them, written in the same transaction under the lock of their row.
create table school_bank (
  school_id bigint not null default app.school_id() references schools,
  balance_cents bigint not null default 0,
  points bigint not null default 0,
  primary key (school_id),
  constraint school_bank_points_check check (points >= 0)
);
select app.protect('school_bank');
revoke delete on school_bank from escola_app;

create table ledger_movements (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  -- Number within the school, from 1 without gaps: the order in which the sums changed.
  number bigint not null,
  -- Idempotency key: what is booked under it is booked once.
  key text not null,
  kind text not null,
  -- Words of the administrator of the platform who booked it, and their id.
  reason text not null default '',
  booked_by bigint,
  -- Sums of the school after the movement.
  balance_cents bigint not null,
  points bigint not null,
  utc_booked_on timestamptz not null,
  primary key (school_id, id),
  constraint ledger_movements__key unique (school_id, key),
  constraint ledger_movements__number unique (school_id, number)
);
select app.protect('ledger_movements');
revoke update, delete on ledger_movements from escola_app;
create index ledger_movements__booked on ledger_movements (school_id, utc_booked_on);

create table ledger_transfers (
  school_id bigint not null default app.school_id() references schools,
  movement_id bigint not null,
  position integer not null,
  from_account text not null,
  to_account text not null,
  unit text not null check (unit in ('cents', 'points')),
  amount bigint not null check (amount > 0),
  primary key (school_id, movement_id, position),
  foreign key (school_id, movement_id) references ledger_movements (school_id, id),
  constraint ledger_transfers_accounts_check check (from_account <> to_account)
);
select app.protect('ledger_transfers');
revoke update, delete on ledger_transfers from escola_app;
