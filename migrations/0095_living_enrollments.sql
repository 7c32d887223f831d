-- Enrolments whose time is not over. The database's clock decides, because a view takes no parameter: access ends on time while no worker runs.
create view living_enrollments with (security_invoker = true) as
  select school_id, cohort_id, user_id, origin, utc_created_on from enrollments where utc_ends_on is null or utc_ends_on > now();
alter view living_enrollments owner to escola_owner;
grant select on living_enrollments to escola_app;

-- The rule of access: a class with all courses has every course, the public class has the courses that are not private, and each has its list.
-- It counts classes that are hidden and courses that are not published, which the two views below leave out.
create view cohort_contents with (security_invoker = true) as
  select h.school_id, h.id as cohort_id, c.id as course_id, c.title as course_title, h.utc_created_on as utc_cohort_created_on,
    not h.is_public as is_own, h.is_hidden, c.utc_published_on
  from cohorts h
  join courses c on c.school_id = h.school_id
  left join cohort_courses cc on cc.school_id = h.school_id and cc.cohort_id = h.id and cc.course_id = c.id
  where h.all_courses or (h.is_public and not c.is_private) or cc.course_id is not null;
alter view cohort_contents owner to escola_owner;
grant select on cohort_contents to escola_app;

create or replace view cohort_openings with (security_invoker = true) as
  select school_id, cohort_id, course_id, course_title, utc_cohort_created_on, is_own
  from cohort_contents where not is_hidden and utc_published_on is not null;

create or replace view course_openings with (security_invoker = true) as
  select e.school_id, e.user_id, o.course_id, o.cohort_id, e.utc_created_on as utc_enrolled_on, o.utc_cohort_created_on, o.is_own
  from living_enrollments e
  join cohort_openings o on o.school_id = e.school_id and o.cohort_id = e.cohort_id;
