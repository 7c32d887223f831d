-- Changes of many students that an administrator asked for, made by a job in batches. A run that was broken off goes on behind its last student.
create table bulk_changes (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  action text not null check (action in ('add', 'remove', 'resend')),
  -- The class that students are added to or taken out of.
  cohort_id bigint check ((cohort_id is null) = (action = 'resend')),
  -- Ids of the students, or the search and the filters that find them; forgotten at the end.
  selection jsonb,
  total integer not null,
  changed integer not null default 0,
  unchanged integer not null default 0,
  -- Students who were refused, by the reason.
  cohort_full integer not null default 0,
  enrollment_closed integer not null default 0,
  administrators integer not null default 0,
  mail_limit integer not null default 0,
  last_user_id bigint not null default 0,
  asked_by bigint not null,
  utc_asked_on timestamptz not null,
  utc_ended_on timestamptz,
  primary key (school_id, id),
  foreign key (school_id, cohort_id) references cohorts (school_id, id) on delete cascade
);
select app.protect('bulk_changes');
create unique index bulk_changes__under_way on bulk_changes (school_id) where utc_ended_on is null;
create index bulk_changes__cohort on bulk_changes (school_id, cohort_id);
