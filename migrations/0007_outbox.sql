-- A change and its jobs commit together. The relay moves rows to the queue; done is what the worker says here, never what the queue remembers.
create table outbox (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  name text not null,
  payload jsonb not null,
  attempts integer not null default 0,
  last_error text,
  utc_created_on timestamptz not null default now(),
  utc_run_on timestamptz not null default now(),
  utc_sent_on timestamptz,
  utc_done_on timestamptz,
  utc_failed_on timestamptz,
  primary key (school_id, id)
);
select app.protect('outbox');
create policy platform on outbox for all to escola_platform using (true) with check (true);
grant select, update, delete on outbox to escola_platform;
create index outbox__open on outbox (school_id, utc_run_on, id) where utc_done_on is null and utc_failed_on is null;
create index outbox__unsent on outbox (utc_run_on, id) where utc_sent_on is null;
create index outbox__undone on outbox (utc_sent_on, id) where utc_done_on is null and utc_failed_on is null;

create function app.notify_outbox() returns trigger language plpgsql as $$ begin notify outbox; return null; end $$;
alter function app.notify_outbox() owner to escola_owner;
create trigger outbox__notify after insert on outbox for each statement execute function app.notify_outbox();

-- Mail to one person. dedupe_key is the idempotency key: the same message is never written twice.
create table messages (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  user_id bigint not null,
  kind text not null check (kind in ('activation', 'invitation', 'enrollment', 'recovery', 'certificate_ready')),
  dedupe_key text not null,
  params jsonb not null default '{}',
  status text not null default 'pending' check (status in ('pending', 'sending', 'sent', 'failed')),
  last_error text,
  utc_created_on timestamptz not null default now(),
  utc_sent_on timestamptz,
  primary key (school_id, id),
  constraint messages__dedupe unique (school_id, dedupe_key),
  foreign key (school_id, user_id) references memberships (school_id, user_id) on delete cascade
);
select app.protect('messages');
create policy platform on messages for insert to escola_platform with check (true);
create policy platform_read on messages for select to escola_platform using (true);
grant select, insert on messages to escola_platform;
create policy platform_insert on outbox for insert to escola_platform with check (true);
grant insert on outbox to escola_platform;
