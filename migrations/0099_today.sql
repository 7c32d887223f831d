-- Figures of a school's days, in São Paulo's calendar: a day that is over is counted once, and the present one again and again until then.
create table school_days (
  school_id bigint not null default app.school_id() references schools,
  -- '2026-11-23'
  day text collate "C" not null,
  enrollments int not null,
  completions int not null,
  utc_counted_on timestamptz not null,
  primary key (school_id, day)
);
select app.protect('school_days');

-- Places of the students who have begun the busiest course and not completed it: [lesson, students] of each lesson that is next for any. They are
-- counted once a day.
create table school_stops (
  school_id bigint not null default app.school_id() references schools,
  course_id bigint,
  students int not null,
  stops jsonb not null,
  utc_counted_on timestamptz not null,
  primary key (school_id)
);
select app.protect('school_stops');

create index enrollment_grants__newest on enrollment_grants (school_id, utc_starts_on desc) where source <> 'public-class';
create index course_progress__completed on course_progress (school_id, utc_completed_on desc) where utc_completed_on is not null;

-- When an administrator was done with an import that refused rows, or failed.
alter table imports add column utc_settled_on timestamptz;
