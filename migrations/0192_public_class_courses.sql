-- A public class with all courses has opened private ones too. Those that it opens now stay in it by name, so that no student loses one.
insert into release_notices (school_id, kind, utc_created_on)
  select distinct h.school_id, 'public_class', now() from cohorts h
  join courses c on c.school_id = h.school_id
  where h.is_public and h.all_courses and not h.is_hidden and c.is_private and c.utc_published_on is not null;
insert into cohort_courses (school_id, cohort_id, course_id)
  select h.school_id, h.id, c.id from cohorts h
  join courses c on c.school_id = h.school_id
  where h.is_public and h.all_courses and not h.is_hidden and c.is_private and c.utc_published_on is not null
  on conflict do nothing;

-- The rule of access: the public class has the courses that are not private, whether or not it has all courses; any other class with all courses
-- has every one; and each has its list.
create or replace view cohort_contents with (security_invoker = true) as
  select h.school_id, h.id as cohort_id, c.id as course_id, c.title as course_title, h.utc_created_on as utc_cohort_created_on,
    not h.is_public as is_own, h.is_hidden, c.utc_published_on
  from cohorts h
  join courses c on c.school_id = h.school_id
  left join cohort_courses cc on cc.school_id = h.school_id and cc.cohort_id = h.id and cc.course_id = c.id
  where (h.all_courses and not h.is_public) or (h.is_public and not c.is_private) or cc.course_id is not null;
