-- A student's choice of what the public page shows beyond name and course: the period and the hours, and what was studied.
alter table certificate_records
  add column shows_hours boolean not null default true,
  add column shows_syllabus boolean not null default false;
