-- Pages that show a course to people without an account. Until its owner opens one, nothing of the course is shown there.
create table course_pages (
  school_id bigint not null default app.school_id() references schools,
  course_id bigint not null,
  -- Name of who teaches, as the page says it; '' says nothing.
  teacher text not null default '',
  utc_opened_on timestamptz,
  primary key (school_id, course_id),
  foreign key (school_id, course_id) references courses on delete cascade
);
select app.protect('course_pages');

-- '/conheca' is where the pages of courses stand. A school that has this name gets the first free one after it, the old name goes on leading to the
-- school, and its administrators are notified on Hoje.
insert into release_notices (school_id, kind, utc_created_on)
  select id, 'address', now() from schools where namespace = 'conheca'
  on conflict do nothing;
insert into former_namespaces (namespace, school_id, utc_released_on)
  select 'conheca', id, now() from schools where namespace = 'conheca'
  on conflict (namespace) do update set school_id = excluded.school_id, utc_released_on = excluded.utc_released_on;
update schools set namespace = (
    select 'conheca-' || n from generate_series(2, 10000) n
    where not exists (select from schools s where s.namespace = 'conheca-' || n)
      and not exists (select from former_namespaces f where f.namespace = 'conheca-' || n)
    order by n limit 1)
  where namespace = 'conheca';
