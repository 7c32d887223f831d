-- Whoever mistyped their e-mail at sign-up takes their place to another one: the membership under the first goes.
grant delete on memberships to escola_platform;

-- What a class opens to whoever is in it: the rule of app.course_openings, asked for the class alone.
create function app.cohort_openings(cohort bigint) returns table (course_id bigint, title text) language sql stable as $$
  select c.id, c.title
  from cohorts h
  join courses c on c.school_id = h.school_id and c.utc_published_on is not null
  where h.school_id = app.school_id() and h.id = cohort and (h.all_courses or (h.is_public and not c.is_private)
    or exists (select from cohort_courses cc where cc.school_id = h.school_id and cc.cohort_id = h.id and cc.course_id = c.id))
$$;
alter function app.cohort_openings(bigint) owner to escola_owner;

-- How many have begun and finished a course, which its author is told before a change.
create index course_progress__course on course_progress (school_id, course_id) include (utc_completed_on);
