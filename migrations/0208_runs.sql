-- Long work over a school's rows, done by a job in batches. A run that was broken off goes on behind its cursor.
create table runs (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  kind text not null,
  -- The run is about this. The transaction that deletes a class ends its runs.
  subject_kind text not null,
  subject_id bigint,
  -- The class that students go to.
  target_id bigint,
  -- One run of a lane is open at a time.
  lane text not null,
  -- The request. Runs that name students forget it at their end.
  input jsonb,
  total integer not null,
  done integer not null default 0,
  -- Numbers of rows by what came of them.
  counts jsonb not null default '{}',
  cursor bigint not null default 0,
  asked_by bigint,
  utc_asked_on timestamptz not null,
  utc_ended_on timestamptz,
  primary key (school_id, id)
);
select app.protect('runs');
create unique index runs__lane on runs (school_id, lane) where utc_ended_on is null;
create index runs__latest on runs (school_id, lane, id);
create index runs__subject on runs (school_id, subject_kind, subject_id);
