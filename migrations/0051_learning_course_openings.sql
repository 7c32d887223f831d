-- The rule for one course whose row is already at hand, which is what a student's calls ask; it saves them a second look at courses.
-- app.course_grants asks here from now on, and app.course_access asks there: still one place.
create function app.course_openings(person bigint, course bigint, course_is_private boolean)
returns table (cohort_id bigint, utc_enrolled_on timestamptz, utc_cohort_created_on timestamptz)
language sql stable as $$
  select h.id, e.utc_created_on, h.utc_created_on
  from enrollments e
  join cohorts h on h.school_id = e.school_id and h.id = e.cohort_id
  where e.school_id = app.school_id() and e.user_id = person and (h.all_courses or (h.is_public and not course_is_private)
    or exists (select from cohort_courses cc where cc.school_id = h.school_id and cc.cohort_id = h.id and cc.course_id = course))
$$;
alter function app.course_openings(bigint, bigint, boolean) owner to escola_owner;

create or replace function app.course_grants(person bigint)
returns table (course_id bigint, cohort_id bigint, utc_enrolled_on timestamptz, utc_cohort_created_on timestamptz)
language sql stable as $$
  select c.id, o.cohort_id, o.utc_enrolled_on, o.utc_cohort_created_on
  from courses c cross join lateral app.course_openings(person, c.id, c.is_private) o
  where c.school_id = app.school_id() and c.utc_published_on is not null
$$;
