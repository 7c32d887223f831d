-- The same lessons in the same order, found by their own keys. With a course's key in the join, the planner, which cannot know that a
-- school's id and a course's go together, read the whole course once for each lesson of it. What is "not distinct" no index answers.
create or replace function app.published_lessons(course bigint) returns table (module_id bigint, module_position bigint, lesson_id bigint, lesson_position bigint)
language sql stable as $$
  select m.id, mo.ord, l.id, lo.ord
  from courses c
  cross join unnest(c.module_order) with ordinality mo (id, ord)
  join modules m on m.school_id = c.school_id and m.id = mo.id and m.course_id is not distinct from c.id
  cross join unnest(m.lesson_order) with ordinality lo (id, ord)
  join lessons l on l.school_id = c.school_id and l.id = lo.id and l.course_id is not distinct from c.id
  where c.school_id = app.school_id() and c.id = course and l.utc_published_on is not null and l.is_visible
$$;

-- The same courses, each once, without sorting all grants to find out that there are two for one course.
create or replace function app.course_access(person bigint) returns table (course_id bigint) language sql stable as $$
  select c.id from courses c
  where c.school_id = app.school_id() and c.utc_published_on is not null
    and exists (select from app.course_openings(person, c.id, c.is_private))
$$;
-- Nobody asks for the grants themselves any more.
drop function app.course_grants(bigint);
