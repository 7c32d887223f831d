create table cohorts (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  title text not null default 'Nova turma',
  is_public boolean not null default false,
  all_courses boolean not null default false,
  utc_created_on timestamptz not null default now(),
  primary key (school_id, id)
);
select app.protect('cohorts');

create table cohort_courses (
  school_id bigint not null default app.school_id() references schools,
  cohort_id bigint not null,
  course_id bigint not null,
  primary key (school_id, cohort_id, course_id),
  foreign key (school_id, cohort_id) references cohorts (school_id, id) on delete cascade,
  foreign key (school_id, course_id) references courses (school_id, id) on delete cascade
);
select app.protect('cohort_courses');
create index cohort_courses__course on cohort_courses (school_id, course_id);

create table enrollments (
  school_id bigint not null default app.school_id() references schools,
  cohort_id bigint not null,
  user_id bigint not null,
  origin text not null default 'manual',
  utc_created_on timestamptz not null default now(),
  primary key (school_id, cohort_id, user_id),
  foreign key (school_id, cohort_id) references cohorts (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references memberships (school_id, user_id) on delete cascade
);
select app.protect('enrollments');
create index enrollments__user on enrollments (school_id, user_id);
