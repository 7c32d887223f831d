-- A record is what a certificate is across its issues: its place in the school's register, and whether it was revoked. It is the lock of its issues
-- too, in the place of certificate_issues.
create table certificate_records (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  -- Null once the student's data was erased: the register keeps its number.
  user_id bigint,
  -- Null for a certificate that sums several courses. No key to courses or templates: a record outlives both.
  course_id bigint,
  template_id bigint,
  -- Taken when the first issue is drawn; records of before have none until they are issued again.
  register_number integer,
  -- Book of the register: the year in which the number was taken, in São Paulo.
  register_book integer,
  utc_revoked_on timestamptz,
  revoked_why text not null default '',
  revoked_by bigint,
  utc_created_on timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, user_id) references memberships (school_id, user_id),
  constraint certificate_records__register unique (school_id, register_number)
);
select app.protect('certificate_records');
create unique index certificate_records__course on certificate_records (school_id, user_id, course_id) where course_id is not null;
create unique index certificate_records__sum on certificate_records (school_id, user_id, template_id) where course_id is null;

insert into certificate_records (school_id, user_id, course_id, utc_created_on)
  select school_id, user_id, course_id, min(utc_issued_on) from certificates where user_id is not null group by school_id, user_id, course_id;

-- Last number that a school's register has given.
create table certificate_registers (
  school_id bigint not null default app.school_id() references schools,
  last_number integer not null default 0,
  primary key (school_id)
);
select app.protect('certificate_registers');

alter table certificates add column record_id bigint;
update certificates t set record_id = r.id from certificate_records r
  where r.school_id = t.school_id and r.user_id = t.user_id and r.course_id = t.course_id;
create index certificates__record on certificates (school_id, record_id, number desc);
drop table certificate_issues;

-- Everything that an issue prints, checked by the schema CertificateFacts.
alter table certificates add column facts jsonb;
-- Only immutable functions are called: a cluster takes no others in an update.
update certificates set facts = '{"title": "Certificado de conclusão", "layout": "classic", "has_syllabus": false, "legal_name": "", "tax_id": "", "place": "", "started_on": null}'
  || jsonb_object(array['student_name', 'school_name', 'logo_key'], array[student_name, school_name, logo_key])
  || jsonb_set('{"workload_minutes": 0}', '{workload_minutes}', workload_minutes::text::jsonb)
  || jsonb_set('{"courses": []}', '{courses,0}', jsonb_set(
    '{"from_school": "", "modules": []}'
      || jsonb_object(array['course_id', 'title'], array[course_id::text, course_title]),
    '{workload_minutes}', workload_minutes::text::jsonb))
  || jsonb_set('{"signers": []}', '{signers,0}', '{"role": ""}'
    || jsonb_object(array['name', 'signature_key'], array[signature_name, signature_key]));
alter table certificates alter column facts set not null;
-- News of before, which read what a certificate says from its facts.
create or replace view open_notices with (security_invoker = true) as
  select n.school_id, n.id, n.kind, n.subject_id, n.group_id, n.utc_told_on,
    coalesce(l.title, s.product_name, i.filename, c.title, k.facts #>> '{courses,0,title}', '') as title,
    coalesce(m.name, nullif(s.buyer_name, ''), s.buyer_email, k.facts ->> 'student_name', '') as person,
    i.cohort_id, c.link as course_link, coalesce(i.enrolled, 0) as enrolled, coalesce(i.refused, 0) as refused
  from admin_notices n
  left join threads t on t.school_id = n.school_id and n.kind = 'question_asked' and t.id = n.subject_id and t.utc_answered_on is null
  left join lessons l on l.school_id = n.school_id and l.id = t.lesson_id
  left join memberships m on m.school_id = n.school_id and m.user_id = t.user_id
  left join sales s on s.school_id = n.school_id and n.kind = 'sale_unmatched' and s.id = n.subject_id and s.state = 'unmatched'
  left join imports i on i.school_id = n.school_id and n.kind = 'import_ended' and i.id = n.subject_id
  left join courses c on c.school_id = n.school_id and n.kind = 'course_first_completed' and c.id = n.subject_id
  left join certificates k on k.school_id = n.school_id and n.kind = 'certificate_failed' and k.id = n.subject_id and k.status = 'failed'
    and k.utc_replaced_on is null
  where coalesce(t.id, s.id, i.id, c.id, k.id) is not null;

alter table certificates drop column student_name, drop column course_title, drop column workload_minutes, drop column school_name,
  drop column signature_name, drop column signature_key, drop column logo_key;

-- A sum has no course of its own; certificate_courses names its courses, as those of every issue.
alter table certificates alter column course_id drop not null;
alter table certificates add column template_id bigint;
-- Random bits of an issue: they stand in its PDF, so that the public hash of the file tells nothing about what else is printed in it.
alter table certificates add column salt text;
-- The student's CPF as it is printed, sealed; null where none is.
alter table certificates add column sealed_cpf text;

create table certificate_courses (
  school_id bigint not null default app.school_id() references schools,
  certificate_id bigint not null,
  course_id bigint not null,
  primary key (school_id, certificate_id, course_id),
  foreign key (school_id, certificate_id) references certificates (school_id, id) on delete cascade
);
select app.protect('certificate_courses');
insert into certificate_courses (school_id, certificate_id, course_id) select school_id, id, course_id from certificates;
