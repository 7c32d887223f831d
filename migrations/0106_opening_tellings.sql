-- How far a school's students were told of the modules that have opened to them: the stretch of time that the latest run tells of, and the student
-- whom it was at. The next stretch begins where this one ends, so no opening is told twice.
create table opening_tellings (
  school_id bigint not null default app.school_id() references schools,
  utc_from timestamptz not null,
  utc_until timestamptz not null,
  last_cohort_id bigint not null default 0,
  last_user_id bigint not null default 0,
  utc_ended_on timestamptz,
  primary key (school_id)
);
select app.protect('opening_tellings');

-- Modules that have opened by now are no news.
insert into opening_tellings (school_id, utc_from, utc_until, utc_ended_on) select id, now(), now(), now() from schools;

-- The relay plants the first run of a job that has its hour; the job plans each next one itself.
create policy platform_plants on due_jobs for insert to escola_platform with check (true);
grant insert on due_jobs to escola_platform;
