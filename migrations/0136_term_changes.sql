-- Terms that are applied to all students of a class, by a job in batches. A run that was broken off goes on behind its last student.
create table term_changes (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  cohort_id bigint not null,
  term jsonb not null,
  -- Grants that were given later follow the class as it is then.
  last_grant_id bigint not null,
  total integer not null,
  done integer not null default 0,
  last_user_id bigint not null default 0,
  utc_asked_on timestamptz not null,
  utc_ended_on timestamptz,
  primary key (school_id, id),
  foreign key (school_id, cohort_id) references cohorts (school_id, id) on delete cascade
);
select app.protect('term_changes');
create unique index term_changes__under_way on term_changes (school_id, cohort_id) where utc_ended_on is null;
create index term_changes__cohort on term_changes (school_id, cohort_id);
