-- Files of questions for the bank. A file is read twice: once to check each item, and once more to add what was confirmed.
create table exam_imports (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  filename text not null,
  format text not null constraint exam_imports_format_check check (format in ('moodle', 'gift', 'table', 'text')),
  -- Null once nothing more is read from it.
  file_id bigint,
  status text not null default 'checking'
    constraint exam_imports_status_check check (status in ('checking', 'checked', 'writing', 'done', 'cancelled', 'failed')),
  -- Reason of its failure, in the school's language.
  failure text,
  -- Items that the present reading has done.
  processed integer not null default 0,
  -- Items by their verdict, known after the check.
  fresh integer not null default 0,
  known integer not null default 0,
  refused integer not null default 0,
  -- Items that lose something.
  noted integer not null default 0,
  -- The confirmation: course, further tags and difficulty, and whether questions that are in the bank already are added again. The course has no key: a
  -- question outlives its course.
  filing jsonb,
  written integer not null default 0,
  created_by bigint not null,
  utc_created_on timestamptz not null,
  utc_finished_on timestamptz,
  undone_by bigint,
  utc_undone_on timestamptz,
  primary key (school_id, id),
  foreign key (school_id, file_id) references files (school_id, id)
);
create index exam_imports__file on exam_imports (school_id, file_id) where file_id is not null;
select app.protect('exam_imports');

-- Verdicts on the items of a file, by their place in it.
create table exam_import_items (
  school_id bigint not null default app.school_id() references schools,
  import_id bigint not null,
  number integer not null,
  line integer not null,
  title text not null collate app.titles,
  verdict text not null constraint exam_import_items_verdict_check check (verdict in ('fresh', 'known', 'refused', 'broken')),
  problems jsonb not null default '[]',
  notes text[] not null default '{}',
  primary key (school_id, import_id, number),
  foreign key (school_id, import_id) references exam_imports on delete cascade
);
create index exam_import_items__verdict on exam_import_items (school_id, import_id, verdict, number);
select app.protect('exam_import_items');

-- Questions that an import has added. Each item is added once, however often its batch begins.
create table exam_imported_questions (
  school_id bigint not null default app.school_id() references schools,
  import_id bigint not null,
  number integer not null,
  question_id bigint not null,
  primary key (school_id, import_id, number),
  foreign key (school_id, import_id) references exam_imports on delete cascade,
  foreign key (school_id, question_id) references exam_questions on delete cascade
);
create index exam_imported_questions__question on exam_imported_questions (school_id, question_id);
select app.protect('exam_imported_questions');

-- Each file met the narrower check before, so none has to be looked at.
alter table files drop constraint files_purpose_check;
alter table files add constraint files_purpose_check check (purpose in
  ('lesson_file', 'lesson_video', 'course_cover', 'logo', 'avatar', 'signature', 'import', 'certificate', 'question_picture', 'question_import')) not valid;
