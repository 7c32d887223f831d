create table lesson_completions (
  school_id bigint not null default app.school_id() references schools,
  user_id bigint not null,
  lesson_id bigint not null,
  course_id bigint not null,
  utc_completed_on timestamptz not null default now(),
  primary key (school_id, user_id, lesson_id),
  foreign key (school_id, user_id) references memberships (school_id, user_id) on delete cascade,
  foreign key (school_id, lesson_id) references lessons (school_id, id) on delete cascade,
  foreign key (school_id, course_id) references courses (school_id, id) on delete cascade
);
select app.protect('lesson_completions');
create index lesson_completions__course on lesson_completions (school_id, course_id, user_id);

create table course_progress (
  school_id bigint not null default app.school_id() references schools,
  user_id bigint not null,
  course_id bigint not null,
  utc_started_on timestamptz not null default now(),
  utc_completed_on timestamptz,
  primary key (school_id, user_id, course_id),
  foreign key (school_id, user_id) references memberships (school_id, user_id) on delete cascade,
  foreign key (school_id, course_id) references courses (school_id, id) on delete cascade
);
select app.protect('course_progress');

-- What a student may study: the one place that says so (spec part 2, section 6). Administrators see every course elsewhere.
-- A public class opens the courses that are not private; a class with all courses opens all; else the class's own list.
create function app.course_access(person bigint) returns table (course_id bigint) language sql stable as $$
  select c.id from courses c
  where c.utc_published_on is not null and (
    (not c.is_private and exists (select from enrollments e join cohorts h on h.school_id = e.school_id and h.id = e.cohort_id
      where e.school_id = app.school_id() and e.user_id = person and h.is_public))
    or exists (select from enrollments e join cohorts h on h.school_id = e.school_id and h.id = e.cohort_id
      where e.school_id = app.school_id() and e.user_id = person and h.all_courses)
    or exists (select from enrollments e join cohort_courses cc on cc.school_id = e.school_id and cc.cohort_id = e.cohort_id
      where e.school_id = app.school_id() and e.user_id = person and cc.course_id = c.id))
  and c.school_id = app.school_id()
$$;
alter function app.course_access(bigint) owner to escola_owner;

-- The published lessons of a course, in the order students see.
create function app.published_lessons(course bigint) returns table (module_id bigint, module_position bigint, lesson_id bigint, lesson_position bigint)
language sql stable as $$
  select m.id, mo.ord, l.id, lo.ord
  from courses c
  cross join unnest(c.module_order) with ordinality mo (id, ord)
  join modules m on m.school_id = c.school_id and m.id = mo.id and m.course_id = c.id
  cross join unnest(m.lesson_order) with ordinality lo (id, ord)
  join lessons l on l.school_id = c.school_id and l.id = lo.id and l.course_id = c.id
  where c.school_id = app.school_id() and c.id = course and l.utc_published_on is not null and l.is_visible
$$;
alter function app.published_lessons(bigint) owner to escola_owner;
