-- Exceptions of one student at one assessment: what they have beside the rules of its settings.
create table exam_exceptions (
  school_id bigint not null default app.school_id() references schools,
  exam_id bigint not null,
  user_id bigint not null,
  more_attempts integer not null,
  more_minutes integer not null,
  -- Closing moment instead of the settings' one; null: that one stays.
  utc_closes_on timestamptz,
  set_by bigint not null,
  utc_set_on timestamptz not null,
  primary key (school_id, exam_id, user_id),
  foreign key (school_id, exam_id) references exams on delete cascade,
  foreign key (school_id, user_id) references memberships on delete cascade
);
create index exam_exceptions__user on exam_exceptions (school_id, user_id);
select app.protect('exam_exceptions');

-- Sums of a version of a question over attempts that were erased with their students; see exam-statistics.ts. Those that are there are added up when they
-- are asked for.
create table exam_question_sums (
  school_id bigint not null default app.school_id() references schools,
  exam_id bigint not null,
  question_id bigint not null,
  version integer not null,
  attempts bigint not null default 0,
  right_attempts bigint not null default 0,
  -- Attempts that chose an option, by its id.
  chosen jsonb not null default '{}',
  rest bigint not null default 0,
  rest_squares bigint not null default 0,
  rest_of_right bigint not null default 0,
  primary key (school_id, exam_id, question_id, version),
  foreign key (school_id, exam_id) references exams on delete cascade,
  foreign key (school_id, question_id, version) references exam_question_versions
);
create index exam_question_sums__version on exam_question_sums (school_id, question_id, version);
select app.protect('exam_question_sums');

-- An administrator let an answer count that had come after the end.
alter table exam_answers add column counted_by bigint, add column utc_counted_on timestamptz;
