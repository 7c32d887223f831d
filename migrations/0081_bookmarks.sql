-- A course, or one lesson of it, that a student wants to find again.
create table bookmarks (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  user_id bigint not null,
  course_id bigint not null,
  lesson_id bigint,
  utc_created_on timestamptz not null default now(),
  primary key (school_id, id),
  constraint bookmarks__once unique nulls not distinct (school_id, user_id, course_id, lesson_id),
  foreign key (school_id, user_id) references memberships (school_id, user_id) on delete cascade,
  foreign key (school_id, course_id) references courses (school_id, id) on delete cascade,
  foreign key (school_id, lesson_id) references lessons (school_id, id) on delete cascade
);
select app.protect('bookmarks');
create index bookmarks__course on bookmarks (school_id, course_id);
create index bookmarks__lesson on bookmarks (school_id, lesson_id);

-- What a student finds there: published values only, and only of what is open to them today.
create view open_bookmarks with (security_invoker = true) as
  select distinct b.school_id, b.user_id, b.id, b.course_id, b.lesson_id, c.link as course_link, l.link as lesson_link,
    coalesce(l.title, c.title) as title, c.cover_key
  from bookmarks b
  join course_openings o on o.school_id = b.school_id and o.user_id = b.user_id and o.course_id = b.course_id
  join courses c on c.school_id = b.school_id and c.id = b.course_id
  left join published_lessons p on p.school_id = b.school_id and p.course_id = b.course_id and p.lesson_id = b.lesson_id
  left join lessons l on l.school_id = b.school_id and l.id = p.lesson_id
  where b.lesson_id is null or l.id is not null;
alter view open_bookmarks owner to escola_owner;
grant select on open_bookmarks to escola_app;
