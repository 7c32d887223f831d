-- The model that an administrator keeps: who signs, for which courses.
create table certificate_templates (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  title text not null default 'Certificado de conclusão',
  signature_name text not null default '',
  signature_key text,
  all_courses boolean not null default true,
  is_automatic boolean not null default true,
  utc_created_on timestamptz not null default now(),
  primary key (school_id, id)
);
select app.protect('certificate_templates');
create policy platform on certificate_templates for insert to escola_platform with check (true);
grant insert on certificate_templates to escola_platform;

create table certificate_template_courses (
  school_id bigint not null default app.school_id() references schools,
  template_id bigint not null,
  course_id bigint not null,
  primary key (school_id, template_id, course_id),
  foreign key (school_id, template_id) references certificate_templates (school_id, id) on delete cascade,
  foreign key (school_id, course_id) references courses (school_id, id) on delete cascade
);
select app.protect('certificate_template_courses');

-- One row per issue: a copy of what was proven, so later edits never change it. Issuing again adds a row with the next number.
create table certificates (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  user_id bigint not null,
  course_id bigint not null,
  number integer not null,
  code text not null,
  student_name text not null,
  course_title text not null,
  workload_minutes integer not null,
  school_name text not null,
  signature_name text not null,
  signature_key text,
  logo_key text,
  status text not null default 'queued' check (status in ('queued', 'ready', 'failed')),
  storage_key text,
  sha256 text,
  utc_completed_on timestamptz not null,
  utc_issued_on timestamptz not null default now(),
  utc_replaced_on timestamptz,
  primary key (school_id, id),
  -- No key to courses: a certificate outlives the course that it proves.
  foreign key (school_id, user_id) references memberships (school_id, user_id),
  constraint certificates__number unique (school_id, user_id, course_id, number),
  constraint certificates__code unique (school_id, code)
);
create unique index certificates__current on certificates (school_id, user_id, course_id) where utc_replaced_on is null;
select app.protect('certificates');
