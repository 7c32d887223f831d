-- Students who are moved from one class to another, by a job in batches. A run that was broken off goes on behind its last student.
create table moves (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  cohort_id bigint not null,
  target_id bigint not null,
  -- Students whose enrolment is younger stay.
  utc_enrolled_until timestamptz not null,
  total integer not null,
  moved integer not null default 0,
  last_user_id bigint not null default 0,
  asked_by bigint not null,
  utc_asked_on timestamptz not null,
  utc_ended_on timestamptz,
  primary key (school_id, id),
  foreign key (school_id, cohort_id) references cohorts (school_id, id) on delete cascade,
  foreign key (school_id, target_id) references cohorts (school_id, id) on delete cascade
);
select app.protect('moves');
create unique index moves__under_way on moves (school_id, cohort_id) where utc_ended_on is null;
create index moves__cohort on moves (school_id, cohort_id, id desc);
create index moves__target on moves (school_id, target_id);

-- A grant that was moved names the classes that it came from, the latest last: what a platform tells of its purchase later is for the class where it is.
alter table enrollment_grants
  add column moved_from bigint[] not null default '{}',
  add column utc_moved_on timestamptz,
  add column moved_by bigint;
alter table enrollment_grants drop constraint enrollment_grants_ended_why_check;
alter table enrollment_grants add constraint enrollment_grants_ended_why_check
  check (ended_why in
    ('removed_by_school', 'cohort_deleted', 'refunded', 'canceled', 'subscription_ended', 'expired', 'moved'));
