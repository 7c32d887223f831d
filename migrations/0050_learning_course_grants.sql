-- Which enrollments open which courses, and since when: access asks whether there is one, dripping asks for the first. From now
-- on app.course_access says the same thing by asking here, so the rule still stands in one place.
create function app.course_grants(person bigint)
returns table (course_id bigint, cohort_id bigint, utc_enrolled_on timestamptz, utc_cohort_created_on timestamptz)
language sql stable as $$
  select c.id, h.id, e.utc_created_on, h.utc_created_on
  from enrollments e
  join cohorts h on h.school_id = e.school_id and h.id = e.cohort_id
  join courses c on c.school_id = e.school_id and c.utc_published_on is not null
    and (h.all_courses or (h.is_public and not c.is_private)
      or exists (select from cohort_courses cc where cc.school_id = h.school_id and cc.cohort_id = h.id and cc.course_id = c.id))
  where e.school_id = app.school_id() and e.user_id = person
$$;
alter function app.course_grants(bigint) owner to escola_owner;

create or replace function app.course_access(person bigint) returns table (course_id bigint) language sql stable as $$
  select distinct g.course_id from app.course_grants(person) g
$$;
