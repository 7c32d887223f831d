-- Plan of a school, a copy of its newest row in school_plans for the lists of the platform.
alter table schools add column plan_id text not null default 'onDemand';

-- Each change of a school's plan, and of its being blocked: a charge of a month in the past asks how both were then. A school without rows is
-- on demand, and open.
create table school_plans (
  school_id bigint not null default app.school_id() references schools,
  number bigint not null,
  plan_id text not null,
  is_blocked boolean not null,
  utc_from timestamptz not null,
  primary key (school_id, number)
);
select app.protect('school_plans');
revoke update, delete on school_plans from escola_app;
insert into school_plans (school_id, number, plan_id, is_blocked, utc_from)
  select id, 1, 'onDemand', true, now() from schools where is_blocked;

-- A month of a school's students, by the clock of São Paulo: the places that were given, and how far the run is that counts the students who
-- were there when it began.
create table student_months (
  school_id bigint not null default app.school_id() references schools,
  month text not null,
  -- Places that students have, and those that the run is going to give.
  places integer not null default 0,
  -- Moment whose students the run counts, the last place that it gave, and the last student that it looked at.
  utc_as_of timestamptz not null,
  run_place integer not null default 0,
  run_user_id bigint not null default 0,
  utc_run_on timestamptz,
  primary key (school_id, month)
);
select app.protect('student_months');
revoke delete on student_months from escola_app;

-- Students who were counted in a month, each once, with the cents that they cost. There is no key to the student: who was counted stays so.
create table counted_students (
  school_id bigint not null default app.school_id() references schools,
  month text not null,
  user_id bigint not null,
  -- Place among the students of the month; 0 for one whom another was merged into.
  place integer not null default 0,
  cents integer not null default 0,
  utc_counted_on timestamptz not null,
  primary key (school_id, month, user_id)
);
select app.protect('counted_students');
revoke update on counted_students from escola_app;

-- Times in which a school's own domain led to the school, or had led there before. The platform writes them with the state of the domain.
create table domain_uses (
  school_id bigint not null default app.school_id() references schools,
  domain text not null,
  utc_from timestamptz not null,
  utc_until timestamptz,
  primary key (school_id, domain, utc_from)
);
select app.protect('domain_uses');
revoke insert, update, delete on domain_uses from escola_app;
create policy platform on domain_uses for all to escola_platform using (true) with check (true);
grant select, insert, update on domain_uses to escola_platform;
insert into domain_uses (school_id, domain, utc_from)
  select school_id, domain, utc_claimed_on from school_domains where state in ('active', 'broken');

-- Money of a school in a month, by account of the platform: what the ledger says, summed each night. It stands on the coordinator of a cluster, so
-- that the platform asks for all schools without asking each of them.
create table ledger_months (
  school_id bigint not null default app.school_id() references schools,
  month text not null,
  account text not null,
  cents bigint not null,
  primary key (school_id, month, account)
);
select app.protect('ledger_months', true);
create policy platform on ledger_months for select to escola_platform using (true);
grant select on ledger_months to escola_platform;

-- A movement of several students says how many, and one about a student says who: the statement leads there.
alter table ledger_movements add column quantity integer not null default 1;
alter table ledger_movements add column user_id bigint;
-- Row of the statement that shows the movement. The charges of students of a day share one: whatever is booked that day says which, and what they came to
-- until then.
alter table ledger_movements add column statement_row bigint;
alter table ledger_movements add column begins_row boolean not null default true;
alter table ledger_movements add column day_row bigint not null default 0;
alter table ledger_movements add column day_cents bigint not null default 0;
alter table ledger_movements add column day_quantity integer not null default 0;
update ledger_movements set statement_row = number;
alter table ledger_movements alter column statement_row set not null;
create index ledger_movements__row on ledger_movements (school_id, statement_row, number);
drop index ledger_movements__booked;
create index ledger_movements__booked on ledger_movements (school_id, utc_booked_on) where begins_row;
-- Numbers of the last movement and of the last row, and the day's row of students with its sums: the bank is locked and read before each movement.
alter table school_bank add column last_number bigint not null default 0;
alter table school_bank add column last_row bigint not null default 0;
alter table school_bank add column day text not null default '';
alter table school_bank add column day_row bigint not null default 0;
alter table school_bank add column day_cents bigint not null default 0;
alter table school_bank add column day_quantity integer not null default 0;
update school_bank b set last_number = m.number, last_row = m.number
  from (select school_id, max(number) as number from ledger_movements group by school_id) m where m.school_id = b.school_id;
