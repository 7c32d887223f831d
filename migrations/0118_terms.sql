-- Time for which a class, or an integration of it, gives access: for life, for days or months from the enrolment, or until a day. A class may have
-- seats, and a last day for enrolments.
alter table cohorts
  add column term jsonb not null default '{"kind": "life"}',
  add column seats integer,
  -- Moment at which the last day is over.
  add column utc_enrolls_until timestamptz;
alter table cohorts add constraint cohorts_term_check check (term ->> 'kind' in ('life', 'days', 'months', 'date'));
alter table cohorts add constraint cohorts_seats_check check (seats > 0);
alter table sales_integrations
  -- Null: the class's own holds.
  add column term jsonb;
alter table sales_integrations add constraint sales_integrations_term_check check (term ->> 'kind' in ('life', 'days', 'months', 'date'));

-- A grant ends with its term or with what was paid, whichever comes first. Its term was fixed when it was given.
alter table enrollment_grants
  -- Moment from which the term counts: it was given or paid then, though the grant may go on from an earlier one.
  add column utc_term_starts_on timestamptz,
  add column utc_term_ends_on timestamptz,
  add column term_of text not null default 'cohort',
  add column utc_charge_ends_on timestamptz;
alter table enrollment_grants add constraint enrollment_grants_term_of_check check (term_of in ('cohort', 'integration', 'student'));
update enrollment_grants set utc_charge_ends_on = utc_ends_on where utc_ends_on is not null;

-- Students whose time in a class an administrator has set by hand: all of their grants there follow it.
create table term_exceptions (
  school_id bigint not null default app.school_id() references schools,
  cohort_id bigint not null,
  user_id bigint not null,
  -- Null: for life.
  utc_ends_on timestamptz,
  set_by bigint not null,
  utc_set_on timestamptz not null,
  primary key (school_id, cohort_id, user_id),
  foreign key (school_id, cohort_id) references cohorts (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references memberships (school_id, user_id) on delete cascade
);
select app.protect('term_exceptions');
create index term_exceptions__user on term_exceptions (school_id, user_id);

-- Lists of students say until when they have access.
create or replace view living_enrollments with (security_invoker = true) as
  select school_id, cohort_id, user_id, origin, utc_created_on, utc_ends_on from enrollments where utc_ends_on is null or utc_ends_on > now();

-- The platform, which puts a student who signs up into the public class, counts its seats alone.
grant update (seats) on cohorts to escola_platform;
