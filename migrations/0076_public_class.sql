-- Each school has one class that whoever comes by themselves is put into. It opens the courses that are not private. While the school is
-- private, its class is hidden and opens nothing: the class says so itself, for what opens courses looks at no other table.
alter table cohorts add column is_hidden boolean not null default false;
insert into cohorts (school_id, title, is_public, is_hidden) select id, 'Turma pública', true, is_private from schools;
create unique index cohorts__public on cohorts (school_id) where is_public;
create policy platform on cohorts for all to escola_platform using (true) with check (true);
create policy platform on enrollments for all to escola_platform using (true) with check (true);
grant select, insert on cohorts to escola_platform;
grant select, insert on enrollments to escola_platform;

-- Whoever was put into it once, and taken out by the school, stays out.
alter table memberships add column was_in_public_cohort boolean not null default false;

create or replace view cohort_openings with (security_invoker = true) as
  select h.school_id, h.id as cohort_id, c.id as course_id, c.title as course_title, h.utc_created_on as utc_cohort_created_on
  from cohorts h
  join courses c on c.school_id = h.school_id and c.utc_published_on is not null
  left join cohort_courses cc on cc.school_id = h.school_id and cc.cohort_id = h.id and cc.course_id = c.id
  where not h.is_hidden and (h.all_courses or (h.is_public and not c.is_private) or cc.course_id is not null);
