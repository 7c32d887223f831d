-- What a database that is spread over several nodes asks for, and one machine does as well: every statement names its school, so that one node
-- answers it; rules that read tables are views; what belongs to no school, or is read across schools, stays on the first node.

-- As in 0001; and on a cluster whose tables are spread already, a new table is spread in the transaction that makes it.
drop function app.protect(regclass);
create function app.protect(target regclass, on_coordinator boolean default false) returns void language plpgsql as $$
declare
  key_name name;
begin
  execute format('alter table %s owner to escola_owner', target);
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy school on %s for all to escola_app using (school_id = app.school_id()) with check (school_id = app.school_id())', target);
  execute format('grant select, insert, update, delete on %s to escola_app', target);
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    if exists (select from pg_catalog.pg_dist_partition where logicalrelid = 'memberships'::regclass) then
      if on_coordinator then
        perform citus_add_local_table_to_metadata(target, cascade_via_foreign_keys => true);
      else
        -- Between a node and the coordinator there are none.
        for key_name in select conname from pg_constraint where contype = 'f' and conrelid = target
          and confrelid in ('users'::regclass, 'schools'::regclass) loop
          execute format('alter table %s drop constraint %I', target, key_name);
        end loop;
        perform create_distributed_table(target, 'school_id', colocate_with => 'memberships');
      end if;
    end if;
  end if;
  -- A cluster draws the numbers of rows that it moves itself. A table that stays on the coordinator has got a new sequence by now.
  grant usage on all sequences in schema public to escola_app, escola_platform;
end $$;

-- The courses that a class opens to whoever is in it: the one place that says so (spec part 2, section 6). A public class opens the
-- courses that are not private; a class with all courses opens all; else the class's own list. Administrators see every course elsewhere.
create view cohort_openings with (security_invoker = true) as
  select h.school_id, h.id as cohort_id, c.id as course_id, c.title as course_title, h.utc_created_on as utc_cohort_created_on
  from cohorts h
  join courses c on c.school_id = h.school_id and c.utc_published_on is not null
  left join cohort_courses cc on cc.school_id = h.school_id and cc.cohort_id = h.id and cc.course_id = c.id
  where h.all_courses or (h.is_public and not c.is_private) or cc.course_id is not null;
alter view cohort_openings owner to escola_owner;
grant select on cohort_openings to escola_app;

-- What a student may study, through which class and since when. A course is there once for each class that opens it.
create view course_openings with (security_invoker = true) as
  select e.school_id, e.user_id, o.course_id, o.cohort_id, e.utc_created_on as utc_enrolled_on, o.utc_cohort_created_on
  from enrollments e
  join cohort_openings o on o.school_id = e.school_id and o.cohort_id = e.cohort_id;
alter view course_openings owner to escola_owner;
grant select on course_openings to escola_app;

-- The published lessons of a course, in the order students see. What is "not distinct" no index answers: they are found by their own keys.
create view published_lessons with (security_invoker = true) as
  select c.school_id, c.id as course_id, m.id as module_id, mo.ord as module_position, l.id as lesson_id, lo.ord as lesson_position
  from courses c
  cross join unnest(c.module_order) with ordinality mo (id, ord)
  join modules m on m.school_id = c.school_id and m.id = mo.id and m.course_id is not distinct from c.id
  cross join unnest(m.lesson_order) with ordinality lo (id, ord)
  join lessons l on l.school_id = c.school_id and l.id = lo.id and l.course_id is not distinct from c.id
  where l.utc_published_on is not null and l.is_visible;
alter view published_lessons owner to escola_owner;
grant select on published_lessons to escola_app;

drop function app.course_access(bigint);
drop function app.course_openings(bigint, bigint, boolean);
drop function app.cohort_openings(bigint);
drop function app.published_lessons(bigint);

-- People are made by the platform, in a transaction of its own; no school's transaction reaches their list any more.
drop function app.ensure_users(text[]);

-- The relay is told by whoever writes a job.
drop trigger outbox__notify on outbox;
drop function app.notify_outbox();

-- Where a person belongs: what every call asks before a school is entered, and the list of somebody's schools, without a look into each.
-- It is written together with memberships, in one transaction.
create table person_schools (
  school_id bigint not null default app.school_id() references schools,
  user_id bigint not null references users,
  is_admin boolean not null,
  is_student boolean not null,
  utc_created_on timestamptz not null,
  primary key (school_id, user_id)
);
select app.protect('person_schools', on_coordinator => true);
create index person_schools__user on person_schools (user_id);
create policy platform on person_schools for all to escola_platform using (true) with check (true);
grant select, insert, update, delete on person_schools to escola_platform;
insert into person_schools select school_id, user_id, is_admin, is_student, utc_created_on from memberships;
drop index memberships__user;

