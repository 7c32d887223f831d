-- When a class, or one student, gets a module of a course apart from the course's own rule. A class may have a date for a module; an administrator
-- may open a module, or with no module the whole course, for a class or for one student. A row in which nothing is left says nothing.
create table module_dates (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  course_id bigint not null,
  module_id bigint,
  cohort_id bigint,
  user_id bigint,
  utc_dated_on timestamptz,
  utc_opened_on timestamptz,
  primary key (school_id, id),
  constraint module_dates__once unique nulls not distinct (school_id, course_id, cohort_id, user_id, module_id),
  constraint module_dates_whose_check check (num_nonnulls(cohort_id, user_id) = 1),
  constraint module_dates_dated_check check (utc_dated_on is null or num_nonnulls(cohort_id, module_id) = 2),
  foreign key (school_id, course_id) references courses (school_id, id) on delete cascade,
  foreign key (school_id, module_id) references modules (school_id, id) on delete cascade,
  foreign key (school_id, cohort_id) references cohorts (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references memberships (school_id, user_id) on delete cascade
);
select app.protect('module_dates');
create index module_dates__cohort on module_dates (school_id, cohort_id, course_id);
create index module_dates__user on module_dates (school_id, user_id, course_id);
create index module_dates__module on module_dates (school_id, module_id);

-- A private lesson takes a class of the student's own. The public class, which everybody is in, is nobody's own.
create or replace view cohort_openings with (security_invoker = true) as
  select h.school_id, h.id as cohort_id, c.id as course_id, c.title as course_title, h.utc_created_on as utc_cohort_created_on,
    not h.is_public as is_own
  from cohorts h
  join courses c on c.school_id = h.school_id and c.utc_published_on is not null
  left join cohort_courses cc on cc.school_id = h.school_id and cc.cohort_id = h.id and cc.course_id = c.id
  where not h.is_hidden and (h.all_courses or (h.is_public and not c.is_private) or cc.course_id is not null);

create or replace view course_openings with (security_invoker = true) as
  select e.school_id, e.user_id, o.course_id, o.cohort_id, e.utc_created_on as utc_enrolled_on, o.utc_cohort_created_on, o.is_own
  from enrollments e
  join cohort_openings o on o.school_id = e.school_id and o.cohort_id = e.cohort_id;

create or replace view published_lessons with (security_invoker = true) as
  select c.school_id, c.id as course_id, m.id as module_id, mo.ord as module_position, l.id as lesson_id, lo.ord as lesson_position, l.is_private
  from courses c
  cross join unnest(c.module_order) with ordinality mo (id, ord)
  join modules m on m.school_id = c.school_id and m.id = mo.id and m.course_id is not distinct from c.id
  cross join unnest(m.lesson_order) with ordinality lo (id, ord)
  join lessons l on l.school_id = c.school_id and l.id = lo.id and l.course_id is not distinct from c.id
  where l.utc_published_on is not null and l.is_visible;

create or replace view open_bookmarks with (security_invoker = true) as
  select distinct b.school_id, b.user_id, b.id, b.course_id, b.lesson_id, c.link as course_link, l.link as lesson_link,
    coalesce(l.title, c.title) as title, c.cover_key
  from bookmarks b
  join course_openings o on o.school_id = b.school_id and o.user_id = b.user_id and o.course_id = b.course_id
  join courses c on c.school_id = b.school_id and c.id = b.course_id
  left join published_lessons p on p.school_id = b.school_id and p.course_id = b.course_id and p.lesson_id = b.lesson_id
    and (o.is_own or not p.is_private)
  left join lessons l on l.school_id = b.school_id and l.id = p.lesson_id
  where b.lesson_id is null or l.id is not null;
