-- Assessments: at most one for a lesson. The author's plan is saved as it is written; students see publications of it.
create table exams (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  course_id bigint not null,
  lesson_id bigint not null,
  plan jsonb not null,
  -- Counts the saves, so that two authors don't overwrite each other.
  version integer not null default 1,
  -- Number of the current publication; null until the first.
  publication integer,
  -- The plan that was published last: the course shows that the author has changed it since, and drafts that are discarded go back to it.
  published_plan jsonb,
  utc_created_on timestamptz not null,
  utc_changed_on timestamptz not null,
  primary key (school_id, id),
  unique (school_id, lesson_id),
  foreign key (school_id, lesson_id) references lessons on delete cascade,
  foreign key (school_id, course_id) references courses on delete cascade
);
create index exams__course on exams (school_id, course_id);
select app.protect('exams');

-- Written once and never changed, so that attempts end with what they began with.
create table exam_publications (
  school_id bigint not null default app.school_id() references schools,
  exam_id bigint not null,
  number integer not null,
  settings jsonb not null,
  parts jsonb not null,
  utc_published_on timestamptz not null,
  primary key (school_id, exam_id, number),
  foreign key (school_id, exam_id) references exams on delete cascade
);
select app.protect('exam_publications');

-- Versions that a publication may ask. They keep their question from being deleted, and say where it is used.
create table exam_publication_questions (
  school_id bigint not null default app.school_id() references schools,
  exam_id bigint not null,
  number integer not null,
  question_id bigint not null,
  version integer not null,
  primary key (school_id, exam_id, number, question_id),
  foreign key (school_id, exam_id, number) references exam_publications on delete cascade,
  foreign key (school_id, question_id, version) references exam_question_versions
);
create index exam_publication_questions__version on exam_publication_questions (school_id, question_id, version);
select app.protect('exam_publication_questions');
