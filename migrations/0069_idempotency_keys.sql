-- What a caller has made under a key of their own choosing. Who got no answer asks again under the same key and is told of the first;
-- a key is kept for a day.
create table idempotency_keys (
  school_id bigint not null default app.school_id() references schools,
  user_id bigint not null,
  kind text not null,
  key text not null,
  made jsonb,
  utc_created_on timestamptz not null default now(),
  primary key (school_id, user_id, kind, key),
  foreign key (school_id, user_id) references memberships (school_id, user_id) on delete cascade
);
select app.protect('idempotency_keys');
