-- Roles of a school's team. Null stands for a row that was written before this release: who administered the school then is its owner.
alter table memberships add column team_roles text[];
-- A teacher publishes what they have written; without it they leave that to others.
alter table memberships add column may_publish boolean not null default true;
alter table memberships add constraint memberships_team_roles
  check (team_roles <@ array['owner', 'administrator', 'teacher', 'course_teacher', 'moderator', 'attendant', 'treasurer']) not valid;

-- Courses that were chosen for a course teacher.
create table role_courses (
  school_id bigint not null default app.school_id() references schools,
  user_id bigint not null,
  course_id bigint not null,
  primary key (school_id, user_id, course_id),
  foreign key (school_id, user_id) references memberships on delete cascade,
  foreign key (school_id, course_id) references courses on delete cascade
);
create index role_courses__course on role_courses (school_id, course_id);
select app.protect('role_courses');

-- A repetition, as the rest of the row: what each call asks before it enters the school. A course that was deleted may still be named.
alter table person_schools add column team_roles text[];
alter table person_schools add column may_publish boolean not null default true;
alter table person_schools add column course_ids bigint[] not null default '{}';

update memberships set team_roles = '{owner}' where is_admin;
update person_schools set team_roles = '{owner}' where is_admin;
